import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect } from 'chai';
import {
  ALL_OPERATIONS,
  type AnyOperation,
  CORE_VERSION,
  commonErrors,
  type Deprecation,
  ERRORS,
  FORMATS,
  PERMISSIONS,
} from '../src/index.ts';

/** Strict: a member that the schema doesn't know is a mistake here. */
const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true });
addFormats.default(ajv);
for (const [name, isValid] of Object.entries(FORMATS)) ajv.addFormat(name, isValid);

function mistakesOf(schema: object, value: unknown): string[] {
  const validate = ajv.compile(schema);
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

const paramsIn = ({ path }: AnyOperation) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);

interface Shape {
  type?: string | string[];
  properties?: Record<string, Shape>;
  additionalProperties?: boolean | Shape;
  items?: Shape;
  anyOf?: Shape[];
  $ref?: string;
  $defs?: Record<string, Shape>;
  enum?: unknown[];
  const?: unknown;
}

const SCALARS = new Set(['string', 'number', 'boolean', 'null']);

/** Where a schema takes whatever comes, as paths of members. A map of scalars has no names to say. */
function* openPlaces(schema: Shape, at = ''): Generator<string> {
  const { type, properties, items, anyOf, additionalProperties } = schema;
  const takesObjects = [type].flat().includes('object');
  const values = [(additionalProperties as Shape | undefined)?.type ?? 'object'].flat();
  const isMapOfScalars = values.every((each) => SCALARS.has(each));
  const saysNothing = !type && !anyOf && !schema.$ref && !schema.enum && schema.const === undefined;
  if (saysNothing || (takesObjects && additionalProperties !== false && !isMapOfScalars)) yield at;
  for (const [name, each] of Object.entries({ ...schema.$defs, ...properties }))
    yield* openPlaces(each, `${at}/${name}`);
  for (const each of [items ?? [], anyOf ?? []].flat()) yield* openPlaces(each, at);
}

/** The members of a request that name countries, with what they take. */
function* fieldsNamed(pattern: RegExp, { properties = {}, items }: Shape): Generator<Shape> {
  for (const [name, each] of Object.entries(properties)) {
    if (pattern.test(name)) yield each.items ?? each;
    yield* fieldsNamed(pattern, each);
  }
  if (items) yield* fieldsNamed(pattern, items);
}

/** Of a variant any three letters are taken; it is only sold in a currency of a cart. */
const VARIANTS = new Set(['createProduct', 'createVariant', 'updateVariant']);

/** What a store or a subscriber made up, and schemas themselves. */
const OPEN = new Set([
  'getDelivery /payload/data',
  'getOrder /history/details',
  'acknowledgeOrder /history/details',
  'addOrderNote /history/details',
  'changeOrder /history/details',
  'cancelOrder /history/details',
  'placeDraftOrder /history/details',
  'readyOrder /history/details',
  'shipOrder /history/details',
  'updateOrder /history/details',
  'listAuditRecords /items/before',
  'listAuditRecords /items/after',
  'importProducts /changes/before',
  'importProducts /changes/after',
  'getProductImport /changes/before',
  'getProductImport /changes/after',
  'listRefusedRows /items/row',
  'listRefusedCustomers /items/row',
  'listRefusedFormerOrders /items/row',
  'listRefusedRedirects /items/row',
  'listWebhookEvents /items/schema',
  'listWebhookEvents /items/example',
]);

