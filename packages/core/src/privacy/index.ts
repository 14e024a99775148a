export {
  downloadExport,
  downloadOwnExport,
  getExport,
  getOwnExport,
  listExports,
  requestExport,
  requestOwnExport,
} from './exports.ts';
export { processExports, purgeExports } from './process-exports.ts';
