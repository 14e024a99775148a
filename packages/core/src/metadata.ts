import { type Metadata, PUBLIC_PREFIX } from '@service/contract';
import { Prisma } from '@service/db';
import { INDEX_LIMIT, type Search } from './found-page.ts';

/** The part that a shopper or a subscriber may see. */
export function publicMetadata(metadata: unknown): Metadata {
  const entries = Object.entries(metadata as Metadata);
  return Object.fromEntries(entries.filter(([name]) => name.startsWith(PUBLIC_PREFIX)));
}

/** A field of a search: by the given text, and by the JSON that it is, if it is valid. */
type Wanted = [name: string, ...values: Metadata[string][]];

function wantedFields(filter: string | string[] | undefined): Wanted[] {
  return [filter ?? []].flat().map((pair) => {
    const colon = pair.indexOf(':');
    const text = pair.slice(colon + 1);
    return [pair.slice(0, colon), text, ...jsonValues(text)];
  });
}

function jsonValues(text: string): Metadata[string][] {
  if (text === 'null') return [null];
  if (text === 'true' || text === 'false') return [text === 'true'];
  return /^-?\d+(\.\d+)?$/.test(text) && Number.isFinite(Number(text)) ? [Number(text)] : [];
}

/** Whether all fields of the filter exist. */
export function hasMetadata(metadata: Metadata, filter: string | string[] | undefined): boolean {
  return wantedFields(filter).every(
    ([name, ...values]) => Object.hasOwn(metadata, name) && values.includes(metadata[name] ?? null),
  );
}

/** How `readFoundPage` finds the rows of a table by each field that the filter names. */
export function metadataSearches(
  table: 'orders' | 'customers' | 'products' | 'refunds',
  filter: string | string[] | undefined,
): Search[] {
  return wantedFields(filter).map(([name, ...values]) => {
    const fields = values.map((value) => JSON.stringify({ [name]: value }));
    return {
      found: Prisma.sql`SELECT id FROM found_by_metadata(${table}, ${fields}::jsonb[], ${INDEX_LIMIT + 1}::int)`,
      isMet: Prisma.sql`t.metadata @> ANY (${fields}::jsonb[])`,
    };
  });
}
