export { countWaitingMails, findDueMails } from './claim-mail.ts';
export { eraseFromMails, eraseMails, eraseMailsOfOrders } from './erase-mails.ts';
export { createMailer, type Mailer, type MailerOptions } from './mailer.ts';
export { purgeOldMails } from './purge-old.ts';
export { type NewMail, recordMail } from './record-mail.ts';
export { SLACK, sendMail } from './send-mail.ts';
export { findSmtpProblem } from './smtp-problem.ts';
export type { MailData, MailKind, OrderMailKind } from './templates.ts';
