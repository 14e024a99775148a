import { randomUUID } from 'node:crypto';
import { FIRST_ID } from './page.ts';

/**
 * Processes up to `limit` rows of all stores in the order of their ids, starting with another store each time, so that a store
 * that writes without end delays no other. Returns how many were processed.
 */
export async function takeInTurns(
  limit: number,
  take: (fromTenantId: string, limit: number) => Promise<number>,
): Promise<number> {
  const taken = await take(randomUUID(), limit);
  return taken < limit ? taken + (await take(FIRST_ID, limit - taken)) : taken;
}
