import { readFileSync, writeFileSync } from 'node:fs';
import { withSettings } from './compose.ts';
import { envExample } from './env-example.ts';

const at = (path: string) => new URL(`../../${path}`, import.meta.url);

writeFileSync(at('.env.example'), envExample());
writeFileSync(at('docker/compose.yaml'), withSettings(readFileSync(at('docker/compose.yaml'), 'utf8')));
