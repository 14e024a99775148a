import type { InputOf, operations } from '@service/contract';
import { Prisma } from '@service/db';
import { type Context, inTransaction } from '../context.ts';
import { recordPatch } from '../patch.ts';
import { assertTaxClasses } from '../taxes/index.ts';
import { changeVariant } from './change-variant.sql.ts';
import type { VariantIds } from './find-variant.ts';
import { type PresentedVariant, presentVariant } from './present.ts';
import { toColumns, toJson } from './variant-columns.ts';

type VariantPatch = InputOf<typeof operations.updateVariant>['body'];

/** An absent field keeps its value, null clears it. Refuses like `changeVariant`, and with `validation_failed` an unknown tax class. */
export async function updateVariant(
  ctx: Context,
  ids: VariantIds,
  patch: VariantPatch,
): Promise<PresentedVariant> {
  return inTransaction(ctx, async (tx) => {
    await assertTaxClasses(tx, [{ path: '/body/taxClass', taxClass: patch.taxClass }]);
    const changed = await changeVariant(tx, ids, {
      patch: Prisma.sql`${toJson(toColumns(patch))}::jsonb`,
      movement: { kind: 'set' },
    });
    const subject = { type: 'variant', id: changed.after.id };
    return presentVariant(
      await recordPatch(tx, { ...changed, action: 'variant.updated', subject, present: presentVariant }),
    );
  });
}
