export { eraseAuditTexts, eraseFromAudit } from './erase-records.ts';
export { type AuditQuery, listAuditRecords } from './list-audit-records.ts';
export { type Change, recordByAnybody, recordChange, recordingChange, snapshotSql } from './record-change.ts';
