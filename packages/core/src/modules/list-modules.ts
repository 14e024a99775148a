import type { operations, ResponseOf } from '@service/contract';
import type { Context } from '../context.ts';

/** The modules of this process with their state. */
export async function listModules(ctx: Context): Promise<ResponseOf<typeof operations.listModules>> {
  return { items: ctx.services.modules.list() };
}
