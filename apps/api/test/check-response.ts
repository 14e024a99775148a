import { type AnyOperation, FORMATS } from '@service/contract';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { AssertionError } from 'chai';
import type { CheckResponse } from '../src/http/mount.ts';

const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true });
addFormats.default(ajv);
for (const [name, isValid] of Object.entries(FORMATS)) ajv.addFormat(name, isValid);

const validators = new WeakMap<AnyOperation, ValidateFunction>();

/**
 * Holds what handlers answer against the contract, to the last member, before the serializer drops what isn't in it: a
 * presenter that shows too much is found although nobody sees it.
 */
export function createResponseCheck(): { checkResponse: CheckResponse; breaches: string[] } {
  const breaches: string[] = [];
  return {
    breaches,
    checkResponse(operation, result) {
      const { schema, contentType, contentTypes } = operation.response;
      if (contentType || contentTypes) return;
      if (!schema) {
        if (result !== undefined) breaches.push(`${operation.id} answers a body that it has no schema for`);
        return;
      }
      const validate = validators.get(operation) ?? ajv.compile(schema);
      validators.set(operation, validate);
      if (result !== undefined && validate(JSON.parse(JSON.stringify(result)))) return;
      breaches.push(`${operation.id} breaks the contract: ${ajv.errorsText(validate.errors)}`);
    },
  };
}

/** Throws if there is a breach, and forgets it. */
export function assertNone(breaches: string[]): void {
  const [first] = breaches.splice(0);
  if (first) throw new AssertionError(first);
}
