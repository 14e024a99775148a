import { fileURLToPath } from 'node:url';

/** API and worker of this release. */
export const PROGRAMS = {
  api: fileURLToPath(new URL('../../../api/dist/main.js', import.meta.url)),
  worker: fileURLToPath(new URL('../../../worker/dist/main.js', import.meta.url)),
};
