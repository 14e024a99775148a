import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** What runs in the API and the worker. The others are commands and development tools, or run in another program. */
const NOT_IN_SERVICE = [
  'bench',
  'cli',
  'client-js',
  'console',
  'dev',
  'module-sdk',
  'storefront',
  'testing',
  'theme-sdk',
];

/** Where JSON is read that nothing counts before it is made (parseBoundedJson does), and why there. */
const UNCOUNTED: Record<string, string> = {
  'apps/api/src/http/serialize.ts': 'a copy of a schema of ours',
  'packages/config/src/part-options.ts': 'a file of whoever runs the service',
  'packages/contract/src/events.ts': 'a copy of a schema of ours',
  'packages/contract/src/openapi.ts': 'copies of the document of ours',
  'packages/contract/src/openapi/named-schemas.ts': 'a schema of ours',
  'packages/core/src/catalog/import/process-batches.ts': 'a row that was counted when its file came',
  'packages/core/src/idempotency/once-by-key.ts': 'a response of ours that is kept',
  'packages/core/src/payments/erase-payments.ts': 'an event that was counted when it came',
  'packages/core/src/privacy/process-erasures.ts': 'what the erasure itself has written',
  'packages/core/src/webhooks/custom-headers.ts': 'headers that were counted when they came',
  'packages/core/src/webhooks/endpoint-auth.ts': 'credentials that were counted when they came',
  'packages/db/src/backup/read-backup.ts': 'a line of a backup, read by a command of its own',
  'packages/delivery/src/credentials/send-authorized.ts': 'credentials that were counted when they came',
  'packages/delivery/src/sign-delivery.ts': 'headers that were counted when they came',
  'packages/jobs/src/primitives/bounded-json.ts': 'the primitive',
};

function* sourcesOf(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && entry.name !== 'generated') yield* sourcesOf(path);
    else if (/\.c?ts$/.test(entry.name) && !entry.name.endsWith('.test.ts')) yield path;
  }
}

function serviceFolders(): string[] {
  return ['apps', 'packages'].flatMap((group) =>
    readdirSync(join(ROOT, group))
      .filter((name) => !NOT_IN_SERVICE.includes(name))
      .map((name) => join(ROOT, group, name, 'src')),
  );
}

/** Comments may name what the code may not do. */
const COMMENTS = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm;

const readSources = (folders: readonly string[]) =>
  folders
    .flatMap((folder) => [...sourcesOf(folder)])
    .map((path) => ({
      path: relative(ROOT, path).replaceAll('\\', '/'),
      code: readFileSync(path, 'utf8').replace(COMMENTS, ''),
    }));

describe('JSON', () => {
  it('is counted before it is made, wherever it may come from elsewhere', () => {
    const found = readSources(serviceFolders()).filter(({ code }) => /\bJSON\.parse\(/.test(code));

    expect(found.map(({ path }) => path).toSorted()).to.deep.equal(Object.keys(UNCOUNTED).toSorted());
  });
});