/** What the specification's section Versioning asks of a deprecation. */
function mistakesOfDeprecation({ since, announced, removal, sunset }: Deprecation): string[] {
  const earliest = new Date(announced);
  earliest.setUTCFullYear(earliest.getUTCFullYear() + 1);
  const part = (version: string, index: number) => Number(version.split('.')[index]);
  const isAnnounced =
    part(since, 0) < part(CORE_VERSION, 0) ||
    (part(since, 0) === part(CORE_VERSION, 0) && part(since, 1) <= part(CORE_VERSION, 1));
  return [
    ...(new Date(sunset) < earliest ? ['gone within 12 months'] : []),
    ...(part(removal, 0) > part(since, 0) ? [] : ['not gone by a major version']),
    ...(isAnnounced ? [] : ['not announced yet']),
  ];
}

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

  it('stand below the major version of the interface', () => {
    const prefix = new RegExp(`^/(admin|store|setup)/v${CORE_VERSION.split('.')[0]}/`);
    const others = ALL_OPERATIONS.map(({ path }) => path).filter((path) => !prefix.test(path));

    expect(others).to.have.members([
      '/health',
      '/webhooks/addresses',
      '/webhooks/payment',
      '/webhooks/payment/{accountId}',
      '/.well-known/jwks.json',
      '/webhooks/{storeId}/keys',
    ]);
  });

  it('stay for 12 months once they are deprecated, until a major version', () => {
    for (const { id, deprecated } of ALL_OPERATIONS)
      if (deprecated) expect(mistakesOfDeprecation(deprecated), id).to.deep.equal([]);
  });

  it('can’t be deprecated hastily', () => {
    const fair = {
      since: '1.0.0',
      announced: '2026-11-21',
      removal: '2.0.0',
      sunset: '2027-11-21',
      guide: '/docs/versioning',
    } as const;

    expect(mistakesOfDeprecation(fair)).to.deep.equal([]);
    expect(mistakesOfDeprecation({ ...fair, sunset: '2027-11-20' })).to.deep.equal(['gone within 12 months']);
    expect(mistakesOfDeprecation({ ...fair, removal: '1.0.0' })).to.deep.equal([
      'not gone by a major version',
    ]);
    expect(mistakesOfDeprecation({ ...fair, since: '1.7.0' })).to.deep.equal(['not announced yet']);
  });

  it('name every member of their responses, at every depth, where it has a name', () => {
    const open = ALL_OPERATIONS.flatMap(({ id, response }) =>
      response.schema ? [...openPlaces(response.schema as Shape)].map((place) => `${id} ${place}`) : [],
    );

    expect(new Set(open)).to.deep.equal(OPEN);
  });

  it('take assigned codes only wherever a country is taken', () => {
    const given = ALL_OPERATIONS.flatMap(({ body, query }) => [
      ...fieldsNamed(/^countr(y|ies)$/, { properties: { ...body?.properties, ...query?.properties } }),
    ]);

    expect(given).to.have.length.above(8);
    for (const schema of given) expect(schema).to.have.property('format', 'country');
  });

  it('take codes of ISO 4217 only wherever a currency is taken, but for a variant’s', () => {
    const given = ALL_OPERATIONS.filter(({ id }) => !VARIANTS.has(id)).flatMap(({ body, query }) => [
      ...fieldsNamed(/^currency$/, { properties: { ...body?.properties, ...query?.properties } }),
    ]);

    expect(given).to.have.length.above(8);
    for (const schema of given) expect(schema).to.have.property('format', 'currency');
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

      it('takes an Idempotency-Key as a POST of a store, or says why not', () => {
        const isOfStore = ['admin', 'store', 'customer'].includes(operation.auth.kind);
        expect(operation.idempotent).to.equal(operation.method === 'POST' && !operation.withoutKey);
        if (operation.idempotent) expect(isOfStore, 'has a store that keeps the answer').to.equal(true);
        if (operation.withoutKey) expect(operation.withoutKey).to.match(/^[a-z].*\.$/);
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

  it('take no blank name, wherever one is taken', () => {
    const blank: string[] = [];
    // A variant's title is the specification's: 1 to 512 characters.
    const isName = (name: string, path: string) =>
      name === 'name' || (name === 'title' && !/variant/i.test(path));
    const walk = ({ properties = {}, items, anyOf = [] }: Shape, path: string): void => {
      for (const [name, member] of Object.entries(properties)) {
        if (isName(name, path) && !('pattern' in member)) blank.push(`${path}/${name}`);
        walk(member, `${path}/${name}`);
      }
      for (const each of items ? [...anyOf, items] : anyOf) walk(each, path);
    };
    for (const { id, body } of ALL_OPERATIONS) if (body) walk(body as Shape, id);

    expect(blank).to.deep.equal([]);
  });
});
