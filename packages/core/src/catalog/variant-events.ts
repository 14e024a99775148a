import { listsEvent } from '@service/contract';
import type { VariantModel } from '@service/db';
import type { Transaction } from '../context.ts';
import { changesOf } from '../patch.ts';
import { recordEvents } from '../webhooks/index.ts';
import { presentVariant } from './present.ts';

export interface ChangedVariant {
  before: VariantModel;
  after: VariantModel;
}

/** A new variant has no former values. */
export interface WrittenVariant {
  before: VariantModel | undefined;
  after: VariantModel;
}

/** Records `variant.updated` for each, in one statement; nothing where `listed`, the result of `listedBy`, doesn't match it. */
export async function recordVariantUpdates(
  tx: Transaction,
  changes: readonly ChangedVariant[],
  listed: readonly string[],
): Promise<void> {
  if (!listsEvent(listed, 'variant.updated')) return;
  const byVariant = new Map(changes.map((change) => [change.after.id, change]));
  await recordEvents(
    tx,
    'variant.updated',
    changes.map(({ after }) => ({ variantId: after.id, productId: after.productId })),
    ({ variantId }) => {
      const { before, after } = byVariant.get(variantId) as ChangedVariant;
      const object = presentVariant(after);
      return { object, changes: changesOf(presentVariant(before), object) };
    },
  );
}

/** The same for new variants. */
export async function recordVariantCreations(
  tx: Transaction,
  variants: readonly VariantModel[],
  listed: readonly string[],
): Promise<void> {
  if (!listsEvent(listed, 'variant.created')) return;
  const byId = new Map(variants.map((variant) => [variant.id, variant]));
  await recordEvents(
    tx,
    'variant.created',
    variants.map(({ id: variantId, productId }) => ({ variantId, productId })),
    ({ variantId }) => ({ object: presentVariant(byId.get(variantId) as VariantModel) }),
  );
}

/** The part of a product's event about its variants: those that changed, with the members that differ. */
export function variantsChanged(changes: readonly WrittenVariant[]) {
  const told = changes.map(({ before, after }) => {
    const shown = presentVariant(after);
    if (!before) return { before: [], after: [shown] };
    const differing = changesOf(presentVariant(before), shown);
    const members = (of: 'before' | 'after') => ({
      id: shown.id,
      ...Object.fromEntries(differing.map((change) => [change.name, change[of]])),
    });
    return { before: [members('before')], after: [members('after')] };
  });
  return [
    {
      name: 'variants',
      before: told.flatMap(({ before }) => before),
      after: told.flatMap(({ after }) => after),
    },
  ];
}
