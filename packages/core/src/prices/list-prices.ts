import {
  type FieldError,
  type InputOf,
  MAX_COUNTED,
  type operations,
  type ResponseOf,
  refuse,
} from '@service/contract';
import { recordChange } from '../audit/index.ts';
import { type Context, inTransaction, type Transaction } from '../context.ts';
import { readCursorPage, refuseCursor } from '../page.ts';
import { recordEvent } from '../webhooks/index.ts';
import { findPriceList, lockPriceList, subjectOf } from './price-lists.ts';

type PricesQuery = InputOf<typeof operations.listPrices>['query'];
type PresentedPrice = ResponseOf<typeof operations.listPrices>['items'][number];
type GivenPrice = InputOf<typeof operations.setPrices>['body']['prices'][number];

/** The most quantities from which a variant has another price in one list. */
const MAX_STEPS = 20;

/** The prices of a list by variant and quantity. Refuses with `not_found`. */
export async function listPrices(ctx: Context, id: string, query: PricesQuery) {
  const { id: priceListId } = await findPriceList(ctx, id);
  const where = { priceListId, ...(query.productId ? { variant: { productId: query.productId } } : {}) };
  const after = query.cursor === undefined ? undefined : placeOf(query.cursor);
  const behind = after
    ? {
        variantId: { gte: after.variantId },
        OR: [{ variantId: { gt: after.variantId } }, { minQuantity: { gt: after.minQuantity } }],
      }
    : {};
  return readCursorPage(query, {
    limit: MAX_COUNTED,
    count: ctx.db.listPrice.count({ where, take: MAX_COUNTED + 1 }),
    rows: (range) =>
      ctx.db.listPrice.findMany({
        where: { AND: [where, behind] },
        orderBy: [{ variantId: 'asc' }, { minQuantity: 'asc' }],
        include: { variant: { include: { product: { select: { title: true } } } } },
        ...range,
      }),
    present: ({ variant, ...price }): PresentedPrice => ({
      variantId: price.variantId,
      minQuantity: price.minQuantity,
      amount: Number(price.amount),
      sku: variant.sku,
      productId: variant.productId,
      productTitle: variant.product.title,
      variantTitle: variant.title,
      baseAmount: Number(variant.priceAmount),
      baseCurrency: variant.currency,
    }),
    cursorOf: ({ variantId, minQuantity }) =>
      Buffer.from(`${variantId}|${minQuantity}`).toString('base64url'),
  });
}

const CURSOR = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\|(\d{1,4})$/;

function placeOf(cursor: string) {
  const [, variantId, minQuantity] = CURSOR.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  return variantId ? { variantId, minQuantity: Number(minQuantity) } : refuseCursor();
}

interface Price {
  variantId: string;
  minQuantity: number;
  /** Null: the list has none. */
  amount: number | null;
}

/**
 * Sets and removes prices of a list: all of them or none; an unchanged price isn't written. Refuses with `not_found`, and with
 * `validation_failed` if a variant is unknown, a price occurs twice, or a variant gets too many.
 */
export function setPrices(
  ctx: Context,
  id: string,
  given: readonly GivenPrice[],
): Promise<ResponseOf<typeof operations.setPrices>> {
  const wanted = given.map(({ variantId, minQuantity = 1, amount }) => ({
    variantId: variantId.toLowerCase(),
    minQuantity,
    amount,
  }));
  assertOnce(wanted);
  return inTransaction(ctx, async (tx) => {
    const list = await lockPriceList(tx, id);
    await assertVariants(tx, wanted);
    const stored = await readStored(tx, list.id, wanted);
    const changed = wanted.filter((price) => (stored.get(keyOf(price)) ?? null) !== price.amount);
    const removed = changed.filter(({ amount }) => amount === null).length;
    const counts = {
      set: changed.length - removed,
      removed,
      unchanged: wanted.length - changed.length,
    };
    if (changed.length === 0) return { ...counts, version: list.version };
    await writePrices(tx, list.id, changed);
    await assertFewSteps(tx, list.id, wanted);
    const { version } = await tx.db.priceList.update({
      where: { tenantId_id: { tenantId: tx.tenantId, id: list.id } },
      data: { version: { increment: 1 }, updatedAt: tx.now() },
    });
    const before = changed.map((price) => ({ ...price, amount: stored.get(keyOf(price)) ?? null }));
    await recordChange(tx, {
      action: 'price_list.prices_set',
      subject: subjectOf(list),
      before: { prices: before },
      after: { prices: changed },
    });
    const told = [{ name: 'prices', before, after: changed }];
    await recordEvent(tx, 'price_list.updated', { priceListId: list.id }, { changes: told });
    return { ...counts, version };
  });
}

