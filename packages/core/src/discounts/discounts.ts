import { type FieldError, type InputOf, type operations, type ResponseOf, refuse } from '@service/contract';
import type { DiscountModel, Prisma } from '@service/db';
import { recordChange } from '../audit/index.ts';
import { type Context, inTransaction, type Transaction } from '../context.ts';
import { lockRow } from '../lock-row.ts';
import { lockTenant } from '../lock-tenant.ts';
import { NEWEST_FIRST, type PageQuery, readPage } from '../page.ts';
import { applyPatch, asIs, createColumns, integer, lowerCase, time, upperCase } from '../patch.ts';

export type PresentedDiscount = ResponseOf<typeof operations.getDiscount>;
type NewDiscount = InputOf<typeof operations.createDiscount>['body'];
type DiscountChange = InputOf<typeof operations.updateDiscount>['body'];
type Kind = PresentedDiscount['kind'];

/** The form in which codes are stored and compared. */
export function normaliseCode(code: string): string {
  return code.trim().toUpperCase();
}

/** Each cart reads all of them. */
const MAX_AUTOMATIC = 50;

const uuids = {
  toStored: (ids: string[]) => [...new Set(ids.map((id) => id.toLowerCase()))],
  toShown: (ids: string[]) => ids,
};

const tiers = {
  toStored: (given: PresentedDiscount['tiers']) => given.toSorted((a, b) => a.from - b.from),
  toShown: (stored: Prisma.JsonValue) => stored as unknown as PresentedDiscount['tiers'],
};

/** The fields of a discount that an operator changes; its kind stays. */
const DISCOUNT = createColumns<DiscountModel, PresentedDiscount, keyof DiscountChange>({
  code: { toStored: normaliseCode, toShown: (code) => code },
  title: asIs,
  automatic: asIs,
  singleUseCodes: asIs,
  basisPoints: asIs,
  amount: integer,
  currency: upperCase,
  tiers,
  buyQuantity: asIs,
  getQuantity: asIs,
  giftVariantId: lowerCase,
  giftQuantity: asIs,
  priority: asIs,
  combinable: asIs,
  minimumAmount: integer,
  minimumQuantity: asIs,
  productIds: uuids,
  categoryIds: uuids,
  customerGroupIds: uuids,
  firstOrder: asIs,
  oncePerCustomer: asIs,
  active: asIs,
  startsAt: time,
  endsAt: time,
  usageLimit: asIs,
});

/** Refuses with `duplicate_code`, `too_many_discounts`, or `validation_failed` when the value doesn't fit the kind. */
export async function createDiscount(ctx: Context, input: NewDiscount): Promise<PresentedDiscount> {
  const { kind, code } = input;
  // The reduced units are free unless it says otherwise.
  const basisPoints = input.basisPoints ?? (kind === 'buy_x_get_y' ? 10_000 : undefined);
  const giftQuantity = input.giftQuantity ?? (kind === 'gift' ? 1 : undefined);
  const members = DISCOUNT.toStored({ ...input, basisPoints, giftQuantity });
  const columns = { ...members, kind, code: normaliseCode(code) };
  assertSound({
    ...{ basisPoints: null, amount: null, minimumAmount: null, currency: null, startsAt: null, endsAt: null },
    ...{ automatic: false, singleUseCodes: false, tiers: [], buyQuantity: null, getQuantity: null },
    ...{ giftVariantId: null, giftQuantity: null },
    ...columns,
  });
  return inTransaction(ctx, async (tx) => {
    await assertKnown(tx, columns);
    const gift = await giftOf(tx, columns);
    if (columns.automatic) await lockTenant(tx);
    const created = await tx.db.discount.create({
      data: { tenantId: tx.tenantId, ...columns, ...gift, createdAt: tx.now(), updatedAt: tx.now() },
    });
    if (columns.automatic) await assertFewAutomatic(tx);
    const after = presentDiscount(created);
    await recordChange(tx, { action: 'discount.created', subject: subjectOf(created), after });
    return after;
  });
}

