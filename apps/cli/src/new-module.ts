import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CORE_VERSION } from '@service/contract';
import { CommandError } from './exit-codes.ts';

/** Writes a module that works, to be changed. Returns its files. Nothing is written over. */
export async function writeModule(folder: string, name: string): Promise<string[]> {
  await mkdir(dirname(folder), { recursive: true });
  await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST' ? new CommandError(`${folder} is there already.`) : error;
  });
  const files = {
    'module.json': json({ name, version: '1.0.0', compatibleCore: `^${CORE_VERSION}` }),
    'package.json': json({ name, version: '1.0.0', private: true, type: 'module', main: 'index.js' }),
    'index.js': CODE,
  };
  for (const [file, text] of Object.entries(files)) await writeFile(join(folder, file), text);
  return Object.keys(files).map((file) => join(folder, file));
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

const CODE = `// Which events there are, and what a handler gets: docs/modules.md. With @service/module-sdk installed, \`defineModule({ … })\`
// around the object gives it types.
export default {
  // Set by MODULES_CONFIG, and checked at the start.
  configSchema: {
    type: 'object',
    properties: { atLeastPercent: { type: 'number', minimum: 0, default: 10 } },
  },
  on: {
    async 'product.price_changed'({ variantId, oldPriceMinor, newPriceMinor }, { config, notifyAdmins }) {
      const percent = (100 * (oldPriceMinor - newPriceMinor)) / oldPriceMinor;
      if (!(percent >= config.atLeastPercent)) return;
      await notifyAdmins({ title: 'A price fell', detail: \`Variant \${variantId}: \${Math.round(percent)} % less.\` });
    },
  },
};
`;
