import {
  ALL_OPERATIONS,
  type AnyDefinition,
  type AnyOperation,
  type InputOf,
  type operations,
  type ResponseOf,
  type Streamed,
} from '@service/contract';
import type { Context, SystemContext } from '@service/core';

type Operations = typeof operations;

/** The operations of the contract by endpoint, such as `GET /health`. */
type ByEndpoint = {
  [Name in keyof Operations as Operations[Name]['endpoint']]: Operations[Name];
};

export type Endpoint = keyof ByEndpoint;

/** Who may call it: the permission that an operator needs, else the kind of the credential. */
type AccessOf<O extends AnyDefinition> = O['auth'] extends { permission: infer P } ? P : O['auth']['kind'];

/** Operations with a tenant's credential get that tenant's context; the others cross tenants or have none. */
type ContextOf<O extends AnyDefinition> = O['auth']['kind'] extends 'admin' | 'store' | 'customer'
  ? Context
  : SystemContext;

/**
 * What a handler is given and returns follows from its endpoint alone. Were the endpoint inferred from them as well, the compiler
 * would go through the conditional types of all schemas, one inside the other, and give up on it.
 */
type Given<O extends AnyDefinition> = NoInfer<InputOf<O>>;
type Returned<O extends AnyDefinition> = NoInfer<ResponseOf<O>>;
type ContextFor<O extends AnyDefinition> = NoInfer<ContextOf<O>>;

export type Handler<O extends AnyDefinition> = (
  ctx: ContextFor<O>,
  input: Given<O>,
) => Promise<Returned<O> | Streamed>;

/** One operation of the contract and the function that executes it. */
export interface Route {
  operation: AnyOperation;
  handler(ctx: Context | SystemContext, input: InputOf<AnyOperation>): Promise<unknown>;
  after?: ((ctx: Context | SystemContext, kept: unknown) => Promise<unknown>) | undefined;
}

const operationAt = new Map<string, AnyOperation>(ALL_OPERATIONS.map((each) => [each.endpoint, each]));

/**
 * The route of an operation of the contract. Endpoint and access are the contract's, said again so that they can be read
 * beside the handler: the compiler refuses any other.
 */
export function route<E extends Endpoint>(
  endpoint: E,
  access: AccessOf<ByEndpoint[E]>,
  handler: Handler<ByEndpoint[E]>,
): Route;
/** `after` follows the commit of what is done once, such as a request to a provider; a repetition runs it again. */
export function route<E extends Endpoint, Kept>(
  endpoint: E,
  access: AccessOf<ByEndpoint[E]>,
  once: (ctx: ContextFor<ByEndpoint[E]>, input: Given<ByEndpoint[E]>) => Promise<Kept>,
  after: (ctx: ContextFor<ByEndpoint[E]>, kept: Kept) => Promise<Returned<ByEndpoint[E]>>,
): Route;
export function route(endpoint: Endpoint, _access: unknown, handler: unknown, after?: unknown): Route {
  const operation = operationAt.get(endpoint) as AnyOperation;
  return { operation, handler: handler as Route['handler'], after: after as Route['after'] };
}

/** The route of any operation, also of one that isn't in the contract. */
export function routeOf<O extends AnyDefinition>(operation: O, handler: Handler<NoInfer<O>>): Route {
  return { operation: { id: operation.endpoint, ...operation }, handler: handler as Route['handler'] };
}