/** Refuses with `not_found`, `duplicate_code`, `too_many_discounts` or `validation_failed`. */
export async function updateDiscount(
  ctx: Context,
  id: string,
  input: DiscountChange,
): Promise<PresentedDiscount> {
  return inTransaction(ctx, async (tx) => {
    // Locked before it is read: two changes at once could each be valid and their sum not.
    await lockRow(tx, 'discounts', id);
    const row = await findDiscount(tx, id);
    const members = DISCOUNT.changesOf(row, input);
    assertSound({ ...row, ...members });
    await assertKnown(tx, members);
    const changes = { ...members, ...(await giftOf(tx, members)) };
    const mayBeTooMany = changes.automatic === true || changes.active === true;
    if (mayBeTooMany) await lockTenant(tx);
    const changed = await applyPatch(tx, {
      action: 'discount.updated',
      subject: subjectOf(row),
      row,
      changes,
      present: presentDiscount,
      write: (data) =>
        tx.db.discount.update({
          where: { tenantId_id: { tenantId: tx.tenantId, id } },
          data: { ...data, version: { increment: 1 }, updatedAt: tx.now() },
        }),
    });
    if (mayBeTooMany) await assertFewAutomatic(tx);
    return presentDiscount(changed);
  });
}

/** Refuses with `not_found`. */
export async function getDiscount(ctx: Context, id: string): Promise<PresentedDiscount> {
  return presentDiscount(await findDiscount(ctx, id));
}

export async function listDiscounts(ctx: Context, page: PageQuery) {
  return readPage(page, {
    count: ctx.db.discount.count(),
    rows: (range) => ctx.db.discount.findMany({ orderBy: NEWEST_FIRST, ...range }),
    present: presentDiscount,
  });
}

/** Refuses with `not_found`. */
export function deleteDiscount(ctx: Context, id: string): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const stored = await findDiscount(tx, id);
    const { count } = await tx.db.discount.deleteMany({ where: { id } });
    if (count === 0) refuse('not_found', `No discount ${id}.`);
    const before = presentDiscount(stored);
    await recordChange(tx, { action: 'discount.deleted', subject: subjectOf(stored), before });
  });
}

export function subjectOf({ id }: DiscountModel) {
  return { type: 'discount', id };
}

export async function findDiscount(ctx: Context, id: string): Promise<DiscountModel> {
  return (await ctx.db.discount.findFirst({ where: { id } })) ?? refuse('not_found', `No discount ${id}.`);
}

/** Refuses unknown ids with `validation_failed`. An id that is deleted later matches nothing. */
async function assertKnown(
  { db, tenantId }: Transaction,
  { productIds = [], categoryIds = [], customerGroupIds = [] }: Partial<Goods>,
): Promise<void> {
  if (productIds.length + categoryIds.length + customerGroupIds.length === 0) return;
  const unknown = await db.sql<{ member: keyof Goods; position: number }[]>`
    SELECT 'productIds' AS member, position::int FROM unnest(${productIds}::uuid[]) WITH ORDINALITY AS given(id, position)
    WHERE NOT EXISTS (SELECT FROM products p WHERE p.tenant_id = ${tenantId}::uuid AND p.id = given.id)
    UNION ALL
    SELECT 'categoryIds', position::int FROM unnest(${categoryIds}::uuid[]) WITH ORDINALITY AS given(id, position)
    WHERE NOT EXISTS (SELECT FROM categories c WHERE c.tenant_id = ${tenantId}::uuid AND c.id = given.id)
    UNION ALL
    SELECT 'customerGroupIds', position::int FROM unnest(${customerGroupIds}::uuid[]) WITH ORDINALITY AS given(id, position)
    WHERE NOT EXISTS (SELECT FROM customer_groups g WHERE g.tenant_id = ${tenantId}::uuid AND g.id = given.id)`;
  if (unknown.length > 0)
    refuse(
      'validation_failed',
      'The discount names what the store doesn’t have.',
      unknown.map(({ member, position }) => ({
        path: `/body/${member}/${position - 1}`,
        code: 'unknown',
        message: 'is not of this store',
      })),
    );
}

