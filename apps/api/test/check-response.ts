import { AssertionError } from 'chai';
import type { CheckResponse } from '../src/http/mount.ts';
import { ajv, bodyValidatorOf } from './response-bodies.ts';

/**
 * Holds what handlers answer against the contract, to the last member, before the serializer drops what isn't in it: a
 * presenter that shows too much is found although nobody sees it.
 */
export function createResponseCheck(): { checkResponse: CheckResponse; breaches: string[] } {
  const breaches: string[] = [];
  return {
    breaches,
    checkResponse(operation, result) {
      const { contentType, contentTypes } = operation.response;
      if (contentType || contentTypes) return;
      const validate = bodyValidatorOf(operation);
      if (!validate) {
        if (result !== undefined) breaches.push(`${operation.id} answers a body that it has no schema for`);
        return;
      }
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
