import fc from 'fast-check';

/** A part of JSON Schema: what the operations of this service are made of. */
export interface Schema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  pattern?: string;
  format?: string;
  $ref?: string;
  $defs?: Record<string, Schema>;
}

/** No host name: a fuzzer asks no name server. */
const URLS = [
  'http://127.0.0.1:1/hook',
  'https://[::1]/',
  'https://user:secret@127.0.0.1/',
  'http://169.254.169.254/latest',
  'ftp://127.0.0.1',
];

/** A shape that holds itself does so at most this deep. */
const DEEPEST = 3;

/** Values that the schema takes. `ids` are of rows that are there. */
export function fromSchema(given: Schema, ids: readonly string[]): fc.Arbitrary<unknown> {
  const schema = given.$defs ? unrolled(given, given.$defs, DEEPEST) : given;
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((each) => fromSchema(each, ids)));
  const types = [schema.type ?? []].flat();
  return fc.oneof(...types.map((type) => ofType(type, schema, ids)));
}

/** The schema with what its references name in their place; the innermost is an object without members that refer to one. */
function unrolled(
  { $defs: _defs, ...schema }: Schema,
  defs: Record<string, Schema>,
  deepest: number,
): Schema {
  const within = <T>(value: T): T => {
    if (Array.isArray(value)) return value.map(within) as T;
    if (typeof value !== 'object' || value === null) return value;
    const { $ref } = value as Schema;
    if ($ref) return unrolled(defs[$ref.split('/').at(-1) ?? ''] as Schema, defs, deepest - 1) as T;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, within(each)])) as T;
  };
  if (deepest > 0) return within(schema);
  const members = Object.entries(schema.properties ?? {});
  return {
    ...schema,
    properties: Object.fromEntries(members.filter(([, member]) => !JSON.stringify(member).includes('$ref'))),
  };
}

function ofType(type: string, schema: Schema, ids: readonly string[]): fc.Arbitrary<unknown> {
  if (type === 'object') return objects(schema, ids);
  if (type === 'array') {
    const { items = {}, minItems = 0, maxItems = 5 } = schema;
    return fc.array(fromSchema(items, ids), {
      minLength: minItems,
      maxLength: Math.min(maxItems, minItems + 4),
    });
  }
  if (type === 'string') return strings(schema, ids);
  if (type === 'boolean') return fc.boolean();
  if (type === 'integer') return integers(schema);
  if (type === 'number') return numbers(schema);
  return fc.constant(null);
}

function objects(
  { properties = {}, required = [], additionalProperties }: Schema,
  ids: readonly string[],
): fc.Arbitrary<object> {
  const known = fc.record(
    Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, fromSchema(each, ids)])),
    { requiredKeys: required },
  );
  if (typeof additionalProperties !== 'object') return known;
  return fc.dictionary(fc.string({ minLength: 1, maxLength: 8 }), fromSchema(additionalProperties, ids), {
    maxKeys: 3,
  });
}

function strings({ pattern, format, minLength = 0, maxLength = 64 }: Schema, ids: readonly string[]) {
  if (format === 'uuid') return fc.oneof(fc.constantFrom(...ids), fc.uuid());
  if (format === 'email') return fc.emailAddress();
  if (format === 'uri') return fc.constantFrom(...URLS);
  if (format === 'date-time')
    return fc
      .date({ noInvalidDate: true, min: new Date(0), max: new Date('9999-12-31') })
      .map((day) => day.toISOString());
  if (format === 'date') return fc.constantFrom('2024-02-29', '1970-01-01', '9999-12-31');
  if (format === 'currency') return fc.constantFrom('EUR', 'usd', 'JPY', 'KWD');
  if (format === 'country') return fc.constantFrom('DE', 'fr', 'CH', 'US', 'GB', 'AQ');
  if (pattern) return matching(pattern);
  return fc.string({ unit: 'binary', minLength, maxLength: Math.min(maxLength, minLength + 40) });
}

/** fast-check makes no texts for what mustn't follow. */
function matching(pattern: string): fc.Arbitrary<string> {
  const whole = new RegExp(pattern);
  return fc
    .stringMatching(new RegExp(pattern.replace(/\(\?![^)]*\)/g, '')))
    .filter((text) => whole.test(text));
}

function numbers({ minimum = -1e9, maximum = 1e9 }: Schema) {
  return fc.oneof(fc.constantFrom(minimum, maximum), fc.double({ min: minimum, max: maximum, noNaN: true }));
}

function integers({ minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER }: Schema) {
  return fc.oneof(fc.constantFrom(minimum, maximum), fc.integer({ min: minimum, max: maximum }));
}
