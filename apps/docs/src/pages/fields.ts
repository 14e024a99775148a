import type { Schema } from './document.ts';
import { oneLine, prose } from './text.ts';

/** Longer lists of values are cut: the document has them whole. */
const VALUES_SHOWN = 24;

/** The members of an object as a list, nested ones below theirs. `up` is how far the page lies below /docs. */
export function fields(schema: Schema, up: number, depth = 0): string[] {
  const { required = [] } = schema;
  return Object.entries(schema.properties ?? {}).flatMap(([name, member]) =>
    field({ name, member, required: required.includes(name), up, depth }),
  );
}

interface Field {
  name: string;
  member: Schema;
  required: boolean;
  up: number;
  depth?: number;
}

export function field({ name, member, required, up, depth = 0 }: Field): string[] {
  const words = [
    `- **\`${name}\`** <small>${typeOf(member, up)}${required ? ' · required' : ''}</small>`,
    ...(member.description ? [`<br>${oneLine(prose(member.description, up))}`] : []),
    ...(limitsOf(member).length > 0 ? [`<br><small>${limitsOf(member).join(' · ')}</small>`] : []),
  ];
  return [
    `${'  '.repeat(depth)}${words.join(' ')}`,
    ...objectsIn(member).flatMap((each) => fields(each, up, depth + 1)),
  ];
}

/** The type in words, with a link where it is an object that has a page of its own. */
export function typeOf(schema: Schema, up: number): string {
  if (schema.$ref) {
    const name = schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1);
    return `[${name}](${'../'.repeat(up)}objects/${name}.md)`;
  }
  if (schema.anyOf) return [...new Set(schema.anyOf.map((each) => typeOf(each, up)))].join(' or ');
  if (schema.items) return `array of ${typeOf(schema.items, up)}`;
  const types = [schema.type ?? (schema.const === undefined ? 'any' : typeof schema.const)].flat();
  const format = schema.format && types.includes('string') ? ` (${schema.format})` : '';
  return `${types.join(' or ')}${format}`;
}

function limitsOf(schema: Schema): string[] {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems } = schema.items?.enum
    ? { ...schema, ...schema.items }
    : schema;
  const values = schema.enum ?? schema.items?.enum;
  return [
    ...(values ? [valuesOf(values)] : []),
    ...(schema.const === undefined ? [] : [`always \`${JSON.stringify(schema.const)}\``]),
    ...between(minimum, maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum, ''),
    ...between(minLength, maxLength, ' characters'),
    ...between(minItems, maxItems, ' elements'),
    ...(schema.default === undefined ? [] : [`default \`${JSON.stringify(schema.default)}\``]),
  ];
}

function valuesOf(values: readonly unknown[]): string {
  const shown = values.slice(0, VALUES_SHOWN).map((value) => `\`${value}\``);
  const more = values.length - shown.length;
  return `one of ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function between(least: number | undefined, most: number | undefined, unit: string): string[] {
  if (least === undefined && most === undefined) return [];
  if (least === undefined) return [`at most ${most}${unit}`];
  if (most === undefined) return [`at least ${least}${unit}`];
  return [least === most ? `${least}${unit}` : `${least} to ${most}${unit}`];
}

/** The objects within a value whose members the list goes on with. */
function objectsIn(schema: Schema): Schema[] {
  if (schema.properties) return [schema];
  const { items, additionalProperties, anyOf = [] } = schema;
  const values = typeof additionalProperties === 'object' ? [additionalProperties] : [];
  return [...(items ? [items] : []), ...values, ...anyOf].flatMap(objectsIn);
}
