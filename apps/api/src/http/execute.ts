import { type AnyOperation, type InputOf, refuse } from '@service/contract';
import { type Context, idempotency, type SystemContext, versions } from '@service/core';
import type { Request, Response } from 'express';
import { expectedVersions } from './expected-versions.ts';
import type { Route } from './route.ts';

/** Visible ASCII, as a header carries it unharmed. */
const KEY = /^[!-~]{1,255}$/;

interface Exchange {
  input: InputOf<AnyOperation>;
  req: Request;
  res: Response;
}

/** Calls the handler; a repetition with the same Idempotency-Key gets the first answer instead. */
export async function execute(
  route: Route,
  ctx: Context | SystemContext,
  { input, req, res }: Exchange,
): Promise<idempotency.Answer<unknown>> {
  const { operation } = route;
  const { status } = operation.response;
  const key = operation.idempotent ? req.get('idempotency-key') : undefined;
  if (!isOfTenant(ctx)) return { status, result: await route.handler(ctx, input) };
  if (key === undefined) return { status, result: await onVersion(route, ctx, input, req) };
  if (!KEY.test(key))
    refuse('validation_failed', 'The Idempotency-Key is not valid.', [
      {
        path: '/headers/idempotency-key',
        code: 'pattern',
        message: 'must be 1 to 255 visible ASCII characters',
      },
    ]);
  const repeatable = {
    key,
    route: `${req.method} ${req.path}`,
    body: input.rawBody,
    status,
    caller: strangersAddress(operation, ctx),
  };
  let whole: unknown;
  const { replayed, ...answer } = await idempotency.runOnce(ctx, repeatable, async () => {
    whole = await onVersion(route, ctx, input, req);
    return withoutSecret(operation, whole);
  });
  if (!replayed) return { ...answer, result: whole };
  res.set('Idempotent-Replayed', 'true');
  if (operation.shownOnce) res.set('Idempotent-Omitted', operation.shownOnce);
  return answer;
}

/** What is kept for a repetition. */
function withoutSecret({ shownOnce }: AnyOperation, result: unknown): unknown {
  if (shownOnce === undefined) return result;
  const { [shownOnce]: _secret, ...rest } = result as Record<string, unknown>;
  return rest;
}

/** Calls the handler; with `If-Match` only on that version of what it changes. */
function onVersion(
  { operation, handler }: Route,
  ctx: Context,
  input: InputOf<AnyOperation>,
  req: Request,
): Promise<unknown> {
  const resource = operation.ifMatch;
  const expected = resource && expectedVersions(req);
  if (!expected) return handler(ctx, input);
  return versions.onlyAtVersion(
    ctx,
    { resource, ids: input.params as Record<string, string>, expected },
    () => handler(ctx, input),
  );
}

/**
 * A guest has no name. One who knows a cart's id may have its answers; where no id is asked for, a guessed key must not
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
