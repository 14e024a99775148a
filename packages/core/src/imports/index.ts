export { type CheckRow, createRowChecker } from './check-row.ts';
export { eraseFromImports } from './erase-rows.ts';
export {
  cell,
  type ForeignReader,
  type ForeignRow,
  fieldsOf,
  isYes,
  type Line,
} from './foreign-lines.ts';
export { type ImportKind, type ImportRow, type RowOutcome, SHOWN_CHANGES } from './kind.ts';
export { toMinorUnits } from './minor-units.ts';
export { type FileFormat, knownMembers } from './parse-file.ts';
export { processImports } from './process-batches.ts';
export { purgeOldImports } from './purge.ts';
export {
  findImport,
  type ImportOptions,
  listRefusedRows,
  presentImport,
  receiveImport,
} from './receive-file.ts';
