import { readFileSync } from 'node:fs';
import { Script } from 'node:vm';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect } from 'chai';
import {
  ALL_OPERATIONS,
  clientMethodOf,
  clientOf,
  EVENT_NAMES,
  FORMATS,
  openApiDocument,
} from '../src/index.ts';

interface Exchange {
  operationId: string;
  summary: string;
  description: string;
  security?: Record<string, string[]>[];
  parameters: { name: string; in: string; required: boolean; schema: object }[];
  requestBody?: { required: boolean; content: Record<string, Content> };
  responses: Record<string, Answer>;
}
interface Answer {
  description: string;
  content?: Record<string, Content>;
  links?: Record<string, { operationId: string; parameters: Record<string, string> }>;
}
interface Document {
  openapi: string;
  paths: Record<string, Record<string, Exchange>>;
  webhooks: Record<
    string,
    {
      post: Omit<Exchange, 'parameters'> & {
        parameters: { $ref: string }[];
        requestBody: { content: Record<string, { schema: object }> };
      };
    }
  >;
  components: { securitySchemes: Record<string, object>; schemas: Record<string, object> };
}

interface Content {
  schema?: { format?: string };
  example?: unknown;
  examples?: object;
}

/** A store is read with credentials of its own, and a customer's own profile with a session. */
const WITHOUT_LINK = new Set(['createTenant', 'registerCustomer', 'uploadPicture']);

const document = openApiDocument(ALL_OPERATIONS) as Document;
const exchanges = Object.values(document.paths).flatMap((path) => Object.values(path));

/** What is referred to is compiled once: to compile some hundreds takes seconds of nothing but CPU, which others may want too. */
const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, inlineRefs: false });
addFormats.default(ajv);
for (const [name, isOfFormat] of Object.entries(FORMATS)) ajv.addFormat(name, isOfFormat);
ajv.addKeyword('components');
ajv.addSchema({ $id: 'document', components: document.components as object });

/** Compiles a schema that refers to others of the document. */
function compile(schema: object): ValidateFunction {
  return ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"document#/components')));
}

/** Every object of the document that has this member. */
function* holdersOf(member: string, within: unknown): Generator<Record<string, unknown>> {
  if (typeof within !== 'object' || within === null) return;
  if (member in within) yield within as Record<string, unknown>;
  for (const child of Object.values(within)) yield* holdersOf(member, child);
}

