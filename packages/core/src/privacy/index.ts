export { getErasure, requestErasure } from './erasure.ts';
export {
  downloadExport,
  downloadOwnExport,
  getExport,
  getOwnExport,
  listExports,
  requestExport,
  requestOwnExport,
} from './exports.ts';
export { processErasures } from './process-erasures.ts';
export { processExports, purgeExports } from './process-exports.ts';
