// Writes src/generated and docs/client-methods.md from the contract; `npm run openapi` in packages/contract does it too.
import { mkdirSync, writeFileSync } from 'node:fs';
import { ALL_OPERATIONS } from '@service/contract';
import { generatedFiles } from './generated-files.ts';
import { printMethodsPage } from './print-methods.ts';

const folder = new URL('../src/generated/', import.meta.url);
mkdirSync(folder, { recursive: true });
for (const [name, text] of Object.entries(generatedFiles())) writeFileSync(new URL(name, folder), text);
writeFileSync(new URL('../../../docs/client-methods.md', import.meta.url), printMethodsPage(ALL_OPERATIONS));