describe('the OpenAPI document', () => {
  it('is version 3.1 and has every operation', () => {
    expect(document.openapi).to.equal('3.1.0');
    expect(exchanges.map(({ operationId }) => operationId)).to.have.members(
      ALL_OPERATIONS.map(({ id }) => id),
    );
  });

  it('is the file that is checked in (else: pnpm --filter @service/contract openapi)', () => {
    const file = readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8');

    expect(JSON.parse(file)).to.deep.equal(document);
    expect(file).to.equal(`${JSON.stringify(JSON.parse(file), null, 2)}\n`);
  });

  it('points nowhere that does not exist', () => {
    const refs = [...holdersOf('$ref', document)].map(({ $ref }) => $ref as string);

    expect(refs).to.not.be.empty;
    for (const ref of refs) {
      const target = ref
        .replace(/^#\//, '')
        .split('/')
        .reduce<unknown>((at, name) => (at as Record<string, unknown>)?.[name], document);
      expect(target, ref).to.be.an('object');
    }
    const schemes = Object.keys(document.components.securitySchemes);
    for (const { security = [] } of exchanges)
      for (const need of security) expect(schemes).to.include.members(Object.keys(need));
  });

  it('holds JSON Schemas that compile', () => {
    // Also a check of /health is called `schema`, in its example.
    const schemas = [...holdersOf('schema', document)]
      .map(({ schema }) => schema)
      .filter((schema): schema is object => typeof schema === 'object');

    expect(schemas).to.have.length.above(50);
    // Parameters have the same ones again and again.
    const texts = [...schemas, ...Object.values(document.components.schemas)].map((schema) =>
      JSON.stringify(schema),
    );
    for (const text of new Set(texts)) compile(JSON.parse(text));
  });

  it('documents that any request may be refused for being slow or having many headers', () => {
    for (const { operationId, responses } of exchanges)
      expect(Object.keys(responses), operationId).to.include.members(['408', '431']);
  });

  it('requires a body where a member of it is required, and of each PATCH and PUT', () => {
    const requires = (id: string) => exchanges.find((each) => each.operationId === id)?.requestBody?.required;

    expect(requires('createProduct')).to.equal(true);
    expect(requires('updateProduct')).to.equal(true);
    expect(requires('putPortalSettings')).to.equal(true);
    expect(requires('importProducts')).to.equal(true);
    expect(requires('createCart')).to.equal(false);
    expect(requires('importPictures')).to.equal(false);
    expect(requires('createRecovery')).to.equal(true);
  });

  it('requires no member of a body that has a default', () => {
    for (const { operationId, requestBody } of exchanges) {
      const { required = [], properties = {} } = (requestBody?.content['application/json']?.schema ?? {}) as {
        required?: string[];
        properties?: Record<string, object>;
      };
      for (const name of required)
        expect(properties[name], `${operationId}: ${name}`).to.not.have.property('default');
    }
  });

  it('declares each part of a path as a required parameter, and nothing twice', () => {
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const { operationId, parameters } of Object.values(methods)) {
        const inPath = parameters.filter((parameter) => parameter.in === 'path');
        expect(path.match(/\{\w+\}/g) ?? [], operationId).to.have.members(
          inPath.map(({ name }) => `{${name}}`),
        );
        expect(inPath.every(({ required }) => required)).to.equal(true);
        expect(new Set(parameters.map(({ name }) => name)).size).to.equal(parameters.length);
      }
    }
  });

  it('explains every operation and every response', () => {
    for (const { operationId, summary, description, responses } of exchanges) {
      expect(summary, operationId).to.match(/\S/);
      expect(description, operationId).to.match(/\S/);
      for (const answer of Object.values(responses)) expect(answer.description, operationId).to.match(/\S/);
    }
  });

  it('has a schema and an example for every body, sent or returned', () => {
    const bodies = [...holdersOf('content', { paths: document.paths, webhooks: document.webhooks })].flatMap(
      ({ content }) => Object.entries(content as Record<string, Content>),
    );

    expect(bodies).to.have.length.above(150);
    for (const [type, { schema, example, examples }] of bodies) {
      expect(schema, type).to.be.an('object');
      // A PDF can't be shown as text.
      if (schema?.format !== 'binary') expect(example ?? examples, type).to.not.equal(undefined);
    }
  });

  it('shows how each operation is called from a shell and from JavaScript', () => {
    for (const operation of ALL_OPERATIONS) {
      const { 'x-codeSamples': samples } = exchanges.find(
        ({ operationId }) => operationId === operation.id,
      ) as unknown as { 'x-codeSamples': { label: string; source: string }[] };
      const [shell, script] = samples.map(({ source }) => source);

      expect(shell, operation.id)
        .to.match(/^curl /)
        .and.not.include('{id}');
      if (operation.body) expect(shell, operation.id).to.include("-d '{");
      if (script)
        expect(script, operation.id).to.include(
          `await ${clientOf(operation)}.${clientMethodOf(operation.id)}(`,
        );
      if (script) new Script(script.replace(/^import .*$/m, '').replace('await', 'void'));
    }
  });

  it('closes no schema, because unknown members are dropped and responses gain some', () => {
    const closed = [...holdersOf('additionalProperties', document)].filter(
      ({ additionalProperties }) => additionalProperties === false,
    );

    expect(closed).to.be.empty;
  });

  it('leads from what creates a thing to what reads it', () => {
    const links = Object.fromEntries(
      exchanges.flatMap(({ operationId, responses }) =>
        Object.values(responses).flatMap(({ links = {} }) =>
          Object.entries(links).map(([name, { parameters }]) => [`${operationId} → ${name}`, parameters]),
        ),
      ),
    );

    expect(links).to.deep.include({
      'createProduct → getProduct': { productId: '$response.body#/id' },
      'createVariant → getVariant': {
        productId: '$request.path.productId',
        variantId: '$response.body#/id',
      },
      'createSubscription → getSubscriptionStats': { id: '$response.body#/id' },
      'importProducts → getProductImport': { id: '$response.body#/id' },
      'checkout → getCartOrder': { cartId: '$request.path.cartId' },
      'createApiKey → listApiKeys': {},
      'refundOrder → getOrder': { id: '$request.path.id' },
    });
  });

  it('has a link wherever something is created, with every parameter that its target needs', () => {
    for (const { operationId, responses } of exchanges) {
      const { links = {}, content } = responses[201] ?? {};
      const made = content?.['application/json']?.example as { id?: string } | undefined;
      if (made?.id && !WITHOUT_LINK.has(operationId)) expect(links, operationId).to.not.be.empty;
      for (const link of Object.values(links)) {
        const target = exchanges.find((each) => each.operationId === link.operationId);
        const inPath = target?.parameters.filter((each) => each.in === 'path').map(({ name }) => name);
        expect(inPath, operationId).to.have.members(Object.keys(link.parameters));
      }
    }
  });

  it('says each resource once, and refers to it', () => {
    const { schemas } = document.components;
    const refs = [...holdersOf('$ref', document)].map(({ $ref }) => $ref as string);

    expect(schemas).to.include.keys('Address', 'Cart', 'Order', 'Product', 'Variant', 'Problem');
    for (const name of Object.keys(schemas)) expect(refs).to.include(`#/components/schemas/${name}`);
  });

  it('has the events with their envelopes in its webhooks section', () => {
    expect(Object.keys(document.webhooks)).to.deep.equal(EVENT_NAMES);
    expect(EVENT_NAMES).to.deep.equal(Object.keys(document.webhooks));
    for (const { post } of Object.values(document.webhooks)) {
      expect(post.requestBody.content['application/json']?.schema)
        .to.have.property('required')
        .that.has.members(['id', 'event', 'occurredAt', 'data']);
      expect(post.parameters.map(({ $ref }) => $ref.replace('#/components/parameters/', ''))).to.deep.equal([
        'X-Service-Signature',
        'X-Service-Signature-Previous',
        'X-Service-Timestamp',
        'X-Service-Nonce',
        'X-Service-Event',
        'X-Service-Sequence',
        'webhook-id',
        'webhook-timestamp',
        'webhook-signature',
      ]);
    }
  });

  it('has envelopes that a receiver still takes once members are added', () => {
    for (const [name, { post }] of Object.entries(document.webhooks)) {
      const { schema, example } = post.requestBody.content['application/json'] as {
        schema: object;
        example: { data: object };
      };
      const later = { ...example, mood: 'new', data: { ...example.data, mood: 'new' } };

      expect(compile(schema)(later), name).to.equal(true);
    }
  });

  it('has an order.created of a guest, whose customerId is null', () => {
    const { schema, example } = Object.values(
      document.webhooks['order.created']?.post.requestBody.content ?? {},
    )[0] as {
      schema: { properties: { data: { properties: Record<string, object> } } };
      example: { data: object };
    };
    const ofGuest = { ...example, data: { ...example.data, customerId: null } };
    expect(compile(schema)(ofGuest)).to.equal(true);
    expect(schema.properties.data.properties.customerId).to.have.property(
      'description',
      'UUID; null for a guest',
    );
  });
});
