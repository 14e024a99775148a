import { randomUUID } from 'node:crypto';

/** A part of JSON Schema: what bodies of this service are made of. */
interface FieldSchema {
  type?: string | string[];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  pattern?: string;
  format?: string;
}

export interface FieldEdge {
  what: string;
  value: unknown;
  accepted: boolean;
}

const WRONG_TYPES: Readonly<Record<string, unknown>> = {
  'a string': 'text',
  'a number': 1,
  'a boolean': true,
  'a list': [],
  'an object': {},
};

/** Every edge of a field, read off its schema: smallest, largest, one beyond each, empty, null and the wrong types. */
export function edgesOf(schema: FieldSchema): FieldEdge[] {
  const types = [schema.type ?? []].flat();
  const type = types.find((name) => name !== 'null') ?? 'unknown';
  return [
    ...sizeEdges(type, schema),
    { what: 'null', value: null, accepted: types.includes('null') },
    ...Object.entries(WRONG_TYPES)
      .filter(([, value]) => typeOf(value) !== type && !(type === 'integer' && typeOf(value) === 'number'))
      .map(([what, value]) => ({ what, value, accepted: false })),
  ];
}

function sizeEdges(type: string, schema: FieldSchema): FieldEdge[] {
  if (type === 'boolean') return [true, false].map((value) => ({ what: `${value}`, value, accepted: true }));
  if (type === 'integer') return integerEdges(schema);
  if (type === 'object') return metadataEdges();
  if (schema.format === 'email') return emailEdges(schema);
  if (schema.format === 'uuid')
    return [
      { what: 'no id', value: 'x', accepted: false },
      { what: 'the empty string', value: '', accepted: false },
      { what: 'an id that nothing has', value: randomUUID(), accepted: false },
    ];
  if (schema.format === 'country')
    return [
      { what: 'an assigned code in small letters', value: 'de', accepted: true },
      { what: 'a code that isn’t assigned', value: 'XX', accepted: false },
      { what: 'a reserved code', value: 'UK', accepted: false },
      { what: 'a letter that becomes two when written large', value: 'ß', accepted: false },
      { what: 'one letter', value: 'D', accepted: false },
      { what: 'three letters', value: 'DEU', accepted: false },
      { what: 'a digit', value: 'D1', accepted: false },
      { what: 'the empty string', value: '', accepted: false },
    ];
  if (schema.format === 'currency')
    return [
      { what: 'a code in small letters', value: 'eur', accepted: true },
      { what: 'a code of nothing', value: 'ZZQ', accepted: false },
      { what: 'a code for tests', value: 'XTS', accepted: false },
      { what: 'two letters', value: 'EU', accepted: false },
      { what: 'four letters', value: 'EURO', accepted: false },
      { what: 'the empty string', value: '', accepted: false },
    ];
  return stringEdges(schema);
}

/** The one object that these bodies have. */
function metadataEdges(): FieldEdge[] {
  const fields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, n]));
  const ofBytes = (bytes: number) => ({ k: 'x'.repeat(bytes - '{"k":""}'.length) });
  return [
    { what: 'no field', value: {}, accepted: true },
    { what: '50 fields', value: fields(50), accepted: true },
    { what: '51 fields', value: fields(51), accepted: false },
    { what: 'values of every kind', value: { a: 'x', b: 1.5, c: true, d: null, e: '' }, accepted: true },
    { what: 'a name of 64 characters', value: { ['k'.repeat(64)]: 1 }, accepted: true },
    { what: 'a name of 65 characters', value: { ['k'.repeat(65)]: 1 }, accepted: false },
    { what: 'a name with a blank', value: { 'a b': 1 }, accepted: false },
    { what: 'a name that begins with _', value: JSON.parse('{"__proto__":1}'), accepted: false },
    { what: '8192 bytes', value: ofBytes(8192), accepted: true },
    { what: '8193 bytes', value: ofBytes(8193), accepted: false },
  ];
}

function integerEdges({ minimum = 0, maximum = Number.MAX_SAFE_INTEGER }: FieldSchema): FieldEdge[] {
  return [
    { what: `${minimum}`, value: minimum, accepted: true },
    { what: `${maximum}`, value: maximum, accepted: true },
    { what: `one below ${minimum}`, value: minimum - 1, accepted: false },
    { what: `one beyond ${maximum}`, value: maximum + 1, accepted: false },
    { what: 'half of one', value: 0.5, accepted: false },
  ];
}

/** What no name may do without. */
const SOMETHING = '\\S';

function stringEdges({ maxLength = 0, pattern, ...schema }: FieldSchema): FieldEdge[] {
  const minLength = pattern === SOMETHING ? 1 : (schema.minLength ?? 0);
  const edges = [
    { what: `${maxLength} characters`, value: 'x'.repeat(maxLength), accepted: true },
    // A character is what a reader counts, not what UTF-16 needs for it.
    { what: `${maxLength} characters of two units`, value: '𝔸'.repeat(maxLength), accepted: true },
    { what: `${maxLength + 1} characters`, value: 'x'.repeat(maxLength + 1), accepted: false },
    { what: `${minLength} characters`, value: 'x'.repeat(minLength), accepted: true },
    { what: 'the empty string', value: '', accepted: minLength === 0 },
    ...(pattern === SOMETHING ? [{ what: 'blanks only', value: ' \t ', accepted: false }] : []),
  ];
  return minLength > 1
    ? [...edges, { what: `${minLength - 1} characters`, value: 'x'.repeat(minLength - 1), accepted: false }]
    : edges;
}

/** The longest address has 64 characters, an @, and a domain of labels of up to 63. */
function emailEdges({ maxLength = 0 }: FieldSchema): FieldEdge[] {
  const local = `${randomUUID()}${randomUUID()}`.slice(0, 64);
  const ofLength = (length: number) => {
    const domain = `${'a'.repeat(63)}.`.repeat(3);
    const rest = length - local.length - 1 - domain.length - '.com'.length;
    return `${local}@${domain}${'a'.repeat(rest - 1 > 63 ? 63 : rest)}.com`;
  };
  return [
    { what: `${maxLength} characters`, value: ofLength(maxLength), accepted: true },
    { what: `${maxLength + 1} characters`, value: ofLength(maxLength + 1), accepted: false },
    { what: 'the shortest', value: `a@${randomUUID().slice(0, 4)}.co`, accepted: true },
    { what: 'a leading dot', value: '.ada@example.com', accepted: false },
    { what: 'two dots in a row', value: 'ada..l@example.com', accepted: false },
    { what: 'a last label of one letter', value: 'ada@example.c', accepted: false },
    { what: 'the empty string', value: '', accepted: false },
  ];
}

function typeOf(value: unknown): string {
  return Array.isArray(value) ? 'array' : typeof value;
}
