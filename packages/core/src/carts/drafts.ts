import { isDeepStrictEqual } from 'node:util';
import { type InputOf, normaliseEmail, type operations, type ResponseOf, refuse } from '@service/contract';
import { Prisma } from '@service/db';
import { recordChange } from '../audit/index.ts';
import { type Context, inTransaction, type Transaction } from '../context.ts';
import { normaliseCode } from '../discounts/index.ts';
import { lockTenant } from '../lock-tenant.ts';
import { NEWEST_FIRST, type PageQuery, readPage } from '../page.ts';
import { differing } from '../patch.ts';
import { isSoldIn } from '../prices/index.ts';
import { storedAddress } from '../stored-address.ts';
import { createCompletedCart } from './complete-cart.ts';
import { writeDraftLines } from './draft-lines.ts';
import { getDraft, type PresentedDraft, type PricedDraft, readDraft } from './read-draft.ts';

type NewDraft = InputOf<typeof operations.createDraftOrder>['body'];
type DraftChange = InputOf<typeof operations.updateDraftOrder>['body'];
type DraftSummary = ResponseOf<typeof operations.listDraftOrders>['items'][number];

/** They don't expire, so something else has to keep them few. */
const MAX_DRAFTS = 500;

/**
 * Begins a draft; `additionToId` is the order that its goods leave with. Refuses with `too_many_draft_orders`, `currency_not_sold`,
 * `validation_failed` or `amount_too_large`.
 */
export function createDraft(
  ctx: Context,
  { currency: given, ...input }: NewDraft,
  { additionToId = null }: { additionToId?: string | null } = {},
): Promise<PresentedDraft> {
  return inTransaction(ctx, async (tx) => {
    await lockTenant(tx);
    if ((await tx.db.cart.count({ where: { isDraft: true } })) >= MAX_DRAFTS)
      refuse('too_many_draft_orders', `A store has at most ${MAX_DRAFTS} draft orders.`);
    const currency = await soldCurrency(tx, given);
    const { id } = await tx.db.cart.create({
      data: {
        tenantId: tx.tenantId,
        isDraft: true,
        currency,
        additionToId,
        ...columnsOf(await checked(tx, input)),
        createdAt: tx.now(),
        updatedAt: tx.now(),
      },
    });
    if (input.lines) await writeDraftLines(tx, id, input.lines);
    const draft = await getDraft(tx, id);
    await recordChange(tx, { action: 'draft_order.created', subject: subjectOf(id), after: toldOf(draft) });
    return draft;
  });
}

async function soldCurrency(tx: Transaction, given: string | undefined): Promise<string> {
  const wanted = given?.toUpperCase() ?? null;
  const [store] = await tx.db.sql<{ currency: string }[]>`
    SELECT coalesce(${wanted}, t.currency) AS currency FROM tenants t
    WHERE t.id = ${tx.tenantId}::uuid AND ${wanted === null ? Prisma.sql`true` : isSoldIn(tx, Prisma.sql`${wanted}::text`)}`;
  return store?.currency ?? refuse('currency_not_sold', `The store sells nothing in ${wanted}.`);
}

/** An absent field keeps its value. Refuses with `not_found`, `validation_failed` or `amount_too_large`. */
export function updateDraft(ctx: Context, id: string, input: DraftChange): Promise<PresentedDraft> {
  return inTransaction(ctx, async (tx) => {
    await lockDraft(tx, id);
    const before = await getDraft(tx, id);
    const { lines, ...fields } = await checked(tx, input);
    const changed = differing(before, fields);
    const isOther = lines !== undefined && !isDeepStrictEqual(lines, linesOf(before));
    if (Object.keys(changed).length === 0 && !isOther) return before;
    await tx.db.cart.update({
      where: { tenantId_id: { tenantId: tx.tenantId, id } },
      data: { ...columnsOf(changed), version: { increment: 1 }, updatedAt: tx.now() },
    });
    if (isOther) await writeDraftLines(tx, id, lines);
    const after = await getDraft(tx, id);
    await recordChange(tx, {
      action: 'draft_order.updated',
      subject: subjectOf(id),
      before: toldOf(before),
      after: toldOf(after),
    });
    return after;
  });
}

/** Refuses with `not_found`. */
export function deleteDraft(ctx: Context, id: string): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    await lockDraft(tx, id);
    await remove(tx, id);
    await recordChange(tx, { action: 'draft_order.deleted', subject: subjectOf(id), before: {} });
  });
}

export async function listDrafts(ctx: Context, page: PageQuery) {
  const where = { isDraft: true };
  return readPage(page, {
    count: ctx.db.cart.count({ where }),
    rows: (range) =>
      ctx.db.cart.findMany({
        where,
        orderBy: NEWEST_FIRST,
        include: {
          customer: { select: { email: true, name: true } },
          _count: { select: { lines: true } },
        },
        ...range,
      }),
    present: ({ customer, ...row }): DraftSummary => ({
      id: row.id,
      customerId: row.customerId,
      email: row.email ?? customer?.email ?? null,
      name: nameIn(row.shippingAddress) ?? nameIn(row.billingAddress) ?? customer?.name ?? null,
      currency: row.currency,
      lineCount: row._count.lines,
      note: row.note,
      version: row.version,
      createdAt: row.createdAt.toISOString(),
      updatedAt: row.updatedAt.toISOString(),
    }),
  });
}

