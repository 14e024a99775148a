import { type FieldError, type InputOf, type operations, type ResponseOf, refuse } from '@service/contract';
import type { DiscountModel } from '@service/db';
import { recordChange } from '../audit/index.ts';
import { refuseDuplicate } from '../constraint-violations.ts';
import { type Context, inTransaction } from '../context.ts';
import { NEWEST_FIRST, type PageQuery, readPage } from '../page.ts';

export type PresentedDiscount = ResponseOf<typeof operations.getDiscount>;
type NewDiscount = InputOf<typeof operations.createDiscount>['body'];
type DiscountChange = InputOf<typeof operations.updateDiscount>['body'];
type Kind = PresentedDiscount['kind'];

/** How codes are stored and compared. */
export function normaliseCode(code: string): string {
  return code.trim().toUpperCase();
}

/** Refuses with `duplicate_code`, or `validation_failed` when the value doesn't fit the kind. */
export async function createDiscount(ctx: Context, input: NewDiscount): Promise<PresentedDiscount> {
  const columns = { ...changedColumns(input), kind: input.kind, code: normaliseCode(input.code) };
  assertSound({ basisPoints: null, amount: null, startsAt: null, endsAt: null, ...columns });
  try {
    return await inTransaction(ctx, async (tx) => {
      const created = await tx.db.discount.create({
        data: { tenantId: tx.tenantId, ...columns, createdAt: tx.now(), updatedAt: tx.now() },
      });
      const after = presentDiscount(created);
      await recordChange(tx, { action: 'discount.created', subject: subjectOf(created), after });
      return after;
    });
  } catch (error) {
    refuseTakenCode(error);
  }
}

/** Refuses with `not_found`, `duplicate_code` or `validation_failed`. */
export async function updateDiscount(
  ctx: Context,
  id: string,
  input: DiscountChange,
): Promise<PresentedDiscount> {
  try {
    return await inTransaction(ctx, async (tx) => {
      // Locked before it is read: two changes at once could each be sound and their sum not.
      await tx.db
        .$queryRaw`SELECT 1 FROM discounts WHERE tenant_id = ${tx.tenantId}::uuid AND id = ${id}::uuid FOR NO KEY UPDATE`;
      const stored = await findDiscount(tx, id);
      const columns = changedColumns(input);
      assertSound({ ...stored, ...columns });
      const changed = await tx.db.discount.update({
        where: { tenantId_id: { tenantId: tx.tenantId, id } },
        data: { ...columns, version: { increment: 1 }, updatedAt: tx.now() },
      });
      const [before, after] = [presentDiscount(stored), presentDiscount(changed)];
      await recordChange(tx, { action: 'discount.updated', subject: subjectOf(stored), before, after });
      return after;
    });
  } catch (error) {
    refuseTakenCode(error);
  }
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

/** Only what the request names. */
function changedColumns(input: DiscountChange) {
  return {
    ...(input.code === undefined ? {} : { code: normaliseCode(input.code) }),
    ...(input.basisPoints === undefined ? {} : { basisPoints: input.basisPoints }),
    ...(input.amount === undefined ? {} : { amount: BigInt(input.amount) }),
    ...(input.active === undefined ? {} : { active: input.active }),
    ...(input.startsAt === undefined ? {} : { startsAt: dateOrNull(input.startsAt) }),
    ...(input.endsAt === undefined ? {} : { endsAt: dateOrNull(input.endsAt) }),
    ...(input.usageLimit === undefined ? {} : { usageLimit: input.usageLimit }),
  };
}

interface Terms {
  kind: string;
  basisPoints: number | null;
  amount: bigint | null;
  startsAt: Date | null;
  endsAt: Date | null;
}

/** Each kind has its value and no other, and a discount ends after it starts. */
function assertSound({ kind, basisPoints, amount, startsAt, endsAt }: Terms): void {
  const errors: FieldError[] = [
    ...valueError('basisPoints', basisPoints, kind === 'percentage'),
    ...valueError('amount', amount, kind === 'amount'),
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

function refuseTakenCode(error: unknown): never {
  refuseDuplicate(error, { code: ['duplicate_code', 'Another discount of this store has this code.'] });
}

function dateOrNull(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}

function presentDiscount(discount: DiscountModel): PresentedDiscount {
  return {
    id: discount.id,
    code: discount.code,
    kind: discount.kind as Kind,
    basisPoints: discount.basisPoints,
    amount: discount.amount === null ? null : Number(discount.amount),
    active: discount.active,
    startsAt: discount.startsAt?.toISOString() ?? null,
    endsAt: discount.endsAt?.toISOString() ?? null,
    usageLimit: discount.usageLimit,
    timesUsed: discount.timesUsed,
    version: discount.version,
    createdAt: discount.createdAt.toISOString(),
  };
}