/** The product of the given variant. Refuses a variant that is unknown with `validation_failed`. */
async function giftOf(
  tx: Transaction,
  { giftVariantId }: { giftVariantId?: string | null },
): Promise<{ giftProductId?: string }> {
  if (!giftVariantId) return {};
  const found = await tx.db.variant.findFirst({
    where: { id: giftVariantId },
    select: { productId: true },
  });
  if (found) return { giftProductId: found.productId };
  refuse('validation_failed', 'The discount names what the store doesn’t have.', [
    { path: '/body/giftVariantId', code: 'unknown', message: 'is no variant of this store' },
  ]);
}

type Goods = Pick<DiscountModel, 'productIds' | 'categoryIds' | 'customerGroupIds'>;

/** The tenant is locked: two that are created at once count each other. */
async function assertFewAutomatic(tx: Transaction): Promise<void> {
  if ((await tx.db.discount.count({ where: { automatic: true, active: true } })) > MAX_AUTOMATIC)
    refuse('too_many_discounts', `A store has at most ${MAX_AUTOMATIC} active automatic discounts.`);
}

type Terms = Pick<
  DiscountModel,
  | 'kind'
  | 'automatic'
  | 'singleUseCodes'
  | 'basisPoints'
  | 'amount'
  | 'buyQuantity'
  | 'getQuantity'
  | 'giftVariantId'
  | 'giftQuantity'
  | 'minimumAmount'
  | 'currency'
  | 'startsAt'
  | 'endsAt'
> & { tiers: unknown };

/** Each kind has its members and no others, and a discount ends after it starts. */
function assertSound(terms: Terms): void {
  const { kind, amount, minimumAmount, startsAt, endsAt } = terms;
  const steps = terms.tiers as PresentedDiscount['tiers'];
  const hasAmounts = amount !== null || minimumAmount !== null || steps.length > 0;
  const errors: FieldError[] = [
    ...valueError('basisPoints', terms.basisPoints, ['percentage', 'buy_x_get_y'].includes(kind)),
    ...valueError('amount', amount, kind === 'amount'),
    ...valueError('tiers', steps.length > 0 ? steps : null, kind === 'tiers'),
    ...valueError('buyQuantity', terms.buyQuantity, kind === 'buy_x_get_y'),
    ...valueError('getQuantity', terms.getQuantity, kind === 'buy_x_get_y'),
    ...valueError('giftVariantId', terms.giftVariantId, kind === 'gift'),
    ...valueError('giftQuantity', terms.giftQuantity, kind === 'gift'),
    ...(hasAmounts || kind === 'amount' ? [] : valueError('currency', terms.currency, false)),
  ];
  if (new Set(steps.map(({ from }) => from)).size < steps.length)
    errors.push({ path: '/body/tiers', code: 'duplicate', message: 'has two tiers from the same amount' });
  if (terms.automatic && terms.singleUseCodes)
    errors.push({ path: '/body/singleUseCodes', code: 'unexpected', message: 'is not for automatic ones' });
  if (startsAt && endsAt && endsAt <= startsAt)
    errors.push({ path: '/body/endsAt', code: 'order', message: 'must be after startsAt' });
  if (errors.length > 0)
    refuse('validation_failed', 'The members of the discount contradict each other.', errors);
}

function valueError(member: string, value: unknown, isWanted: boolean): FieldError[] {
  if ((value !== null) === isWanted) return [];
  return [
    isWanted
      ? { path: `/body/${member}`, code: 'required', message: 'is required for this kind' }
      : { path: `/body/${member}`, code: 'unexpected', message: 'is not for this kind' },
  ];
}

function presentDiscount(discount: DiscountModel): PresentedDiscount {
  return {
    id: discount.id,
    kind: discount.kind as Kind,
    ...DISCOUNT.present(discount),
    giftProductId: discount.giftProductId,
    timesUsed: discount.timesUsed,
    version: discount.version,
    createdAt: discount.createdAt.toISOString(),
  };
}
