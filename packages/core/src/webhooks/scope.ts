import type { Context } from '../context.ts';

/**
 * Which subscriptions the caller may see; null: all of the store. Every query of what a portal session reaches names them,
 * so that what is out of its reach is, from there, not there. See docs/security.md.
 */
export function scopeOf({ principal }: Pick<Context, 'principal'>): string[] | null {
  return principal.kind === 'portal' ? [...principal.subscriptionIds] : null;
}

/**
 * The same as a condition of Prisma, on the column that holds the subscription's id. Under `AND`: beside another condition
 * on that column both hold, whereas a member of the same name would take the other's place.
 */
export function inScope<const Column extends string>(
  ctx: Pick<Context, 'principal'>,
  column: Column,
): { AND?: { [Each in Column]: { in: string[] } } } {
  const scope = scopeOf(ctx);
  return scope ? { AND: { [column]: { in: scope } } as { [Each in Column]: { in: string[] } } } : {};
}
