import type { Static, TObject, TSchema } from 'typebox';
import type { ErrorCode } from './errors.ts';
import type { Permission } from './permissions.ts';
import type { PortalCapability } from './portal.ts';
import { id, object } from './schema.ts';

/** Resources with a `version`, which is their ETag. */
export type VersionedResource =
  | 'address'
  | 'cart'
  | 'category'
  | 'compliance'
  | 'customer'
  | 'customer-group'
  | 'discount'
  | 'draft-order'
  | 'mail-settings'
  | 'notification-settings'
  | 'order'
  | 'payment-account'
  | 'portal-settings'
  | 'price-list'
  | 'privacy-settings'
  | 'product'
  | 'settings'
  | 'shipping-settings'
  | 'subscription'
  | 'tax-settings'
  | 'user'
  | 'variant';

/** The kind of caller of an operation, and its credential. */
export type Auth =
  | { kind: 'public' }
  /**
   * `Authorization: Bearer <admin token>`, with this permission when one is named. A session of the subscribers' portal
   * calls it only where `portal` says by which capability.
   */
  | { kind: 'admin'; permission?: Permission; portal?: PortalCapability | 'any' }
  /** `Authorization: Bearer <SETUP_TOKEN>`. */
  | { kind: 'setup' }
  /** `X-Publishable-Key: pk_…` names the store. A customer's session may come along where the operation respects it. */
  | { kind: 'store'; session?: 'optional' }
  /** `Authorization: Bearer <session token>` of a signed-in customer; it also names the store. */
  | { kind: 'customer' }
  /** `payment-signature` over the raw body. */
  | { kind: 'provider-signature' };

/** An operation's deprecation: headers, the reference and OpenAPI read it from here. See docs/versioning.md. */
export interface Deprecation {
  /** The minor release that announced it, and its day. */
  since: `${number}.${number}.${number}`;
  announced: `${number}-${number}-${number}`;
  /** The major release that removes it, and the earliest day of that: 12 months after the announcement or later. */
  removal: `${number}.0.0`;
  sunset: `${number}-${number}-${number}`;
  /** The migration guide: a page of the reference, such as `/docs/versioning`, or an absolute address. */
  guide: string;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

type Path = `/${string}`;

/** The names in the braces of a path. */
type ParamOf<U extends string> = U extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamOf<Rest>
  : never;

type IdParams<U extends string> = TObject<{ [Name in ParamOf<U>]: typeof id }>;

export interface Operation<
  P extends TObject = TObject,
  Q extends TObject = TObject,
  B extends TSchema = TSchema,
  R extends TSchema = TSchema,
  A extends Auth = Auth,
  M extends Method = Method,
  U extends Path = Path,
> {
  /** OpenAPI's operationId, and the client's method name. Left out: the name of its export. */
  id?: string;
  /** Method and path, OpenAPI style: `GET /admin/v1/products/{productId}`. The route of the API says the same. */
  endpoint: `${M} ${U}`;
  method: M;
  path: U;
  summary: string;
  description: string;
  auth: A;
  deprecated?: Deprecation;
  /** Takes an Idempotency-Key. Every POST does, so it isn't declared by hand. */
  idempotent?: boolean;
  /** The reason why a POST takes no Idempotency-Key, for users of the API. */
  withoutKey?: string;
  /** The member of the response that is a secret: a repetition by Idempotency-Key gets the response without it. */
  shownOnce?: string;
  /** Respects `If-Match`: executed only on this version of the resource that it changes. */
  ifMatch?: VersionedResource;
  /** Left out: UUIDs by the names in the path. */
  params?: P;
  query?: Q;
  body?: B;
  /** The response may be cached, for `keepSeconds` without asking, and revalidated by its ETag; 304 where it is still the same. Only for reads. */
  revalidates?: true | { keepSeconds: number };
  /** A former address redirects (308) to the current one. */
  redirects?: true;
  /** Its response may wait until something happens. */
  waits?: true;
  /** It may be read from a replica that has all that was committed before. Every list that doesn't wait is. */
  fromReplica?: boolean;
  /** Media types of a body that is too large to be held; the handler reads it as it comes. Instead of `body`. */
  streams?: readonly string[];
  /** `contentType` is for a response that isn’t JSON: the handler then returns a `FileAnswer`. Of several, it says which. */
  response: {
    status: 200 | 201 | 202 | 204;
    description: string;
    schema?: R;
    contentType?: 'application/pdf' | 'application/xml' | readonly ['application/pdf', 'image/png'];
    /** Media types of a response that is text, sent as it is made. The handler returns it in pieces. */
    contentTypes?: readonly string[];
  };
  /** Refusals beyond those that every operation of its kind has. */
  errors: readonly ErrorCode[];
  /** `files` are what streamed bodies and responses look like, by media type. */
  examples: { body?: Static<B>; response?: Static<R>; files?: Readonly<Record<string, string>> };
}

/** Members that a literal leaves out: `defineOperation` derives them, or there are none. */
type LeftOut = 'method' | 'path' | 'errors' | 'examples';

/**
 * An operation is data before it is code; its literal gives validators, types, OpenAPI and client methods. A POST takes
 * an Idempotency-Key unless it says why not.
 */
export function defineOperation<
  Q extends TObject,
  B extends TSchema,
  R extends TSchema,
  const A extends Auth,
  const M extends Method,
  const U extends Path,
  P extends TObject = IdParams<U>,
>(
  operation: Omit<Operation<P, Q, B, R, A, M, U>, LeftOut> &
    Partial<Pick<Operation<P, Q, B, R, A, M, U>, 'errors' | 'examples'>>,
): Operation<P, Q, B, R, A, M, U> {
  const { endpoint, query, waits, withoutKey } = operation;
  const [method, path] = endpoint.split(' ') as [M, U];
  const params = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, id]);
  const isList = method === 'GET' && 'page' in (query?.properties ?? {}) && !waits;
  return {
    fromReplica: isList,
    errors: [],
    examples: {},
    ...(params.length > 0 ? { params: object(Object.fromEntries(params)) as unknown as P } : {}),
    ...operation,
    method,
    path,
    idempotent: method === 'POST' && withoutKey === undefined,
  };
}

