import { type AnyOperation, type FieldError, FORMATS, fitsMetadata, refuse } from '@service/contract';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { createUnknownFinder } from './unknown-members.ts';

/** Tests validate the schemas; validating them again in each process takes memory and time. */
const JUDGED = { meta: false, validateSchema: false };

/**
 * Validates bodies without coercing types, decimals to six digits; unknown members are dropped, unless the client requests to be
 * warned of them.
 */
const bodies = new Ajv2020({
  ...JUDGED,
  allErrors: true,
  removeAdditional: true,
  useDefaults: true,
  allowUnionTypes: true,
  multipleOfPrecision: 6,
});
/** Parameters arrive as text and are converted to the type in their schema. */
const parameters = new Ajv2020({
  ...JUDGED,
  allErrors: true,
  removeAdditional: true,
  useDefaults: true,
  coerceTypes: true,
});

for (const ajv of [bodies, parameters]) {
  addFormats.default(ajv);
  for (const [name, isValid] of Object.entries(FORMATS)) ajv.addFormat(name, isValid);
}

export interface RawInput {
  params: object;
  query: object;
  body: unknown;
}

/**
 * The returned function refuses with `validation_failed` and the path of every mistake; unknown members are mistakes if
 * `isStrict`. The operation's schemas are compiled once, at its first request: most processes only serve few of all operations.
 */
export function createValidator(
  operation: AnyOperation,
): (input: RawInput, options: { isStrict: boolean }) => void {
  const { query, body } = operation;
  let parts: Part[] | undefined;
  const findUnknown = createUnknownFinder(operation);
  const findMisspelt = createMisspeltFinder(query);
  const hasMetadata = Object.hasOwn(body?.properties ?? {}, 'metadata');

  return (input, { isStrict }) => {
    parts ??= compile(operation);
    // Before validation, which drops members and converts values.
    const unknown = isStrict ? findUnknown(input) : [];
    const misspelt = findMisspelt(input.query);
    const errors = parts.flatMap(([part, validate]) => {
      if (!validate(input[part])) return (validate.errors ?? []).map((error) => fieldError(part, error));
      if (part !== 'body') return nulErrors(part, input[part]);
      return hasMetadata ? sizeErrors(input.body) : [];
    });
    const further = misspelt.filter(({ path }) => errors.every((error) => error.path !== path));
    const all = [...unknown, ...further, ...errors];
    if (all.length > 0)
      refuse('validation_failed', 'Some of the request is not valid; `errors` names each place.', all);
  };
}

type Part = readonly [keyof RawInput, ValidateFunction];

function compile({ params, query, body }: AnyOperation): Part[] {
  const parts: Part[] = [];
  if (params) parts.push(['params', parameters.compile(params)]);
  if (query) parts.push(['query', parameters.compile(query)]);
  if (body) parts.push(['body', bodies.compile(body)]);
  return parts;
}

/**
 * Returns the function that finds parameters which would be misread: `1e2`, which JavaScript reads as 100, and `page[]`, which
 * would be ignored.
 */
function createMisspeltFinder(query: AnyOperation['query']): (query: object) => FieldError[] {
  const properties: Record<string, { type?: string }> = query?.properties ?? {};
  return (given) =>
    Object.entries(given).flatMap(([name, value]) => {
      const [base = ''] = name.split('[');
      if (base !== name && Object.hasOwn(properties, base))
        return [
          { path: `/query/${base}`, code: 'type', message: `must be written ${base}=…, without brackets` },
        ];
      const isInteger = Object.hasOwn(properties, name) && properties[name]?.type === 'integer';
      if (isInteger && typeof value === 'string' && !/^-?\d+$/.test(value))
        return [{ path: `/query/${name}`, code: 'type', message: 'must be an integer in decimal digits' }];
      return [];
    });
}

/** Postgres stores no NUL, so nothing can be found by one. In a body it is refused when the body is read. */
function nulErrors(part: string, members: object): FieldError[] {
  const holdsNul = (value: unknown) => [value].flat().some((text) => String(text).includes('\0'));
  return Object.entries(members)
    .filter(([, value]) => holdsNul(value))
    .map(([name]) => ({
      path: `/${part}/${name}`,
      code: 'pattern',
      message: 'must not hold a NUL character',
    }));
}

/** JSON Schema has no limit for the size of an object, which `metadata` has, including that of new variants. */
function sizeErrors(body: unknown): FieldError[] {
  const { variants = [] } = body as { variants?: object[] };
  const places = [
    ['/body', body],
    ...variants.map((each, index) => [`/body/variants/${index}`, each]),
  ] as const;
  return places
    .filter(([, place]) => !fitsMetadata((place as { metadata?: object }).metadata ?? {}))
    .map(([path]) => ({ path: `${path}/metadata`, code: 'maxBytes', message: 'is larger than 8192 bytes' }));
}

/** The message by format or pattern, in plain words. */
const RULES: Readonly<Record<string, string>> = {
  country: 'must be an assigned ISO 3166-1 alpha-2 code; the United Kingdom is GB, not UK',
  'time-zone': 'must be a time zone of the IANA database, such as Europe/Berlin',
  '\\S': 'must not be blank',
};

// The message contains the rule and never the value, which may be a secret.
function fieldError(part: string, { instancePath, keyword, params, message }: ErrorObject): FieldError {
  const missing = keyword === 'required' ? `/${params.missingProperty}` : '';
  const allowed = keyword === 'enum' ? `: ${(params.allowedValues as string[]).join(', ')}` : '';
  const rule = RULES[params.format ?? params.pattern] ?? `${message ?? 'is not valid'}${allowed}`;
  return { path: `/${part}${instancePath}${missing}`, code: keyword, message: rule };
}
