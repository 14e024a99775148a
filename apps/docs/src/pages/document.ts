import { readFileSync } from 'node:fs';

/** The part of openapi.json that the pages read. */
export interface OpenApi {
  info: { version: string; description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: Operation }>;
  components: {
    schemas: Record<string, Schema>;
    parameters: Record<string, Parameter>;
    responses: Record<string, Response>;
  };
}

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  deprecated?: boolean;
  security: Record<string, string[]>[];
  'x-permission'?: string;
  'x-codeSamples'?: { label: string; source: string }[];
  parameters: (Parameter | Ref)[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, Response | Ref>;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string;
  schema: Schema;
  example?: string;
}

export interface Response {
  description: string;
  content?: Content;
}

type Content = Record<string, { schema: Schema; example?: unknown }>;

export interface Ref {
  $ref: string;
}

export interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  format?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: Schema | boolean;
  anyOf?: Schema[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
}

/** The interface as the service says it of itself. */
export const document: OpenApi = JSON.parse(
  readFileSync(new URL('../../../../openapi.json', import.meta.url), 'utf8'),
);

const nameOf = ({ $ref }: Ref) => $ref.slice($ref.lastIndexOf('/') + 1);

export function parameterOf(parameter: Parameter | Ref): Parameter {
  return '$ref' in parameter ? (document.components.parameters[nameOf(parameter)] as Parameter) : parameter;
}

/** A response, with the name of the error that it describes where it has one. */
export function responseOf(response: Response | Ref): Response & { code?: string } {
  if (!('$ref' in response)) return response;
  const code = nameOf(response);
  return { ...(document.components.responses[code] as Response), code };
}

export interface Chapter {
  /** The address below /docs/reference. */
  slug: string;
  name: string;
  description: string;
  operations: PlacedOperation[];
}

export interface PlacedOperation extends Operation {
  method: string;
  path: string;
}

/** The operations by chapter, in the order of the document. */
export const chapters: readonly Chapter[] = document.tags.map(({ name, description }) => ({
  slug: name.toLowerCase().replaceAll(' ', '-'),
  name,
  description,
  operations: Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation.tags.includes(name))
      .map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  ),
}));
