import {
  ALL_OPERATIONS,
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
  [Name in keyof Operations as `${Operations[Name]['method']} ${Operations[Name]['path']}`]: Operations[Name];
};

export type Endpoint = keyof ByEndpoint;

/** Who may call it: the permission that an operator needs, else the kind of the credential. */
type AccessOf<O extends AnyOperation> = O['auth'] extends { permission: infer P } ? P : O['auth']['kind'];

/** Operations with a tenant's credential get that tenant's context; the others cross tenants or have none. */
type ContextOf<O extends AnyOperation> = O['auth']['kind'] extends 'admin' | 'store' | 'customer'
  ? Context
  : SystemContext;

export type Handler<O extends AnyOperation> = (
  ctx: ContextOf<O>,
  input: InputOf<O>,
) => Promise<ResponseOf<O> | Streamed>;

/**
 * Runs a step once for each Idempotency-Key, and with `If-Match` on that version only: in one transaction then, whose
 * context `fn` gets. A repetition gets the first result.
 */
export type Once = <Ctx extends Context | SystemContext, T>(
  ctx: Ctx,
  fn: (ctx: Ctx) => Promise<T>,
) => Promise<T>;

/** A handler that has more to do than what is done once, such as a request to a provider after the commit. */
export type HandlerInSteps<O extends AnyOperation> = (
  ctx: ContextOf<O>,
  input: InputOf<O>,
  once: Once,
) => Promise<ResponseOf<O> | Streamed>;

/** One operation of the contract and the function that executes it. */
export interface Route {
  operation: AnyOperation;
  handler(ctx: Context | SystemContext, input: InputOf<AnyOperation>, once: Once): Promise<unknown>;
}

const operationAt = new Map(ALL_OPERATIONS.map((each) => [`${each.method} ${each.path}`, each]));

/**
 * The route of an operation of the contract. Endpoint and access are the contract's, said again so that they can be read
 * beside the handler: the compiler refuses any other.
 */
export function route<E extends Endpoint>(
  endpoint: E,
  _access: AccessOf<ByEndpoint[E]>,
  handler: Handler<ByEndpoint[E]>,
): Route {
  return routeOf(operationAt.get(endpoint) as ByEndpoint[E], handler);
}

/** A route whose handler says what is done once. */
export function routeInSteps<E extends Endpoint>(
  endpoint: E,
  _access: AccessOf<ByEndpoint[E]>,
  handler: HandlerInSteps<ByEndpoint[E]>,
): Route {
  return { operation: operationAt.get(endpoint) as AnyOperation, handler: handler as Route['handler'] };
}

/** The route of any operation, also of one that isn't in the contract. */
export function routeOf<O extends AnyOperation>(operation: O, handler: Handler<NoInfer<O>>): Route {
  const whole = handler as (ctx: Context | SystemContext, input: InputOf<AnyOperation>) => Promise<unknown>;
  return { operation, handler: (ctx, input, once) => once(ctx, (inner) => whole(inner, input)) };
}
