import { type operations, type ResponseOf, refuse } from '@service/contract';
import type { CartModel } from '@service/db';
import type { Context } from '../context.ts';
import { customerPrincipal } from '../customers/index.ts';
import { offeredFor } from './change-cart.ts';
import type { LineRow } from './line-row.ts';
import { IS_DRAFT } from './owner.ts';
import { presentCart } from './present.ts';
import { type PricedCart, priceCart } from './price-cart.ts';
import { type CartRow, selectCart } from './select-cart.sql.ts';
import { askForTaxes, orAsChanged } from './taxed-cart.ts';

export type PresentedDraft = ResponseOf<typeof operations.getDraftOrder>;

/** A draft with the prices of now, those by hand in the places of the catalogue's. */
export interface PricedDraft extends PricedCart {
  draft: CartModel;
  additionTo: PresentedDraft['additionTo'];
  /** Of the lines, in their order. Null: by the catalogue. */
  byHand: (bigint | null)[];
  /** Null: it has no price in this currency. */
  catalogue: (bigint | null)[];
}

/** As its customer is charged. Refuses with `not_found`, also a shopper's cart. */
export async function readDraft(ctx: Context, id: string): Promise<PricedDraft> {
  const found = await ctx.db.cart.findFirst({
    where: { id, isDraft: true },
    include: { lines: { select: { id: true, unitAmountByHand: true } } },
  });
  const buyer = found && (await asBuyer(ctx, found));
  const row = buyer && (await selectCart(buyer, id, IS_DRAFT));
  if (!found || !row) refuse('not_found', `No draft order ${id}: it was placed, deleted, or never there.`);
  const { lines: ofDraft, ...draft } = found;
  const given = new Map(ofDraft.map((line) => [line.id, line.unitAmountByHand]));
  const byHand = row.lines.map((line) => given.get(line.id) ?? null);
  const priced = priceCart(withHand(row, draft, byHand), ctx.now());
  const gifts = priced.cart.lines.filter(({ isGift }) => isGift);
  return {
    ...priced,
    draft,
    additionTo: await readNumbered(ctx, draft.additionToId),
    byHand,
    catalogue: [...row.lines, ...gifts].map(({ isPriced, priceAmount }) =>
      isPriced ? BigInt(priceAmount) : null,
    ),
  };
}

async function readNumbered(ctx: Context, id: string | null): Promise<PresentedDraft['additionTo']> {
  const order = id && (await ctx.db.order.findFirst({ where: { id }, select: { number: true } }));
  return order ? { orderId: id, number: Number(order.number) } : null;
}

/** The customer's group decides the prices; a disabled account has none. */
async function asBuyer(ctx: Context, { customerId }: Pick<CartModel, 'customerId'>): Promise<Context> {
  const principal = customerId === null ? undefined : await customerPrincipal(ctx, customerId);
  return principal ? { ...ctx, principal } : ctx;
}

/** What was entered by hand takes the place of what was read, before anything is reckoned. */
function withHand(row: CartRow, { shippingByHand }: CartModel, byHand: readonly (bigint | null)[]): CartRow {
  const lines = row.lines.map((line, index): LineRow => {
    const amount = byHand[index] ?? null;
    if (amount === null) return line;
    const price = { priceAmount: Number(amount), seenUnitAmount: Number(amount), isPriced: true };
    return { ...line, ...price, priceListId: null, priceListName: null };
  });
  if (shippingByHand === null) return { ...row, lines };
  const own = shippingByHand as NonNullable<PresentedDraft['shippingByHand']>;
  const profiles = [...lines, ...row.gifts].flatMap(({ shippingProfile }) => shippingProfile ?? []);
  const anywhere = {
    freeFrom: null,
    tiersBy: null,
    tiers: [],
    postalCodes: [],
    pickupPlace: null,
    carrier: null,
  };
  return { ...row, lines, shippingOption: { ...own, ...anywhere, profiles } };
}

export async function getDraft(ctx: Context, id: string): Promise<PresentedDraft> {
  return presentDraft(await readDraft(ctx, id));
}

/** The same, by the rates of the store's tax provider, which is asked if it wasn't yet. Not within a transaction. */
export async function getTaxedDraft(ctx: Context, id: string): Promise<PresentedDraft> {
  const priced = await readDraft(ctx, id);
  return presentDraft({ ...priced, ...(await askForTaxes(ctx, priced)) });
}

/** The response of a change, after its commit. */
export function withDraftTaxes(ctx: Context, draft: PresentedDraft): Promise<PresentedDraft> {
  return orAsChanged(ctx, draft, getTaxedDraft);
}

/** The options offered for a draft, with what it is charged for each. */
export async function listDraftShippingOptions(ctx: Context, id: string) {
  const priced = await readDraft(ctx, id);
  return offeredFor(await asBuyer(ctx, priced.draft), priced);
}

export function presentDraft(priced: PricedDraft): PresentedDraft {
  const { completed: _, lines, ...shown } = presentCart(priced);
  const { draft, additionTo, byHand, catalogue, shippingName } = priced;
  return {
    ...shown,
    lines: lines.map((line, index) => ({
      ...line,
      unitAmountByHand: numberOf(byHand[index]),
      catalogueUnitAmount: numberOf(catalogue[index]),
    })),
    shippingByHand: draft.shippingByHand as PresentedDraft['shippingByHand'],
    shippingName,
    additionTo,
    note: draft.note,
    createdAt: draft.createdAt.toISOString(),
    updatedAt: draft.updatedAt.toISOString(),
  };
}

function numberOf(amount: bigint | null | undefined): number | null {
  return amount == null ? null : Number(amount);
}
