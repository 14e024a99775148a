import type { AnyOperation, InputOf, ResponseOf, Streamed } from '@service/contract';
import type { Context, SystemContext } from '@service/core';

/** Operations with a tenant's credential get that tenant's context; the others cross tenants or have none. */
type ContextOf<O extends AnyOperation> = O['auth']['kind'] extends 'admin' | 'store' | 'customer'
  ? Context
  : SystemContext;

export type Handler<O extends AnyOperation> = (
  ctx: ContextOf<O>,
  input: InputOf<O>,
) => Promise<ResponseOf<O> | Streamed>;

/** One operation of the contract and the function that carries it out. */
export interface Route {
  operation: AnyOperation;
  handler(ctx: Context | SystemContext, input: InputOf<AnyOperation>): Promise<unknown>;
  /** What comes after the handler's transaction, such as a question to somebody else; also for a repetition. */
  complete?(ctx: Context | SystemContext, result: unknown): Promise<unknown>;
}

export function operation<O extends AnyOperation>(
  definition: O,
  handler: Handler<NoInfer<O>>,
  complete?: (ctx: ContextOf<NoInfer<O>>, result: ResponseOf<NoInfer<O>>) => Promise<ResponseOf<NoInfer<O>>>,
): Route {
  return {
    operation: definition,
    handler: handler as Route['handler'],
    ...(complete ? { complete: complete as NonNullable<Route['complete']> } : {}),
  };
}
