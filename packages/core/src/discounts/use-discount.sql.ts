import { Prisma } from '@service/db';
import type { Transaction } from '../context.ts';
import { recordEvent } from '../webhooks/index.ts';

/** The discounts of an order, each in the version that its cart was priced with. */
interface Wanted {
  cartId: string;
  customerId: string | null;
  /** With the code of the cart, where it has one of several. */
  discounts: readonly { id: string; version: number; code: string }[];
}

/**
 * Input: the discounts of a cart. Output: whether one more order may have all of them; their uses are then counted. Why rows are
 * locked in the order of their ids before they are read: of parallel checkouts each waits and sees the count of the one before,
 * so a limit is never exceeded; and a discount that changed since the cart was priced is not used. A use that a customer may have
 * once is a row with a primary key, and a code for one order names its cart, so that two checkouts at once don't both have it.
 */
export async function countDiscountUses(
  tx: Transaction,
  { cartId, customerId, discounts }: Wanted,
): Promise<boolean> {
  const now = tx.dbNow();
  const wanted = JSON.stringify(discounts.map(({ id, version, code }) => ({ id, version, code })));
  const used = await tx.db.sql<(Used & { isOnce: boolean; isTaken: boolean })[]>`
    WITH wanted AS (
      SELECT id, version, code FROM jsonb_to_recordset(${wanted}::jsonb) AS wanted(id uuid, version int, code text)
    ), locked AS (
      SELECT d.id, d.once_per_customer OR d.first_order AS is_once, d.single_use_codes, wanted.code
      FROM discounts d JOIN wanted USING (id)
      WHERE d.tenant_id = ${tx.tenantId}::uuid AND d.version = wanted.version AND d.active
        AND (d.starts_at IS NULL OR d.starts_at <= ${now}) AND (d.ends_at IS NULL OR d.ends_at > ${now})
        AND (d.usage_limit IS NULL OR d.times_used < d.usage_limit)
      ORDER BY d.id
      FOR NO KEY UPDATE OF d
    ), taken AS (
      UPDATE discount_codes x SET cart_id = ${cartId}::uuid
      FROM locked
      WHERE x.tenant_id = ${tx.tenantId}::uuid AND x.code = locked.code AND x.discount_id = locked.id
        AND locked.single_use_codes AND x.cart_id IS NULL
      RETURNING x.discount_id
    ), used AS (
      UPDATE discounts d SET times_used = d.times_used + 1, updated_at = ${tx.now()}
      FROM locked WHERE d.tenant_id = ${tx.tenantId}::uuid AND d.id = locked.id
      RETURNING d.id, d.code, d.times_used = d.usage_limit AS "isLast", locked.is_once, locked.single_use_codes
    )
    SELECT used.id, used.code, used."isLast", used.is_once AS "isOnce",
      used.single_use_codes AND taken.discount_id IS NULL AS "isTaken"
    FROM used LEFT JOIN taken ON taken.discount_id = used.id
    ORDER BY used.id`;
  if (used.length < discounts.length || used.some(({ isTaken }) => isTaken)) return false;
  const once = used.filter(({ isOnce }) => isOnce).map(({ id }) => id);
  if (once.length > 0 && !(await claim(tx, once, { cartId, customerId }))) return false;
  await recordLastUses(tx, used);
  return true;
}

/**
 * Returns whether the customer has used none of these yet. Why a statement of its own: Citus sends one that inserts beside other
 * writes to its node in parts, which can't lock what they find.
 */
async function claim(
  { db, tenantId }: Transaction,
  ids: readonly string[],
  { cartId, customerId }: Pick<Wanted, 'cartId' | 'customerId'>,
): Promise<boolean> {
  if (customerId === null) return false;
  const { count } = await db.discountCustomer.createMany({
    data: ids.map((discountId) => ({ tenantId, discountId, customerId, cartId })),
    skipDuplicates: true,
  });
  return count === ids.length;
}

