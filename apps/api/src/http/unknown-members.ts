import type { AnyOperation, FieldError } from '@service/contract';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Request } from 'express';
import { closest, distance } from 'fastest-levenshtein';

/** Changes nothing: it finds the members that the validator drops afterwards. */
const closed = new Ajv2020({ allErrors: true, verbose: true, validateFormats: false, allowUnionTypes: true });

interface Given {
  query: object;
  body: unknown;
}

const MAX_REPORTED = 20;
/** Longer names are cut, and not compared, because no member of ours is so long. */
const MAX_NAME = 100;

/** RFC 7240: `Prefer: handling=strict`. */
export function prefersStrict(req: Request): boolean {
  return /(?:^|,)\s*handling\s*=\s*"?strict"?\s*(?:[;,]|$)/i.test(req.get('prefer') ?? '');
}

/** Returns the function that finds the members of a request that the operation doesn't know, each with the nearest known name. */
export function createUnknownFinder({ query, body }: AnyOperation): (input: Given) => FieldError[] {
  const knownInQuery = Object.keys(query?.properties ?? {});
  let validateBody: ValidateFunction | undefined;

  return (input) => {
    const inQuery = Object.keys(input.query)
      .filter((name) => !knownInQuery.includes(name))
      .map((name) => unknownMember('/query', name, knownInQuery));
    if (!body) return inQuery.slice(0, MAX_REPORTED);
    // Compiled at its first use: most processes in production never use it.
    validateBody ??= closed.compile(body);
    validateBody(input.body);
    const inBody = (validateBody.errors ?? []).filter(({ keyword }) => keyword === 'additionalProperties');
    return [...inQuery, ...inBody.slice(0, MAX_REPORTED).map(fieldError)].slice(0, MAX_REPORTED);
  };
}

function fieldError({ instancePath, params, parentSchema }: ErrorObject): FieldError {
  const known = Object.keys(parentSchema?.properties ?? {});
  return unknownMember(`/body${instancePath}`, params.additionalProperty, known);
}

function unknownMember(parent: string, name: string, known: readonly string[]): FieldError {
  const pointer = name.slice(0, MAX_NAME).replaceAll('~', '~0').replaceAll('/', '~1');
  const hint = nearest(name, known);
  return {
    path: `${parent}/${pointer}`,
    code: 'additionalProperties',
    message: `is not known here${hint ? `; did you mean ${hint}?` : ''}`,
  };
}

/** The known name that differs from this one in fewer than half of its letters. */
function nearest(name: string, known: readonly string[]): string | undefined {
  if (known.length === 0 || name.length > MAX_NAME) return undefined;
  const found = closest(name, known);
  return distance(name, found) * 2 < name.length ? found : undefined;
}
