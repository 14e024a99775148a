// Writes docs/webhook-vectors.json: `npm run vectors`.
import { writeFileSync } from 'node:fs';
import { webhookVectorsFile } from './webhook-vectors.ts';

writeFileSync(new URL('../../../docs/webhook-vectors.json', import.meta.url), webhookVectorsFile());