interface Used {
  id: string;
  code: string;
  /** Null: it has no limit. */
  isLast: boolean | null;
}

/** Records `discount.used_up`; without a last use there is none. */
async function recordLastUses(tx: Transaction, used: readonly Used[]): Promise<void> {
  for (const { id, code, isLast } of used)
    if (isLast) await recordEvent(tx, 'discount.used_up', { discountId: id, code });
}

/**
 * Returns the uses of a cancelled order. The order is locked and leaves its status once, so a use is returned once; the rows of
 * discounts are locked after those of the stock and in the order of their ids, as checkouts do.
 */
export async function returnDiscountUses(tx: Transaction, orderId: string): Promise<void> {
  const released = Prisma.sql`
    DELETE FROM discount_customers x USING locked
    WHERE x.tenant_id = ${tx.tenantId}::uuid AND x.discount_id = locked.id
      AND x.customer_id = locked.customer_id AND x.cart_id = locked.cart_id`;
  const freed = Prisma.sql`
    UPDATE discount_codes x SET cart_id = NULL FROM locked
    WHERE x.tenant_id = ${tx.tenantId}::uuid AND x.code = locked.code AND x.cart_id = locked.cart_id`;
  await countUses(tx, orderId, -1, Prisma.sql`released AS (${released}), freed AS (${freed})`);
}

/** For a cancelled order that was paid after all: its discounts count as used, even beyond the limit. */
export async function countDiscountUsesAgain(tx: Transaction, orderId: string): Promise<void> {
  const taken = Prisma.sql`
    UPDATE discount_codes x SET cart_id = locked.cart_id FROM locked
    WHERE x.tenant_id = ${tx.tenantId}::uuid AND x.code = locked.code AND x.discount_id = locked.id AND x.cart_id IS NULL`;
  const used = await countUses(tx, orderId, 1, Prisma.sql`taken AS (${taken})`);
  if (used.length > 0)
    await tx.db.sql`
      INSERT INTO discount_customers (tenant_id, discount_id, customer_id, cart_id)
      SELECT o.tenant_id, d.id, o.customer_id, o.cart_id
      FROM orders o CROSS JOIN LATERAL jsonb_array_elements(o.discounts) AS used(discount)
      JOIN discounts d ON d.tenant_id = ${tx.tenantId}::uuid AND d.id = (used.discount ->> 'id')::uuid
      WHERE o.tenant_id = ${tx.tenantId}::uuid AND o.id = ${orderId}::uuid AND o.customer_id IS NOT NULL
        AND (d.once_per_customer OR d.first_order)
      ON CONFLICT (tenant_id, discount_id, customer_id) DO NOTHING
      RETURNING discount_id`;
  await recordLastUses(tx, used);
}

/** Input: what else is written by what is locked, as queries of its WITH. */
function countUses(tx: Transaction, orderId: string, change: 1 | -1, beside: Prisma.Sql): Promise<Used[]> {
  return tx.db.sql<Used[]>`
    WITH used AS (
      SELECT (used.discount ->> 'id')::uuid AS id, used.discount ->> 'code' AS code, o.customer_id, o.cart_id
      FROM orders o CROSS JOIN LATERAL jsonb_array_elements(o.discounts) AS used(discount)
      WHERE o.tenant_id = ${tx.tenantId}::uuid AND o.id = ${orderId}::uuid
    ), locked AS (
      SELECT d.id, used.code, used.customer_id, used.cart_id
      FROM discounts d JOIN used USING (id)
      WHERE d.tenant_id = ${tx.tenantId}::uuid
      ORDER BY d.id
      FOR NO KEY UPDATE OF d
    ), ${beside}
    UPDATE discounts d SET times_used = d.times_used + ${change}, updated_at = ${tx.now()}
    FROM locked
    WHERE d.tenant_id = ${tx.tenantId}::uuid AND d.id = locked.id AND d.times_used + ${change} >= 0
    RETURNING d.id, d.code, d.times_used = d.usage_limit AS "isLast"`;
}
