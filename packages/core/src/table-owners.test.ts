import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

const SOURCE = dirname(fileURLToPath(import.meta.url));
const SCHEMA = join(SOURCE, '../../../prisma/schema');

/** The file of the schema that defines a table is named after the module that owns it. */
function readOwners(): { ownerOf: Map<string, string>; tableOf: Map<string, string> } {
  const ownerOf = new Map<string, string>();
  const tableOf = new Map<string, string>();
  for (const file of readdirSync(SCHEMA)) {
    const text = readFileSync(join(SCHEMA, file), 'utf8');
    for (const [, model = '', table = ''] of text.matchAll(/^model (\w+) \{.*?@@map\("(\w+)"\)/gms)) {
      ownerOf.set(table, file.replace('.prisma', ''));
      tableOf.set(model.charAt(0).toLowerCase() + model.slice(1), table);
    }
  }
  return { ownerOf, tableOf };
}

const BY_MODEL = /\bdb\s*\.(?:system\s*\.)?(\w+)\s*\.(?:create|update|upsert|delete)\w*\(/g;
const BY_STATEMENT = /\b(?:INSERT INTO|UPDATE|DELETE FROM|TRUNCATE|MERGE INTO)\s+(\w+)/g;

/** `module table` of every write in the source. */
function readWrites(tableOf: ReadonlyMap<string, string>): string[] {
  const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' });
  const writes = files
    .filter((file) => file.includes('/') && file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) => {
      const text = readFileSync(join(SOURCE, file), 'utf8');
      const tables = [
        ...[...text.matchAll(BY_MODEL)].map(([, model = '']) => tableOf.get(model)),
        ...[...text.matchAll(BY_STATEMENT)].map(([, table]) => table),
      ];
      return tables.map((table) => `${file.split('/')[0]} ${table}`);
    });
  return [...new Set(writes)];
}

describe('the tables of a module', () => {
  const { ownerOf, tableOf } = readOwners();
  const writes = readWrites(tableOf).filter((write) => ownerOf.has(write.split(' ')[1] ?? ''));

  it('are written by that module alone', () => {
    const foreign = writes.filter((write) => {
      const [module, table = ''] = write.split(' ');
      return ownerOf.get(table) !== module;
    });

    expect(foreign).to.deep.equal([]);
  });

  it('are found by the patterns above, whichever way they are written', () => {
    const written = new Set(writes.map((write) => write.split(' ')[1]));

    expect([...written]).to.include.members(['variants', 'carts', 'orders', 'payments', 'audit_records']);
    expect(written.size).to.be.greaterThan(40);
  });
});
