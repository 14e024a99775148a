// Generates the Prisma client. `prisma generate` looks for the schema engine although it never runs it; naming any
// executable spares the download, which a closed network refuses.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const { status } = spawnSync(
  process.execPath,
  [
    require.resolve('prisma/build/index.js'),
    'generate',
    '--no-hints',
    '--schema',
    fileURLToPath(new URL('../../prisma/schema', import.meta.url)),
  ],
  {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
      PRISMA_HIDE_UPDATE_MESSAGE: '1',
      CHECKPOINT_DISABLE: '1',
      ...process.env,
    },
  },
);
process.exit(status ?? 1);
