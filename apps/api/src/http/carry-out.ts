import { type AnyOperation, type InputOf, refuse } from '@service/contract';
import { type Context, idempotency, type SystemContext } from '@service/core';
import type { Request, Response } from 'express';
import type { Route } from './operation-route.ts';

/** Visible ASCII, as a header carries it unharmed. */
const KEY = /^[!-~]{1,255}$/;

/** Calls the handler; a repetition with the same Idempotency-Key gets the first answer instead. */
export async function carryOut(
  { operation, handler }: Route,
  ctx: Context | SystemContext,
  { input, req, res }: { input: InputOf<AnyOperation>; req: Request; res: Response },
): Promise<unknown> {
  const key = operation.idempotent ? req.get('idempotency-key') : undefined;
  if (key === undefined || !isOfTenant(ctx)) return handler(ctx, input);
  if (!KEY.test(key))
    refuse('validation_failed', 'The Idempotency-Key is not valid.', [
      {
        path: '/headers/idempotency-key',
        code: 'pattern',
        message: 'must be 1 to 255 visible ASCII characters',
      },
    ]);
  const route = `${req.method} ${req.path}`;
  const { result, replayed } = await idempotency.runOnce(ctx, { key, route, body: input.rawBody }, () =>
    handler(ctx, input),
  );
  if (replayed) res.set('Idempotent-Replayed', 'true');
  return result;
}

function isOfTenant(ctx: Context | SystemContext): ctx is Context {
  return 'tenantId' in ctx;
}
