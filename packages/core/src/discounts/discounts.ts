import { type FieldError, type InputOf, type operations, type ResponseOf, refuse } from '@service/contract';
import type { DiscountModel } from '@service/db';
import { recordChange } from '../audit/index.ts';
import { type Context, inTransaction } from '../context.ts';
import { lockRow } from '../lock-row.ts';
import { NEWEST_FIRST, type PageQuery, readPage } from '../page.ts';
import { applyPatch, asIs, createColumns, integer, time, upperCase } from '../patch.ts';

export type PresentedDiscount = ResponseOf<typeof operations.getDiscount>;
type NewDiscount = InputOf<typeof operations.createDiscount>['body'];
type DiscountChange = InputOf<typeof operations.updateDiscount>['body'];
type Kind = PresentedDiscount['kind'];

/** How codes are stored and compared. */
export function normaliseCode(code: string): string {
  return code.trim().toUpperCase();
}

/** The fields of a discount that an operator changes; its kind stays. */
const DISCOUNT = createColumns<DiscountModel, PresentedDiscount, keyof DiscountChange>({
  code: { toStored: normaliseCode, toShown: (code) => code },
  basisPoints: asIs,
  amount: integer,
  currency: upperCase,
  active: asIs,
  startsAt: time,
  endsAt: time,
  usageLimit: asIs,
});

/** Refuses with `duplicate_code`, or `validation_failed` when the value doesn't fit the kind. */
export async function createDiscount(ctx: Context, input: NewDiscount): Promise<PresentedDiscount> {
  const columns = { ...DISCOUNT.toStored(input), kind: input.kind, code: normaliseCode(input.code) };
  assertSound({ basisPoints: null, amount: null, currency: null, startsAt: null, endsAt: null, ...columns });
  return inTransaction(ctx, async (tx) => {
    const created = await tx.db.discount.create({
      data: { tenantId: tx.tenantId, ...columns, createdAt: tx.now(), updatedAt: tx.now() },
    });
    const after = presentDiscount(created);
    await recordChange(tx, { action: 'discount.created', subject: subjectOf(created), after });
    return after;
  });
}

/** Refuses with `not_found`, `duplicate_code` or `validation_failed`. */
export async function updateDiscount(
  ctx: Context,
  id: string,
  input: DiscountChange,
): Promise<PresentedDiscount> {
  return inTransaction(ctx, async (tx) => {
    // Locked before it is read: two changes at once could each be sound and their sum not.
    await lockRow(tx, 'discounts', id);
    const row = await findDiscount(tx, id);
    const changes = DISCOUNT.changesOf(row, input);
    assertSound({ ...row, ...changes });
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

function subjectOf({ id }: DiscountModel) {
  return { type: 'discount', id };
}

async function findDiscount(ctx: Context, id: string): Promise<DiscountModel> {
  return (await ctx.db.discount.findFirst({ where: { id } })) ?? refuse('not_found', `No discount ${id}.`);
}

type Terms = Pick<DiscountModel, 'kind' | 'basisPoints' | 'amount' | 'currency' | 'startsAt' | 'endsAt'>;

/** Each kind has its value and no other, and a discount ends after it starts. */
function assertSound({ kind, basisPoints, amount, currency, startsAt, endsAt }: Terms): void {
  const errors: FieldError[] = [
    ...valueError('basisPoints', basisPoints, kind === 'percentage'),
    ...valueError('amount', amount, kind === 'amount'),
    ...(kind === 'amount' ? [] : valueError('currency', currency, false)),
  ];
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
    timesUsed: discount.timesUsed,
    version: discount.version,
    createdAt: discount.createdAt.toISOString(),
  };
}
