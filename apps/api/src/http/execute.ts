import { type AnyOperation, type InputOf, refuse } from '@service/contract';
import {
  type Context,
  type Credential,
  idempotency,
  inTransaction,
  type Once,
  type SystemContext,
  type Transaction,
  versions,
} from '@service/core';
import type { Request, Response } from 'express';
import { expectedVersions } from './expected-versions.ts';
import type { Route } from './route.ts';

/** Visible ASCII, which a header carries unchanged. */
const KEY = /^[!-~]{1,255}$/;

interface Exchange {
  input: InputOf<AnyOperation>;
  req: Request;
  res: Response;
  assertPermitted: Credential['assertPermitted'];
}

/**
 * Calls the handler; a repetition with the same Idempotency-Key gets the first response instead. Work after the commit carries
 * out a decision that was already made, so it has no credential: if the credential ends meanwhile, that changes nothing.
 */
export async function execute(
  { operation, handler, after }: Route,
  ctx: Context | SystemContext,
  exchange: Exchange,
): Promise<idempotency.Answer> {
  const { input, res, assertPermitted } = exchange;
  const once = isOfTenant(ctx) ? onceOf(operation, ctx, exchange) : undefined;
  const known = await once?.find();
  const acting = isOfTenant(ctx) ? { ...ctx, once, credential: { assertPermitted, isStale: false } } : ctx;
  const result = known ? known.result : await handler(acting, input);
  // A handler that opened no transaction has changed nothing.
  if (once && !known && !once.isBegun()) await inTransaction(acting as Context, async () => result);
  const repeated = once?.repeated();
  if (repeated) {
    res.set('Idempotent-Replayed', 'true');
    if (operation.shownOnce) res.set('Idempotent-Omitted', operation.shownOnce);
  }
  const status = repeated?.status ?? operation.response.status;
  return { status, result: after ? await after(ctx, result) : result };
}

interface OnceOfRequest extends Once {
  find(): Promise<idempotency.Answer | undefined>;
  repeated(): idempotency.Answer | undefined;
  isBegun(): boolean;
}

/** The idempotency headers of the request; undefined: it has neither an Idempotency-Key nor `If-Match`. */
function onceOf(operation: AnyOperation, ctx: Context, { input, req }: Exchange): OnceOfRequest | undefined {
  const key = operation.idempotent ? req.get('idempotency-key') : undefined;
  if (key !== undefined) assertKey(key);
  const assertVersion = versionCheck(operation, input, req);
  if (key === undefined && !assertVersion) return undefined;
  const route = `${req.method} ${req.path}`;
  const { status } = operation.response;
  const caller = strangersAddress(operation, ctx);
  const byKey =
    key === undefined
      ? undefined
      : idempotency.onceByKey(ctx, { key, route, body: input.rawBody, status, caller });
  let isBegun = false;
  return {
    find: async () => byKey?.find(),
    async begin(tx) {
      if (isBegun) throw new Error(`${operation.id} is done once, so in one transaction`);
      isBegun = true;
      const kept = await byKey?.begin(tx);
      if (!kept) await assertVersion?.(tx);
      return kept;
    },
    end: async (tx, response) => byKey?.end(tx, withoutSecret(operation, response)),
    repeated: () => byKey?.repeated(),
    isBegun: () => isBegun,
  };
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

/** The part of the result that is stored for a repetition. */
function withoutSecret({ shownOnce }: AnyOperation, result: unknown): unknown {
  if (shownOnce === undefined) return result;
  const { [shownOnce]: _secret, ...rest } = result as Record<string, unknown>;
  return rest;
}

/** With `If-Match`: refuses if the resource has another version. */
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
 * A guest can't be identified. A guest who knows a cart's id may get its responses; if no id is needed, a guessed key must not
 * return the cart that another guest created, so the key belongs to the guest's address.
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
