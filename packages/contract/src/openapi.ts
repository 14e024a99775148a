import { EVENT_NAMES } from './events.ts';
import { CHAPTERS, chapterOf } from './openapi/chapters.ts';
import { HEADERS, PREFER } from './openapi/headers.ts';
import { INTRODUCTION } from './openapi/introduction.ts';
import { linkFinder } from './openapi/links.ts';
import { nameSchemas } from './openapi/named-schemas.ts';
import { operationObject } from './openapi/operation-object.ts';
import { PROBLEM_EXAMPLES, PROBLEM_RESPONSES, PROBLEM_SCHEMA } from './openapi/problems.ts';
import { SECURITY_SCHEMES } from './openapi/security.ts';
import { DELIVERY_HEADERS, webhookObject } from './openapi/webhook-object.ts';
import type { AnyOperation } from './operation.ts';
import { CORE_VERSION } from './version.ts';

/** The whole interface as OpenAPI 3.1, from the operations and the event catalogue alone. */
export function openApiDocument(operations: readonly AnyOperation[]): object {
  const paths: Record<string, Record<string, object>> = {};
  const linksOf = linkFinder(operations);
  // Operations that create a store come before those that need one.
  const isFirst = ({ auth }: AnyOperation) => auth.kind === 'setup';
  for (const operation of operations.toSorted((a, b) => Number(isFirst(b)) - Number(isFirst(a)))) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: operationObject(operation, linksOf(operation)),
    };
  }
  const webhooks = Object.fromEntries(EVENT_NAMES.map((name) => [name, webhookObject(name)]));
  const { document, schemas } = nameSchemas(plain({ paths, webhooks }));
  const responses = pointedAt('responses', PROBLEM_RESPONSES, document);
  const within = { document, responses };
  return opened({
    openapi: '3.1.0',
    info: {
      title: 'Commerce Service',
      version: CORE_VERSION,
      description: INTRODUCTION,
    },
    servers: [{ url: '/' }],
    tags: tagsOf(operations),
    ...document,
    components: {
      schemas: { Problem: PROBLEM_SCHEMA, ...schemas },
      responses,
      examples: pointedAt('examples', PROBLEM_EXAMPLES, within),
      headers: pointedAt('headers', HEADERS, within),
      parameters: { Prefer: PREFER, ...DELIVERY_HEADERS },
      securitySchemes: SECURITY_SCHEMES,
    },
  });
}

function tagsOf(operations: readonly AnyOperation[]): object[] {
  const used = new Set(operations.map(chapterOf));
  return CHAPTERS.filter(({ name }) => used.has(name)).map(({ name, description }) => ({
    name,
    description,
  }));
}

/** The components that something points at. */
function pointedAt(kind: string, components: Readonly<Record<string, object>>, within: object): object {
  const text = JSON.stringify(within);
  return Object.fromEntries(
    Object.entries(components).filter(([name]) => text.includes(`"#/components/${kind}/${name}"`)),
  );
}

/** Schemas carry hidden marks of the library that made them; the document is JSON and nothing else. */
function plain<T>(document: T): T {
  return JSON.parse(JSON.stringify(document));
}

/**
 * Without `additionalProperties: false`: requests may hold members that the service drops, and responses may gain some
 * in a minor version.
 */
function opened<T>(document: T): T {
  return JSON.parse(JSON.stringify(document), (name, value) =>
    name === 'additionalProperties' && value === false ? undefined : value,
  );
}