function nameIn(address: Prisma.JsonValue): string | undefined {
  return (address as { name: string } | null)?.name;
}

/**
 * Locks the draft and prices it, to be placed. Of two who place it at once the second waits here, and finds none. Refuses with
 * `not_found`.
 */
export async function takeDraft(tx: Transaction, id: string): Promise<PricedDraft> {
  await lockDraft(tx, id);
  return readDraft(tx, id);
}

/**
 * In place of the draft a cart of the order, whose id it returns: by that a guest's order is opened, and operators, logs and the
 * audit know the draft's.
 */
export async function finishDraft(tx: Transaction, { draft, cart }: PricedDraft): Promise<string> {
  await remove(tx, draft.id);
  const { customerId, email, currency, locale, billingAddress, shippingAddress } = cart;
  return createCompletedCart(tx, {
    customerId,
    email,
    currency,
    locale,
    ...(billingAddress ? { billingAddress } : {}),
    ...(shippingAddress ? { shippingAddress } : {}),
    additionToId: draft.additionToId,
  });
}

async function lockDraft(tx: Transaction, id: string): Promise<void> {
  const found = await tx.db.sql`
    SELECT id FROM carts c WHERE c.tenant_id = ${tx.tenantId}::uuid AND c.id = ${id}::uuid AND c.is_draft FOR UPDATE`;
  if (found.length === 0)
    refuse('not_found', `No draft order ${id}: it was placed, deleted, or never there.`);
}

function remove(tx: Transaction, id: string) {
  return tx.db.cart.deleteMany({ where: { id, isDraft: true } });
}

/** As it is stored, and compared. Refuses with `validation_failed` what names nothing of the store. */
async function checked(tx: Transaction, input: DraftChange) {
  const { customerId, shippingOptionId, shippingByHand } = input;
  if (shippingOptionId && shippingByHand)
    refuseMember('shippingByHand', 'contradicts', 'stands in place of an option: give one of both');
  if (customerId && !(await tx.db.customer.findFirst({ where: { id: customerId, disabledAt: null } })))
    refuseMember('customerId', 'unknown', 'is no customer of this store');
  if (
    shippingOptionId &&
    !(await tx.db.shippingOption.findFirst({ where: { id: shippingOptionId, removedAt: null } }))
  )
    refuseMember('shippingOptionId', 'unknown', 'is no shipping option of this store');
  return {
    ...input,
    ...(customerId && { customerId: customerId.toLowerCase() }),
    ...(shippingOptionId && { shippingOptionId: shippingOptionId.toLowerCase(), shippingByHand: null }),
    ...(shippingByHand && { shippingOptionId: null }),
    ...(input.email && { email: normaliseEmail(input.email) }),
    ...(input.discountCode && { discountCode: normaliseCode(input.discountCode) }),
    ...(input.shippingAddress && { shippingAddress: storedAddress(input.shippingAddress) }),
    ...(input.billingAddress && { billingAddress: storedAddress(input.billingAddress) }),
    ...(input.lines && {
      lines: input.lines.map(({ variantId, quantity, unitAmountByHand = null }) => ({
        variantId: variantId.toLowerCase(),
        quantity,
        unitAmountByHand,
      })),
    }),
  };
}

function refuseMember(member: string, code: string, message: string): never {
  refuse('validation_failed', 'Something of the draft doesn’t fit.', [
    { path: `/body/${member}`, code, message },
  ]);
}

/** Of what `checked` returns: the columns of the cart. */
function columnsOf({ lines: _, ...given }: DraftChange) {
  const { shippingAddress, billingAddress, shippingByHand, metadata, ...plain } = given;
  return {
    ...plain,
    ...json('shippingAddress', shippingAddress),
    ...json('billingAddress', billingAddress),
    ...json('shippingByHand', shippingByHand),
    ...(metadata === undefined ? {} : { metadata }),
  };
}

function json<const Name extends string>(name: Name, value: object | null | undefined) {
  if (value === undefined) return {};
  return { [name]: value === null ? Prisma.DbNull : value } as Record<Name, Prisma.InputJsonObject>;
}

function linesOf({ lines }: PresentedDraft) {
  return lines
    .filter(({ isGift }) => !isGift)
    .map(({ variantId, quantity, unitAmountByHand }) => ({ variantId, quantity, unitAmountByHand }));
}

function subjectOf(id: string) {
  return { type: 'draft_order', id };
}

/** Without what is the buyer's own: the audit outlives the draft. */
function toldOf({ customerId, currency, lines, total, ...draft }: PresentedDraft) {
  return {
    customerId,
    currency,
    lines: lines.map(({ sku, quantity, unitAmountByHand }) => ({ sku, quantity, unitAmountByHand })),
    shippingOptionId: draft.shippingOptionId,
    shippingByHand: draft.shippingByHand,
    discountCode: draft.discountCode,
    declinesGifts: draft.declinesGifts,
    total,
  };
}
