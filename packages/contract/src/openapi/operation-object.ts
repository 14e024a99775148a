import type { TSchema } from 'typebox';
import { type AnyOperation, commonErrors, requiredMembers, requiresBody } from '../operation.ts';
import { chapterOf } from './chapters.ts';
import { deprecationText } from './deprecation-text.ts';
import { type HeaderName, headerRefs } from './headers.ts';
import { problemResponses } from './problems.ts';
import { codeSamples } from './samples.ts';
import { securityOf } from './security.ts';

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Any text that others can’t guess, such as a UUID. The same key and body within 24 hours get the first response again',
  schema: { type: 'string', pattern: '^[!-~]{1,255}$' },
  example: '3f0d3b0e-6a43-4d51-a1d7-5f1b6b3a2f90',
};

/** An operation as OpenAPI says it. */
export function operationObject(operation: AnyOperation, links: Record<string, object>): object {
  const { auth, deprecated, examples } = operation;
  return {
    operationId: operation.id,
    tags: [chapterOf(operation)],
    summary: operation.summary,
    description: [
      operation.description,
      ...(operation.withoutKey ? [`Takes no Idempotency-Key: ${operation.withoutKey}`] : []),
      ...(deprecated ? [deprecationText(deprecated)] : []),
    ].join('\n\n'),
    ...(deprecated ? { deprecated: true, 'x-sunset': deprecated.sunset } : {}),
    security: securityOf(auth),
    ...(auth.kind === 'admin' && auth.permission ? { 'x-permission': auth.permission } : {}),
    parameters: [
      ...parameters('path', operation.params),
      ...parameters('query', operation.query),
      ...(operation.idempotent ? [IDEMPOTENCY_KEY] : []),
      ...conditions(operation),
      ...(auth.kind === 'provider-signature' ? [] : [{ $ref: '#/components/parameters/Prefer' }]),
    ],
    ...(operation.body
      ? {
          requestBody: {
            required: requiresBody(operation),
            content: json(requestSchema(operation.body), examples.body),
          },
        }
      : {}),
    ...(operation.streams
      ? { requestBody: { required: true, content: contents(operation.streams, examples.files) } }
      : {}),
    responses: {
      [operation.response.status]: success(operation, links),
      ...(operation.revalidates ? { 304: { description: 'Unchanged since the ETag in If-None-Match' } } : {}),
      ...(operation.redirects
        ? {
            308: {
              description: 'Now at another address',
              headers: {
                Location: { description: 'Its address', schema: { type: 'string', format: 'uri-reference' } },
              },
            },
          }
        : {}),
      ...problemResponses([...commonErrors(operation), ...operation.errors]),
    },
    'x-codeSamples': codeSamples(operation, examplesInPath(operation.params)),
  };
}

/** The schema as a request is written: members that the service fills in aren't required. */
function requestSchema(body: TSchema): TSchema {
  const { required: all = [] } = body as { required?: string[] };
  const required = requiredMembers(body);
  return required.length === all.length ? body : { ...body, required };
}

const FILE = { schema: { type: 'string', format: 'binary' } };

function success(
  { auth, response, examples, deprecated, idempotent, shownOnce, revalidates }: AnyOperation,
  links: Record<string, object>,
): object {
  const { description, schema, contentType, contentTypes } = response;
  const hasVersion = schema?.properties?.version?.type === 'integer';
  const headers: HeaderName[] = ['X-Request-Id', 'X-API-Version'];
  if (auth.kind !== 'provider-signature') headers.push('Preference-Applied');
  if (hasVersion || revalidates) headers.push('ETag');
  if (idempotent) headers.push('Idempotent-Replayed');
  if (shownOnce) headers.push('Idempotent-Omitted');
  if (deprecated) headers.push('X-API-Deprecation', 'Deprecation', 'Sunset', 'Link');
  return {
    description,
    headers: headerRefs(...headers),
    ...(contentType ? { content: Object.fromEntries([contentType].flat().map((type) => [type, FILE])) } : {}),
    ...(contentTypes ? { content: contents(contentTypes, examples.files) } : {}),
    ...(schema && !contentTypes ? { content: json(schema, examples.response) } : {}),
    ...(Object.keys(links).length > 0 ? { links } : {}),
  };
}

function parameters(place: 'path' | 'query', schema: TSchema | undefined): object[] {
  const { properties = {}, required = [] } = (schema ?? {}) as {
    properties?: Record<string, TSchema & { format?: string }>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || (required.includes(name) && !('default' in property)),
    schema: property,
    ...(place === 'path' ? { example: exampleInPath(property) } : {}),
  }));
}

function examplesInPath(params: TSchema | undefined): Record<string, string> {
  const { properties = {} } = (params ?? {}) as { properties?: Record<string, { format?: string }> };
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, exampleInPath(property)]),
  );
}

function exampleInPath({ format }: { format?: string }): string {
  return format === 'uuid' ? EXAMPLE_ID : 'darjeeling';
}

const EXAMPLE_ID = '0b7e6a52-6d0f-4d7f-9a51-3c4a5be1d6f0';

const FORM = 'multipart/form-data';

/** Bodies that are no JSON, and sent as they are made. */
function contents(contentTypes: readonly string[], files: Readonly<Record<string, string>> = {}): object {
  return Object.fromEntries(
    contentTypes.map((type) => [
      type,
      { schema: schemaOf(type), ...(type in files ? { example: exampleOf(type, files[type]) } : {}) },
    ]),
  );
}

function exampleOf(contentType: string, file: string | undefined): unknown {
  return contentType === FORM ? { file } : file;
}

function schemaOf(contentType: string): object {
  if (contentType.startsWith('image/')) return { type: 'string', format: 'binary' };
  if (contentType !== FORM) return { type: 'string' };
  return { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' } } };
}

/** The conditional headers that the operation respects. */
function conditions({ ifMatch, revalidates }: AnyOperation): object[] {
  const header = (name: string, description: string, example: string) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string' },
    example,
  });
  const onlyOn =
    'Execute the request only on this version, an ETag such as `"3"`; without it the last write wins';
  return [
    ...(ifMatch ? [header('If-Match', onlyOn, '"3"')] : []),
    ...(revalidates
      ? [header('If-None-Match', 'An ETag that is known already', '"2jmj7l5rSw0yVb_vlWAYkK_YBwk"')]
      : []),
  ];
}

function json(schema: TSchema, example: unknown): object {
  return { 'application/json': { schema, ...(example === undefined ? {} : { example }) } };
}
