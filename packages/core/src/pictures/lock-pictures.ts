import type { PictureModel } from '@service/db';
import type { Transaction } from '../context.ts';

type Found = Pick<PictureModel, 'id' | 'width' | 'height'> & { hash: string };

/** Returns the store's pictures with these hashes. The lock keeps them from being deleted before a row refers to them. */
export async function lockPictures(tx: Transaction, hashes: readonly string[]): Promise<Map<string, Found>> {
  const found = await tx.db.sql<Found[]>`
    SELECT id, hash, width, height FROM pictures
    WHERE tenant_id = ${tx.tenantId}::uuid AND hash = ANY (${hashes}) AND stored_at IS NOT NULL
    ORDER BY id FOR KEY SHARE`;
  return new Map(found.map((picture) => [picture.hash, picture]));
}
