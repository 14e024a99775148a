import { randomUUID } from 'node:crypto';
import { TEST_ADDRESS, type TestStore } from './store.ts';

/** How many of which variant. */
export type WantedLines = Readonly<Record<string, number>>;

/** Carts that lack nothing but their checkout, thousands of them as fast as two statements; answers their ids in order. */
export async function makeReadyCarts(
  { admin, tenantId }: Pick<TestStore, 'admin' | 'tenantId'>,
  wanted: readonly WantedLines[],
): Promise<string[]> {
  const option = await admin.db.shippingOption.findFirstOrThrow();
  const ids = wanted.map(() => randomUUID());
  const lines = wanted.flatMap((each, index) =>
    Object.entries(each).map(([variantId, quantity]) => ({ cartId: ids[index], variantId, quantity })),
  );
  await admin.db.sql.count`
    INSERT INTO carts (id, tenant_id, currency, shipping_address, shipping_option_id)
    SELECT id, ${tenantId}::uuid, 'EUR', ${JSON.stringify(TEST_ADDRESS)}::jsonb, ${option.id}::uuid
    FROM unnest(${ids}::uuid[]) AS ids(id)`;
  await admin.db.sql.count`
    INSERT INTO cart_lines (tenant_id, cart_id, variant_id, quantity, seen_unit_amount)
    SELECT v.tenant_id, lines."cartId", v.id, lines.quantity, v.price_amount
    FROM jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) AS lines("cartId" uuid, "variantId" uuid, quantity int)
    JOIN variants v ON v.tenant_id = ${tenantId}::uuid AND v.id = lines."variantId"`;
  return ids;
}