const keyOf = ({ variantId, minQuantity }: Omit<Price, 'amount'>) => `${variantId} ${minQuantity}`;

function assertOnce(wanted: readonly Price[]): void {
  const seen = new Set<string>();
  const errors = wanted.flatMap((price, index): FieldError[] => {
    if (!seen.has(keyOf(price)) && seen.add(keyOf(price))) return [];
    return [{ path: `/body/prices/${index}`, code: 'duplicate', message: 'sets the same price again' }];
  });
  if (errors.length > 0) refuse('validation_failed', 'Some prices are named twice.', errors);
}

async function assertVariants(tx: Transaction, wanted: readonly Price[]): Promise<void> {
  const found = await tx.db.variant.findMany({
    where: { id: { in: [...new Set(wanted.map(({ variantId }) => variantId))] } },
    select: { id: true },
  });
  const known = new Set(found.map(({ id }) => id));
  const errors = wanted.flatMap(({ variantId }, index): FieldError[] =>
    known.has(variantId)
      ? []
      : [
          {
            path: `/body/prices/${index}/variantId`,
            code: 'unknown',
            message: 'is no variant of this store',
          },
        ],
  );
  if (errors.length > 0) refuse('validation_failed', 'Some variants don’t exist.', errors);
}

async function readStored(tx: Transaction, priceListId: string, wanted: readonly Price[]) {
  const rows = await tx.db.listPrice.findMany({
    where: { priceListId, variantId: { in: wanted.map(({ variantId }) => variantId) } },
  });
  return new Map(rows.map((row) => [keyOf(row), Number(row.amount)]));
}

async function writePrices(tx: Transaction, priceListId: string, changed: readonly Price[]): Promise<void> {
  const prices = JSON.stringify(changed);
  await tx.db.sql.count`
    DELETE FROM list_prices p
    USING jsonb_to_recordset(${prices}::jsonb) AS given("variantId" uuid, "minQuantity" int, amount bigint)
    WHERE p.tenant_id = ${tx.tenantId}::uuid AND p.variant_id = given."variantId"
      AND p.price_list_id = ${priceListId}::uuid AND p.min_quantity = given."minQuantity" AND given.amount IS NULL`;
  await tx.db.sql.count`
    INSERT INTO list_prices (tenant_id, variant_id, price_list_id, min_quantity, amount)
    SELECT ${tx.tenantId}::uuid, given."variantId", ${priceListId}::uuid, given."minQuantity", given.amount
    FROM jsonb_to_recordset(${prices}::jsonb) AS given("variantId" uuid, "minQuantity" int, amount bigint)
    WHERE given.amount IS NOT NULL
    ON CONFLICT (tenant_id, variant_id, price_list_id, min_quantity) DO UPDATE SET amount = EXCLUDED.amount`;
}

async function assertFewSteps(tx: Transaction, priceListId: string, wanted: readonly Price[]): Promise<void> {
  const counted = await tx.db.listPrice.groupBy({
    by: ['variantId'],
    where: { priceListId, variantId: { in: wanted.map(({ variantId }) => variantId) } },
    _count: true,
    having: { variantId: { _count: { gt: MAX_STEPS } } },
  });
  const full = new Set(counted.map(({ variantId }) => variantId));
  const errors = wanted.flatMap(({ variantId }, index): FieldError[] =>
    full.has(variantId)
      ? [
          {
            path: `/body/prices/${index}`,
            code: 'maximum',
            message: `a variant has at most ${MAX_STEPS} prices in a list`,
          },
        ]
      : [],
  );
  if (errors.length > 0) refuse('validation_failed', 'Some variants would have too many prices.', errors);
}
