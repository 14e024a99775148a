import { type InputOf, type operations, type ResponseOf, refuse } from '@service/contract';
import type { PriceListModel } from '@service/db';
import { recordChange } from '../audit/index.ts';
import { type Context, inTransaction, readDbNow, type Transaction } from '../context.ts';
import { assertCustomerGroup } from '../customer-groups/index.ts';
import { lockRow } from '../lock-row.ts';
import { lockTenant } from '../lock-tenant.ts';
import { NEWEST_FIRST, type PageQuery, readPage } from '../page.ts';
import { applyPatch, asIs, changesOf, createColumns, lowerCase, time, upperCase } from '../patch.ts';
import { recordEvent } from '../webhooks/index.ts';

type PresentedPriceList = ResponseOf<typeof operations.getPriceList>;
type NewPriceList = InputOf<typeof operations.createPriceList>['body'];
type PriceListChange = InputOf<typeof operations.updatePriceList>['body'];

/** The most price lists: each that applies to a shopper is searched for each line of a cart. */
const MAX_LISTS = 100;

/** The fields of a list that an operator may change; the currency can't change, because the prices are in it. */
const PRICE_LIST = createColumns<PriceListModel, PresentedPriceList, keyof PriceListChange>({
  name: asIs,
  customerGroupId: lowerCase,
  active: asIs,
  startsAt: time,
  endsAt: time,
});

/** Refuses with `validation_failed`, or `too_many_price_lists`. */
export async function createPriceList(ctx: Context, input: NewPriceList): Promise<PresentedPriceList> {
  const columns = {
    ...PRICE_LIST.toStored(input),
    name: input.name,
    currency: upperCase.toStored(input.currency),
  };
  assertPeriod({ startsAt: null, endsAt: null, ...columns });
  return inTransaction(ctx, async (tx) => {
    await lockTenant(tx);
    if ((await tx.db.priceList.count()) >= MAX_LISTS)
      refuse('too_many_price_lists', `A store has at most ${MAX_LISTS} price lists.`);
    await assertCustomerGroup(tx, input.customerGroupId);
    const created = await tx.db.priceList.create({
      data: { tenantId: tx.tenantId, ...columns, createdAt: tx.now(), updatedAt: tx.now() },
    });
    const after = presentPriceList(created);
    await recordChange(tx, { action: 'price_list.created', subject: subjectOf(created), after });
    await recordEvent(tx, 'price_list.created', { priceListId: created.id });
    return after;
  });
}

/** Refuses with `not_found` or `validation_failed`. */
export async function updatePriceList(
  ctx: Context,
  id: string,
  input: PriceListChange,
): Promise<PresentedPriceList> {
  return inTransaction(ctx, async (tx) => {
    const row = await lockPriceList(tx, id);
    const changes = PRICE_LIST.changesOf(row, input);
    assertPeriod({ ...row, ...changes });
    await assertCustomerGroup(tx, changes.customerGroupId);
    const changed = await applyPatch(tx, {
      action: 'price_list.updated',
      subject: subjectOf(row),
      row,
      changes,
      present: presentPriceList,
      write: async (data) => {
        const written = await tx.db.priceList.update({
          where: { tenantId_id: { tenantId: tx.tenantId, id } },
          data: { ...data, version: { increment: 1 }, updatedAt: tx.now() },
        });
        const told = changesOf(presentPriceList(row), presentPriceList(written));
        await recordEvent(tx, 'price_list.updated', { priceListId: id }, { changes: told });
        return written;
      },
    });
    return presentPriceList(changed);
  });
}

/** Refuses with `not_found`. */
export async function getPriceList(ctx: Context, id: string): Promise<PresentedPriceList> {
  return presentPriceList(await findPriceList(ctx, id));
}

export async function listPriceLists(ctx: Context, page: PageQuery) {
  return readPage(page, {
    count: ctx.db.priceList.count(),
    rows: (range) => ctx.db.priceList.findMany({ orderBy: NEWEST_FIRST, ...range }),
    present: presentPriceList,
  });
}

/** The currencies of the price lists for all customers that apply now. */
export async function listCurrencies(ctx: Context): Promise<string[]> {
  const now = await readDbNow(ctx);
  const lists = await ctx.db.priceList.findMany({
    where: {
      active: true,
      customerGroupId: null,
      AND: [
        { OR: [{ startsAt: null }, { startsAt: { lte: now } }] },
        { OR: [{ endsAt: null }, { endsAt: { gt: now } }] },
      ],
    },
    select: { currency: true },
  });
  return [...new Set(lists.map(({ currency }) => currency))].sort();
}

/** Deletes a list with its prices; orders keep the price that was charged. Refuses with `not_found`. */
export function deletePriceList(ctx: Context, id: string): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const stored = await lockPriceList(tx, id);
    await tx.db.priceList.deleteMany({ where: { id } });
    const before = presentPriceList(stored);
    await recordChange(tx, { action: 'price_list.deleted', subject: subjectOf(stored), before });
    await recordEvent(tx, 'price_list.deleted', { priceListId: id }, { object: before });
  });
}

/** Locked before it is read: each of two concurrent changes could be valid, but not both together. Refuses with `not_found`. */
export async function lockPriceList(tx: Transaction, id: string): Promise<PriceListModel> {
  await lockRow(tx, 'price_lists', id);
  return findPriceList(tx, id);
}

export async function findPriceList(ctx: Context, id: string): Promise<PriceListModel> {
  return (await ctx.db.priceList.findFirst({ where: { id } })) ?? refuse('not_found', `No price list ${id}.`);
}

export function subjectOf({ id }: PriceListModel) {
  return { type: 'price_list', id };
}

function assertPeriod({ startsAt, endsAt }: Pick<PriceListModel, 'startsAt' | 'endsAt'>): void {
  if (startsAt && endsAt && endsAt <= startsAt)
    refuse('validation_failed', 'The list would end before it starts.', [
      { path: '/body/endsAt', code: 'order', message: 'must be after startsAt' },
    ]);
}

function presentPriceList(list: PriceListModel): PresentedPriceList {
  return {
    id: list.id,
    currency: list.currency,
    ...PRICE_LIST.present(list),
    version: list.version,
    createdAt: list.createdAt.toISOString(),
  };
}
