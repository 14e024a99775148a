import type { operations, ResponseOf } from '@service/contract';
import type { Context } from '../context.ts';

/** The subject of the admin token, its store and its permissions. */
export async function getCurrentAdmin(ctx: Context): Promise<ResponseOf<typeof operations.getCurrentAdmin>> {
  if (ctx.principal.kind !== 'admin') throw new Error('Only an admin token names an operator');
  const { id, permissions } = ctx.principal;
  return { id, tenantId: ctx.tenantId, permissions: [...permissions] };
}