// biome-ignore lint/suspicious/noExplicitAny: the widest operation; variance makes `any` the only fitting bound.
export type AnyDefinition = Operation<any, any, any, any, Auth, Method, Path>;

/** One with its name, as `ALL_OPERATIONS` has it. */
export type AnyOperation = AnyDefinition & { id: string };

type StaticOf<T> = T extends TSchema ? Static<T> : never;

/** The input of a handler: validated, coerced, unknown members dropped. */
export interface InputOf<O extends AnyDefinition> {
  params: StaticOf<NonNullable<O['params']>>;
  query: StaticOf<NonNullable<O['query']>>;
  body: StaticOf<NonNullable<O['body']>>;
  /** The exact bytes of the body; only for operations authenticated by a signature over them. */
  rawBody: Buffer;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The body as it comes; only for operations that stream it. */
  stream: AsyncIterable<Uint8Array>;
  /** Aborts when the client is gone: for operations that wait. */
  signal: AbortSignal;
  /** The address at which the client reaches the service, such as `https://api.example`: for addresses in responses. */
  origin: string;
}

export type ResponseOf<O extends AnyDefinition> = StaticOf<NonNullable<O['response']['schema']>>;

/** A response that is sent as it is made. */
export interface Streamed {
  contentType: string;
  /** The name under which a browser saves it; absent: it shows it. */
  fileName?: string;
  pieces: AsyncIterable<string>;
}

/** Refusals that every operation can return, by what it is. */
export function commonErrors(operation: AnyOperation): ErrorCode[] {
  const codes: ErrorCode[] = [
    'internal_error',
    'dependency_unavailable',
    'too_many_requests',
    'validation_failed',
    'request_timeout',
    'headers_too_large',
  ];
  if (operation.body) codes.push('malformed_json', 'payload_too_large', 'unsupported_media_type');
  if (operation.params) codes.push('malformed_path', 'not_found');
  if (operation.ifMatch) codes.push('precondition_failed');
  if (operation.idempotent) codes.push('idempotency_key_in_flight', 'idempotency_key_reused');
  if (operation.auth.kind === 'provider-signature') codes.push('invalid_signature');
  if (operation.auth.kind !== 'public' && operation.auth.kind !== 'provider-signature') {
    codes.push('unauthenticated');
    if (operation.auth.kind !== 'setup') codes.push('store_suspended');
  }
  // Without a permission too: a portal session is refused what doesn't name a capability.
  if (operation.auth.kind === 'admin' && operation.auth.portal !== 'any') codes.push('permission_missing');
  return codes;
}

/** The members of a body that a request must send: one that has a default may be left out. */
export function requiredMembers(body: AnyOperation['body']): string[] {
  const { required = [], properties = {} } = (body ?? {}) as { required?: string[]; properties?: object };
  const hasDefault = (name: string) => 'default' in ((properties as Record<string, object>)[name] ?? {});
  return required.filter((name) => !hasDefault(name));
}

/** Whether a request must have a body: also a PATCH or PUT whose members may all be left out. */
export function requiresBody({ method, body, streams }: AnyOperation): boolean {
  if (streams || (body && method !== 'POST')) return true;
  return requiredMembers(body).length > 0 || Number(body?.minProperties) > 0;
}

/** The result of the handler of an operation with a `contentType`. */
export interface FileAnswer {
  fileName: string;
  contentType?: string;
  bytes: Uint8Array;
}
