export { type AuditQuery, listAuditRecords } from './list-audit-records.ts';
export { type Change, recordChange } from './record-change.ts';
