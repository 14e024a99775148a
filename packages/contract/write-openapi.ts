// Writes /openapi.json of the repository: `pnpm --filter @service/contract openapi`.
import { writeFileSync } from 'node:fs';
import { ALL_OPERATIONS, openApiDocument } from './src/index.ts';

const file = new URL('../../openapi.json', import.meta.url);
writeFileSync(file, `${JSON.stringify(openApiDocument(ALL_OPERATIONS), null, 2)}\n`);
