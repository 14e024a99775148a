import type { TSchema } from 'typebox';
import { ERRORS, type ErrorCode } from './errors.ts';
import { ENVELOPE_HEADERS, EVENTS, type EventName, envelopeSchema } from './events.ts';
import { type AnyOperation, type Auth, commonErrors } from './operation.ts';
import { CORE_VERSION } from './version.ts';

const SECURITY: Record<Exclude<Auth['kind'], 'public'>, { name: string; scheme: object }> = {
  admin: { name: 'adminToken', scheme: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
  setup: { name: 'setupToken', scheme: { type: 'http', scheme: 'bearer', description: 'SETUP_TOKEN' } },
  store: { name: 'publishableKey', scheme: { type: 'apiKey', in: 'header', name: 'X-Publishable-Key' } },
  customer: {
    name: 'customerSession',
    scheme: {
      type: 'http',
      scheme: 'bearer',
      description: 'Session token of POST /store/v1/customers/login',
    },
  },
  'provider-signature': {
    name: 'paymentSignature',
    scheme: { type: 'apiKey', in: 'header', name: 'payment-signature' },
  },
};

const problem = {
  type: 'object',
  required: ['type', 'title', 'status', 'code', 'detail', 'requestId'],
  properties: {
    type: { type: 'string', format: 'uri-reference' },
    title: { type: 'string' },
    status: { type: 'integer' },
    code: { type: 'string', enum: Object.keys(ERRORS) },
    detail: { type: 'string' },
    requestId: { type: 'string' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['path', 'code', 'message'],
        properties: { path: { type: 'string' }, code: { type: 'string' }, message: { type: 'string' } },
      },
    },
  },
};

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'A repetition with the same key and body within 24 hours gets the first answer again',
  schema: { type: 'string', pattern: '^[!-~]{1,255}$' },
};

/** The whole interface as OpenAPI 3.1, from the operations and the event catalogue alone. */
export function openApiDocument(operations: readonly AnyOperation[]): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of operations) {
    paths[operation.path] ??= {};
    Object.assign(paths[operation.path] as object, {
      [operation.method.toLowerCase()]: operationObject(operation),
    });
  }
  return plain({
    openapi: '3.1.0',
    info: {
      title: 'Commerce Service',
      version: CORE_VERSION,
      description: 'A self-hosted, multi-tenant online-store backend whose webhooks can be trusted.',
    },
    servers: [{ url: '/' }],
    tags: [...new Set(operations.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    webhooks: Object.fromEntries(
      (Object.keys(EVENTS) as EventName[]).map((name) => [name, webhookObject(name)]),
    ),
    components: {
      schemas: { Problem: problem },
      securitySchemes: Object.fromEntries(Object.values(SECURITY).map(({ name, scheme }) => [name, scheme])),
    },
  });
}

function operationObject(operation: AnyOperation): object {
  const { status, description, schema, contentType, contentTypes } = operation.response;
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    description: operation.description,
    security: operation.auth.kind === 'public' ? [] : [{ [SECURITY[operation.auth.kind].name]: [] }],
    ...(operation.auth.kind === 'admin' && operation.auth.permission
      ? { 'x-permission': operation.auth.permission }
      : {}),
    parameters: [
      ...parameters('path', operation.params),
      ...parameters('query', operation.query),
      ...(operation.idempotent ? [IDEMPOTENCY_KEY] : []),
      ...conditions(operation),
    ],
    ...(operation.body
      ? { requestBody: { required: true, content: json(operation.body, operation.examples.body) } }
      : {}),
    ...(operation.streams ? { requestBody: { required: true, content: texts(operation.streams) } } : {}),
    responses: {
      [status]: {
        description,
        ...(contentType ? { content: { [contentType]: {} } } : {}),
        ...(contentTypes ? { content: texts(contentTypes) } : {}),
        ...(schema && !contentTypes ? { content: json(schema, operation.examples.response) } : {}),
      },
      ...(operation.revalidates
        ? { 304: { description: 'Still the same as the ETag in If-None-Match' } }
        : {}),
      ...(operation.redirects
        ? {
            308: {
              description: 'Now at another address',
              headers: { Location: { schema: { type: 'string', format: 'uri-reference' } } },
            },
          }
        : {}),
      ...errorResponses([...commonErrors(operation), ...operation.errors]),
    },
  };
}

function parameters(place: 'path' | 'query', schema: TSchema | undefined): object[] {
  const { properties = {}, required = [] } = (schema ?? {}) as {
    properties?: Record<string, TSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || (required.includes(name) && !('default' in property)),
    schema: property,
  }));
}

/** Bodies that are text and sent as they are made. */
function texts(contentTypes: readonly string[]): object {
  return Object.fromEntries(contentTypes.map((type) => [type, { schema: { type: 'string' } }]));
}

/** The conditional headers that the operation heeds. */
function conditions({ errors, revalidates }: AnyOperation): object[] {
  const header = (name: string, description: string) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string' },
  });
  return [
    ...(errors.includes('precondition_failed')
      ? [
          header(
            'If-Match',
            'Carry it out only on this version, an ETag such as `"3"`; without it the last write wins',
          ),
        ]
      : []),
    ...(revalidates ? [header('If-None-Match', 'An ETag that is known already')] : []),
  ];
}

function errorResponses(codes: ErrorCode[]): Record<string, object> {
  const byStatus: Record<string, ErrorCode[]> = {};
  for (const code of codes) {
    const { status } = ERRORS[code];
    byStatus[status] = [...(byStatus[status] ?? []), code];
  }
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, list]) => [
      status,
      {
        description: list.map((code) => `\`${code}\`: ${ERRORS[code].title}`).join(' · '),
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]),
  );
}

function webhookObject(name: EventName): object {
  return {
    post: {
      operationId: `on ${name}`,
      tags: ['Webhooks'],
      summary: `Fires when ${EVENTS[name].firesWhen}`,
      description: `${EVENTS[name].payloadType}. Delivered at least once; deduplicate on \`id\`.`,
      parameters: Object.entries(ENVELOPE_HEADERS).map(([header, text]) => ({
        name: header,
        in: 'header',
        required: true,
        description: text,
        schema: { type: 'string' },
      })),
      requestBody: { required: true, content: { 'application/json': { schema: envelopeSchema(name) } } },
      responses: { '2XX': { description: 'Delivered. Any other answer, or none in time, is tried again.' } },
    },
  };
}

function json(schema: TSchema, example: unknown): object {
  return { 'application/json': { schema, ...(example === undefined ? {} : { example }) } };
}

/** Schemas carry hidden marks of the library that made them; the document is JSON and nothing else. */
function plain(document: object): object {
  return JSON.parse(JSON.stringify(document));
}
