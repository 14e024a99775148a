import { type AnyOperation, type InputOf, refuse } from '@service/contract';
import {
  type Context,
  idempotency,
  inTransaction,
  type SystemContext,
  type Transaction,
  versions,
} from '@service/core';
import type { Request, Response } from 'express';
import { expectedVersions } from './expected-versions.ts';
import type { Once, Route } from './route.ts';

/** Visible ASCII, as a header carries it unharmed. */
const KEY = /^[!-~]{1,255}$/;

interface Exchange {
  input: InputOf<AnyOperation>;
  req: Request;
  res: Response;
}

/** Calls the handler; a repetition with the same Idempotency-Key gets the first response instead. */
export async function execute(
  { operation, handler }: Route,
  ctx: Context | SystemContext,
  { input, req, res }: Exchange,
): Promise<idempotency.Answer<unknown>> {
  let status: number = operation.response.status;
  const key = operation.idempotent ? req.get('idempotency-key') : undefined;
  if (!isOfTenant(ctx)) return { status, result: await handler(ctx, input, (given, fn) => fn(given)) };
  if (key !== undefined) assertKey(key);

  async function once<T>(given: Context, fn: (ctx: Context) => Promise<T>): Promise<T> {
    const assertVersion = versionCheck(operation, input, req);
    if (key === undefined && !assertVersion) return fn(given);
    const change = (tx: Transaction) => {
      if (assertVersion) tx.db.beforeFirstQuery(() => assertVersion(tx));
      return fn(tx);
    };
    if (key === undefined) return inTransaction(given, change);
    const repeatable = {
      key,
      route: `${req.method} ${req.path}`,
      body: input.rawBody,
      status,
      caller: strangersAddress(operation, given),
    };
    let whole: { result: T } | undefined;
    const kept = await idempotency.runOnce(given, repeatable, async (tx) => {
      whole = { result: await change(tx) };
      return withoutSecret(operation, whole.result);
    });
    if (!kept.replayed && whole) return whole.result;
    res.set('Idempotent-Replayed', 'true');
    if (operation.shownOnce) res.set('Idempotent-Omitted', operation.shownOnce);
    status = kept.status;
    return kept.result;
  }

  const result = await handler(ctx, input, once as Once);
  return { status, result };
}

function assertKey(key: string): void {
  if (!KEY.test(key))
    refuse('validation_failed', 'The Idempotency-Key is not valid.', [
      {
        path: '/headers/idempotency-key',
        code: 'pattern',
        message: 'must be 1 to 255 visible ASCII characters',
      },
    ]);
}

/** What is kept for a repetition. */
function withoutSecret<T>({ shownOnce }: AnyOperation, result: T): T {
  if (shownOnce === undefined) return result;
  const { [shownOnce]: _secret, ...rest } = result as Record<string, unknown>;
  return rest as T;
}

/** With `If-Match`: refuses another version of what is changed. */
function versionCheck(
  { ifMatch: resource }: AnyOperation,
  input: InputOf<AnyOperation>,
  req: Request,
): ((tx: Transaction) => Promise<void>) | undefined {
  const expected = resource && expectedVersions(req);
  if (!expected) return undefined;
  const ids = input.params as Record<string, string>;
  return (tx) => versions.assertVersion(tx, { resource, ids, expected });
}

/**
 * A guest has no name. One who knows a cart's id may have its responses; where no id is needed, a guessed key must not
 * hand out the cart that another guest started, so the key belongs to the address that it came from.
 */
function strangersAddress(
  { params }: AnyOperation,
  { principal, clientAddress }: Context,
): string | undefined {
  return principal.kind === 'storefront' && !params ? clientAddress : undefined;
}

function isOfTenant(ctx: Context | SystemContext): ctx is Context {
  return 'tenantId' in ctx;
}
