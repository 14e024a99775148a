import { randomUUID } from 'node:crypto';
import { FIRST_ID } from './page.ts';

/**
 * Takes up to `limit` rows of all stores in the order of their ids, from another store on each time, so that a store that writes
 * without end keeps back no other. Returns how many were taken.
 */
export async function takeInTurns(
  limit: number,
  take: (fromTenantId: string, limit: number) => Promise<number>,
): Promise<number> {
  const taken = await take(randomUUID(), limit);
  return taken < limit ? taken + (await take(FIRST_ID, limit - taken)) : taken;
}
