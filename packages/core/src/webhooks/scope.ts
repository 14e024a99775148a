import type { Context } from '../context.ts';

/**
 * The subscriptions that the caller may see; null: all of the store. Every query for a portal session contains this condition, so
 * that the store's other rows don't exist for it. See docs/security.md.
 */
export function scopeOf({ principal }: Pick<Context, 'principal'>): string[] | null {
  return principal.kind === 'portal' ? [...principal.subscriptionIds] : null;
}

/**
 * The same as a condition of Prisma, on the column with the subscription's id. It is added under `AND`, so that it holds beside
 * another condition on that column; as a member of the same name, one would replace the other.
 */
export function inScope<const Column extends string>(
  ctx: Pick<Context, 'principal'>,
  column: Column,
): { AND?: { [Each in Column]: { in: string[] } } } {
  const scope = scopeOf(ctx);
  return scope ? { AND: { [column]: { in: scope } } as { [Each in Column]: { in: string[] } } } : {};
}
