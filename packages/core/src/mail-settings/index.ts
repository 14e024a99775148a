export { getMailSettings, putMailSettings } from './mail-settings.ts';
export { listMailTexts, putMailText } from './mail-texts.ts';
export { previewMail, sendTestMail } from './preview-mail.ts';
export { reportFailedText } from './report-failed-text.ts';
