import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect } from 'chai';
import {
  ALL_OPERATIONS,
  type AnyOperation,
  commonErrors,
  ERRORS,
  isEmail,
  PERMISSIONS,
} from '../src/index.ts';

/** Strict: a member that the schema doesn't know is a mistake here. */
const ajv = new Ajv2020({ allErrors: true });
addFormats.default(ajv);
ajv.addFormat('email', isEmail);

function mistakesOf(schema: object, value: unknown): string[] {
  const validate = ajv.compile(schema);
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

const paramsIn = ({ path }: AnyOperation) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);

describe('the operations', () => {
  it('have ids of their own', () => {
    const ids = ALL_OPERATIONS.map(({ id }) => id);

    expect(ids).to.have.length.above(20);
    expect(new Set(ids).size).to.equal(ids.length);
  });

  it('have a method and path of their own', () => {
    const places = ALL_OPERATIONS.map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`);

    expect(new Set(places).size).to.equal(places.length);
  });

  for (const operation of ALL_OPERATIONS) {
    const { body, response, examples, params } = operation;

    describe(operation.id, () => {
      it('has examples that its schemas accept', () => {
        expect(examples.body === undefined).to.equal(body === undefined);
        expect(examples.response === undefined).to.equal(response.schema === undefined);
        if (body) expect(mistakesOf(body, examples.body)).to.deep.equal([]);
        if (response.schema) expect(mistakesOf(response.schema, examples.response)).to.deep.equal([]);
      });

      it('describes each part of its path', () => {
        expect(Object.keys(params?.properties ?? {})).to.have.members(paramsIn(operation));
      });

      it('names errors and permissions that exist, each once', () => {
        const codes = [...commonErrors(operation), ...operation.errors];

        expect(new Set(codes).size).to.equal(codes.length);
        for (const code of codes) expect(ERRORS).to.have.property(code);
        if (operation.auth.kind === 'admin' && operation.auth.permission)
          expect(PERMISSIONS).to.include(operation.auth.permission);
      });

      it('says a body only where a body is sent, and no content only where none is', () => {
        if (body) expect(['POST', 'PUT', 'PATCH']).to.include(operation.method);
        // What was accepted and comes by mail has nothing to show.
        if (response.status === 202) return;
        const isJson = response.status !== 204 && response.contentType === undefined;
        expect(isJson).to.equal(response.schema !== undefined);
      });
    });
  }
});
