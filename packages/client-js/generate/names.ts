import { type AnyOperation, clientMethodOf, NAMED_SCHEMAS } from '@service/contract';
import type { Schema } from './print-type.ts';

export const pascal = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

export interface ResourceNames {
  nameOf(schema: Schema): string | undefined;
  all(): { name: string; schema: Schema }[];
}

/**
 * Names for what operations return: first those of the OpenAPI document; then `Compliance` is what getCompliance returns and
 * `Invitation` an item of listInvitations. Two that are the same to the last member share the first name.
 */
export function nameResources(operations: readonly AnyOperation[]): ResourceNames {
  const byShape = new Map<string, string>();
  const schemas = new Map<string, Schema>();

  function give(names: readonly string[], schema: Schema | undefined): void {
    if (schema?.type !== 'object' || !schema.properties || byShape.has(shapeOf(schema))) return;
    const name = names.find((each) => !schemas.has(each));
    if (!name) throw new Error(`Every one of ${names.join(', ')} is taken.`);
    byShape.set(shapeOf(schema), name);
    schemas.set(name, schema);
  }

  for (const [name, schema] of Object.entries(NAMED_SCHEMAS)) {
    give([name], JSON.parse(JSON.stringify(schema)) as Schema);
  }
  for (const { response } of operations) {
    const { $defs = {} } = (response.schema ?? {}) as Schema;
    for (const [name, schema] of Object.entries($defs)) give([name], schema);
  }
  for (const { id, response } of operations) {
    const [, subject] = /^get(\w+)$/.exec(id) ?? [];
    if (subject) give([subject, `${pascal(id)}Response`], response.schema as Schema | undefined);
  }
  for (const { id, response } of operations) {
    const [, subject] = /^list(\w+)$/.exec(id) ?? [];
    if (subject)
      give([singular(subject), `${pascal(id)}Item`], itemOf(response.schema as Schema | undefined));
  }
  for (const { id, response } of operations) {
    const [, subject] = /^(?:get|list)(\w+)$/.exec(id) ?? [];
    if (subject) give([`${subject}Item`], itemOf(response.schema as Schema | undefined));
  }
  for (const { id, response } of operations) {
    if (!isPlainPage(response.schema as Schema | undefined)) {
      give([`${pascal(clientMethodOf(id))}Response`], response.schema as Schema | undefined);
    }
  }
  return {
    nameOf: (schema) => byShape.get(shapeOf(schema)),
    all: () => [...schemas].map(([name, schema]) => ({ name, schema })),
  };
}

const PAGE = ['items', 'total', 'page', 'pageSize'];

/** `{ items, total, page, pageSize }`, and maybe more. */
export function isPage(schema: Schema | undefined): boolean {
  return PAGE.every((name) => name in (schema?.properties ?? {}));
}

/** These four, and no more. */
export function isPlainPage(schema: Schema | undefined): boolean {
  return isPage(schema) && Object.keys(schema?.properties ?? {}).length === PAGE.length;
}

export function itemOf(schema: Schema | undefined): Schema | undefined {
  return schema?.items ?? (schema?.properties?.items as Schema | undefined)?.items;
}

function shapeOf({ $defs: _, ...shape }: Schema): string {
  return JSON.stringify(shape);
}

function singular(name: string): string {
  return name
    .replace(/ies$/, 'y')
    .replace(/(ss)es$/, '$1')
    .replace(/([^s])s$/, '$1');
}
