import { randomInt } from 'node:crypto';
import { type InputOf, type operations, refuse, type Streamed } from '@service/contract';
import type { DiscountModel } from '@service/db';
import { recordChange } from '../audit/index.ts';
import { type Context, inTransaction } from '../context.ts';
import { lockRow } from '../lock-row.ts';
import { type PageQuery, readPage } from '../page.ts';
import { pagesOf, writeCsv } from '../write-csv.ts';
import { findDiscount, subjectOf } from './discounts.ts';

type NewCodes = InputOf<typeof operations.generateDiscountCodes>['body'];

/** The most codes of one discount. */
const MAX_CODES = 10_000;

/** The number of codes that are read at once. */
const PAGE = 1000;

/** Without letters and digits that are mistaken for another when they are read or heard. */
const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const LENGTH = 10;

/** The discount that this code gives a cart; null: there is none, or the code is used. */
export function findDiscountByCode(ctx: Context, code: string): Promise<DiscountModel | null> {
  return ctx.db.discount.findFirst({
    where: {
      OR: [
        { code, singleUseCodes: false },
        { singleUseCodes: true, codes: { some: { code, cartId: null } } },
      ],
    },
  });
}

/** Refuses with `not_found`, `too_many_discount_codes`, or `validation_failed` a discount without single-use codes. */
export function generateCodes(
  ctx: Context,
  id: string,
  { count }: NewCodes,
): Promise<{ created: number; total: number }> {
  return inTransaction(ctx, async (tx) => {
    await lockRow(tx, 'discounts', id);
    const discount = await findDiscount(tx, id);
    if (!discount.singleUseCodes)
      refuse('validation_failed', 'This discount applies by its own code: set `singleUseCodes` first.');
    const before = await tx.db.discountCode.count({ where: { discountId: id } });
    if (before + count > MAX_CODES)
      refuse('too_many_discount_codes', `A discount has at most ${MAX_CODES} codes, and this has ${before}.`);
    const codes = Array.from({ length: count }, () => `${discount.code.slice(0, 40)}-${randomPart()}`);
    const { count: created } = await tx.db.discountCode.createMany({
      data: codes.map((code) => ({ tenantId: tx.tenantId, code, discountId: id, createdAt: tx.now() })),
      skipDuplicates: true,
    });
    const after = { created, total: before + created };
    await recordChange(tx, { action: 'discount.codes_generated', subject: subjectOf(discount), after });
    return after;
  });
}

function randomPart(): string {
  return Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}

/** Refuses with `not_found`. */
export async function listCodes(ctx: Context, id: string, page: PageQuery) {
  await findDiscount(ctx, id);
  const where = { discountId: id };
  return readPage(page, {
    count: ctx.db.discountCode.count({ where }),
    rows: (range) => ctx.db.discountCode.findMany({ where, orderBy: { code: 'asc' }, ...range }),
    present: ({ code, cartId, createdAt }) => ({
      ...{ code, used: cartId !== null },
      createdAt: createdAt.toISOString(),
    }),
  });
}

/** All codes of a discount as CSV, read page by page while they are sent. Refuses with `not_found`. */
export async function exportCodes(ctx: Context, id: string): Promise<Streamed> {
  const { code } = await findDiscount(ctx, id);
  return {
    contentType: 'text/csv; charset=utf-8',
    fileName: `${code}.csv`,
    pieces: writeCsv(['code', 'used', 'createdAt'], rowsOf(ctx, id)),
  };
}

async function* rowsOf(ctx: Context, discountId: string): AsyncGenerator<unknown[][]> {
  const pages = pagesOf<{ code: string; cartId: string | null; createdAt: Date }>(PAGE, (after) =>
    ctx.db.discountCode.findMany({
      where: { discountId, ...(after ? { code: { gt: after.code } } : {}) },
      orderBy: { code: 'asc' },
      take: PAGE,
    }),
  );
  for await (const rows of pages)
    yield rows.map(({ code, cartId, createdAt }) => [code, cartId !== null, createdAt.toISOString()]);
}
