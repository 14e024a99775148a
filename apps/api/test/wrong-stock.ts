import { Prisma } from '@service/db';
import type { TestStore } from '@service/testing';

/** Variants of a store, or of these of it, whose stock isn't what their movements, and what their orders hold, say. */
export function wrongStock({ admin, tenantId }: TestStore, ids?: readonly string[]): Promise<object[]> {
  return admin.db.sql<object[]>`${selectWrongStock(tenantId, ids)}`;
}

export function selectWrongStock(tenantId: string, ids?: readonly string[]): Prisma.Sql {
  const wanted = ids ? [...ids] : null;
  return Prisma.sql`
    SELECT v.id, v.stock_quantity, v.reserved, moved.quantity, moved.reserved_by, ordered.held FROM variants v
    LEFT JOIN (
      SELECT m.variant_id, sum(m.quantity_delta) AS quantity, sum(m.reserved_delta) AS reserved_by FROM stock_movements m
      WHERE m.tenant_id = ${tenantId}::uuid GROUP BY m.variant_id
    ) moved ON moved.variant_id = v.id
    LEFT JOIN (
      SELECT l.variant_id, sum(l.quantity - l.shipped_quantity - l.released_quantity) AS held FROM order_lines l
      WHERE l.tenant_id = ${tenantId}::uuid GROUP BY l.variant_id
    ) ordered ON ordered.variant_id = v.id
    WHERE v.tenant_id = ${tenantId}::uuid AND (${wanted}::uuid[] IS NULL OR v.id = ANY (${wanted}::uuid[]))
      AND (v.stock_quantity, v.reserved, v.reserved)
        IS DISTINCT FROM (coalesce(moved.quantity, 0), coalesce(moved.reserved_by, 0), coalesce(ordered.held, 0))`;
}
