// Keeps the document of this moment as the one that is published: at each release, `npm run -s openapi:publish`.
import { copyFileSync } from 'node:fs';

copyFileSync(
  new URL('../../openapi.json', import.meta.url),
  new URL('published/openapi.json', import.meta.url),
);
