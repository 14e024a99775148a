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
export { importsOf } from './imports-of.ts';
export { type ImportRow, type RowOutcome, SHOWN_CHANGES } from './kind.ts';
export { toMinorUnits } from './minor-units.ts';
export { type FileFormat, knownMembers } from './parse-file.ts';
export { purgeOldImports } from './purge.ts';
export { presentImport } from './receive-file.ts';
