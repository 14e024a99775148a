import { writeFileSync } from 'node:fs';
import { envExample } from './env-example.ts';

writeFileSync(new URL('../../.env.example', import.meta.url), envExample());
