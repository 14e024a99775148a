// Puts the one file of Redoc that is served beside the built code, so that production needs none of its packages.
import { copyFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const { resolve } = createRequire(import.meta.url);
for (const name of ['redoc.standalone.js', 'redoc.standalone.js.LICENSE.txt'])
  copyFileSync(resolve(`redoc/bundles/${name}`), new URL(`dist/${name}`, import.meta.url));
