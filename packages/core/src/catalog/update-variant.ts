import type { InputOf, operations } from '@service/contract';
import { Prisma } from '@service/db';
import { recordChange } from '../audit/index.ts';
import { type Context, inTransaction } from '../context.ts';
import { changeVariant } from './change-variant.ts';
import type { VariantIds } from './find-variant.ts';
import { type PresentedVariant, presentVariant } from './present.ts';
import { toColumns, toJson } from './variant-columns.ts';

type VariantPatch = InputOf<typeof operations.updateVariant>['body'];

/** An absent field keeps its value, null clears it. Refuses like `changeVariant`. */
export async function updateVariant(
  ctx: Context,
  ids: VariantIds,
  patch: VariantPatch,
): Promise<PresentedVariant> {
  return inTransaction(ctx, async (tx) => {
    const { before, variant, changed } = await changeVariant(tx, ids, {
      patch: Prisma.sql`${toJson(toColumns(patch))}::jsonb`,
      movement: { kind: 'set' },
    });
    const after = presentVariant(variant);
    const subject = { type: 'variant', id: variant.id };
    if (changed)
      await recordChange(tx, { action: 'variant.updated', subject, before: presentVariant(before), after });
    return after;
  });
}
