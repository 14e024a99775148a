import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CORE_VERSION } from '@service/contract';
import { CommandError } from './exit-codes.ts';

const PAYMENT_EXAMPLE = fileURLToPath(
  new URL('../../../packages/module-sdk/examples/bank-link/', import.meta.url),
);

/** Writes a working module as a starting point. Returns its files. Existing files are never overwritten. */
export async function writeModule(
  folder: string,
  name: string,
  { payment }: { payment: boolean },
): Promise<string[]> {
  const code = payment ? await readPaymentExample(name) : { 'index.js': CODE };
  await mkdir(dirname(folder), { recursive: true });
  await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST' ? new CommandError(`${folder} is there already.`) : error;
  });
  const files = {
    'module.json': json({ name, version: '1.0.0', compatibleCore: `^${CORE_VERSION}` }),
    'package.json': json({
      name,
      version: '1.0.0',
      private: true,
      type: 'module',
      main: 'index.js',
      ...(payment && { scripts: { test: 'node --test' } }),
    }),
    ...code,
  };
  for (const [file, text] of Object.entries(files)) await writeFile(join(folder, file), text);
  return Object.keys(files).map((file) => join(folder, file));
}

/** The example of a payment provider with another name, its test, and the provider that the test needs. */
async function readPaymentExample(name: string): Promise<Record<string, string>> {
  if (!existsSync(PAYMENT_EXAMPLE))
    throw new CommandError(
      'The example of a payment provider isn’t here: run this in a checkout of the service.',
    );
  const files = ['index.js', 'index.test.js', 'bank.js'];
  const texts = await Promise.all(files.map((file) => readFile(join(PAYMENT_EXAMPLE, file), 'utf8')));
  return Object.fromEntries(texts.map((text, index) => [files[index], text.replaceAll('bank-link', name)]));
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

const CODE = `/** @type {import('@service/module-sdk').ModuleDefinition<{ atLeastPercent: number }>} */
export default {
  // MODULES_CONFIG sets the configuration, and a start validates it.
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
