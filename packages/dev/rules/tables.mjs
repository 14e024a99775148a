import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isServiceOrCommand } from './places.mjs';
import { keyOf, propertiesOf, propertyOf, textOf } from './source.mjs';

const SCHEMA = fileURLToPath(new URL('../../../prisma/schema', import.meta.url));
const WRITES = /^(create|update|upsert|delete)(Many(AndReturn)?)?$/;
const STATEMENT =
  /\b(?:INSERT\s+INTO|UPDATE|DELETE\s+FROM|TRUNCATE(?:\s+TABLE)?|MERGE\s+INTO)\s+(?:ONLY\s+)?"?(\w+|\?)/g;

const { ownerOf, models } = readSchema();

export const tables = {
  name: 'tables',
  message: 'writes a table that belongs to another module: call a function of its owner',
  appliesTo: isServiceOrCommand,
  find(source) {
    const writer = moduleOf(source.path);
    return findWrites(source)
      .filter(({ table }) => table === '?' || (ownerOf.has(table) && ownerOf.get(table) !== writer))
      .map(({ node }) => node);
  },
  allowed: {
    'packages/core/src/payment-references.ts#addPaymentReference':
      'of payments: refunds, which payments import, add references as well',
    'packages/core/src/person.ts#hideSome':
      'hides a person in what any module keeps: each names its own table',
    'packages/core/src/reopen-refunded-return.ts#reopenRefundedReturn':
      'of returns, which import the refunds that call it',
    'packages/core/src/request-payment-cancellation.ts#requestPaymentCancellation':
      'of payments, which import the cancellation that calls it',
    'packages/core/src/rotate-encryption-key.ts#writeSealed':
      'seals the secrets of every module again, by a list of columns',
    'packages/core/src/tenants/create-tenant.ts#createTenant':
      'a store begins with its owner and a way of shipping, or not at all',
    'packages/db/src/backup/restore.ts#makeSchema': 'empties the tables that a backup is restored into',
    'packages/db/src/delete-tenant.ts': 'deletes a store with all that it has',
  },
};

/** Every write, by a model or by a statement; the table is `?` where the code says it only when it runs. */
export function findWrites({ ofType }) {
  const byModel = ofType('CallExpression').flatMap((node) => {
    const { callee } = node;
    if (callee.type !== 'MemberExpression' || !WRITES.test(keyOf(callee) ?? '')) return [];
    const model = callee.object.type === 'MemberExpression' ? keyOf(callee.object) : callee.object.name;
    if (!models.has(model)) return [];
    return [model, ...nestedWrites(model, node.arguments[0])].map((name) => ({
      node,
      table: models.get(name).table,
    }));
  });
  const byStatement = ofType('Literal', 'TemplateLiteral').flatMap((node) =>
    [...textOf(node).matchAll(STATEMENT)].map(([, table]) => ({ node, table })),
  );
  return [...byModel, ...byStatement];
}

/** `data: { lines: { create: … } }` writes the lines too. */
function nestedWrites(model, given) {
  const data = ['data', 'create', 'update'].map((name) => propertyOf(given, name)?.value);
  return data.flatMap(propertiesOf).flatMap((property) => {
    const related = models.get(model).relations.get(keyOf(property));
    const writes = propertiesOf(property.value).filter((each) => WRITES.test(keyOf(each) ?? ''));
    return related && writes.length > 0 ? [related] : [];
  });
}

/** The module that a file belongs to. The engine of deliveries belongs to that of webhooks. */
function moduleOf(path) {
  if (path.startsWith('packages/delivery/')) return 'webhooks';
  return path.match(/^packages\/core\/src\/([^/]+)\//)?.[1];
}

/** The file of the schema that defines a table is named after the module that owns it. */
function readSchema() {
  const owners = new Map();
  const known = new Map();
  const lower = (name) => name.charAt(0).toLowerCase() + name.slice(1);
  for (const file of readdirSync(SCHEMA)) {
    const text = readFileSync(join(SCHEMA, file), 'utf8');
    for (const [, model, body] of text.matchAll(/^model (\w+) \{(.*?)^\}/gms)) {
      const table = body.match(/@@map\("(\w+)"\)/)?.[1] ?? model;
      owners.set(table, file.replace('.prisma', ''));
      const fields = [...body.matchAll(/^ {2}(\w+)\s+([A-Z]\w*)/gm)];
      known.set(lower(model), {
        table,
        relations: new Map(fields.map(([, name, type]) => [name, lower(type)])),
      });
    }
  }
  for (const { relations } of known.values())
    for (const [name, type] of relations) if (!known.has(type)) relations.delete(name);
  return { ownerOf: owners, models: known };
}
