export { findSubject, getErasure, orderSubject, requestErasure, type Subject } from './erasure.ts';
export {
  downloadExport,
  downloadOwnExport,
  getExport,
  getOwnExport,
  listExports,
  requestExport,
  requestOwnExport,
} from './exports.ts';
export { acceptTexts, listCurrentTexts, listTexts, publishText } from './legal-texts.ts';
export { processErasures } from './process-erasures.ts';
export { processExports, purgeExports } from './process-exports.ts';
export { eraseInactive } from './retention.ts';
export { getPrivacySettings, putPrivacySettings } from './settings.ts';
