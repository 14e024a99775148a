import { type AnyOperation, FORMATS } from '@service/contract';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/** Of what the service answers: nothing is converted, dropped or filled in. */
export const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true, multipleOfPrecision: 6 });
addFormats.default(ajv);
for (const [name, isValid] of Object.entries(FORMATS)) ajv.addFormat(name, isValid);

const validators = new WeakMap<AnyOperation, ValidateFunction>();

/** Compiled at the operation's first response: all of them take a process more than a second. */
export function bodyValidatorOf(operation: AnyOperation): ValidateFunction | undefined {
  const { schema } = operation.response;
  if (!schema) return undefined;
  const validate = validators.get(operation) ?? ajv.compile(schema);
  validators.set(operation, validate);
  return validate;
}
