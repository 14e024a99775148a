import type { Transaction } from '../context.ts';
import type { LineRow } from './line-row.ts';

/** What the lines cost now is what the shopper has seen: none of them shows a changed price. */
export async function acceptPrices(
  tx: Transaction,
  lines: readonly Pick<LineRow, 'id' | 'priceAmount'>[],
): Promise<void> {
  const prices = JSON.stringify(lines.map(({ id, priceAmount: amount }) => ({ id, amount })));
  await tx.db.sql.count`
    UPDATE cart_lines l SET seen_unit_amount = given.amount
    FROM jsonb_to_recordset(${prices}::jsonb) AS given(id uuid, amount bigint)
    WHERE l.tenant_id = ${tx.tenantId}::uuid AND l.id = given.id`;
}
