import { type InputOf, type operations, type ResponseOf, refuse } from '@service/contract';
import { recordChange } from '../audit/index.ts';
import { type Context, inTransaction } from '../context.ts';
import { lockTenant } from '../lock-tenant.ts';

export type PresentedShippingSettings = ResponseOf<typeof operations.getShippingSettings>;
type GivenOption = InputOf<typeof operations.putShippingSettings>['body']['options'][number];

export async function getShippingSettings(ctx: Context): Promise<PresentedShippingSettings> {
  const [{ shippingVersion: version }, options] = await Promise.all([
    ctx.db.tenant.findUniqueOrThrow({ where: { id: ctx.tenantId }, select: { shippingVersion: true } }),
    ctx.db.shippingOption.findMany({
      where: { removedAt: null },
      orderBy: [{ position: 'asc' }, { createdAt: 'asc' }, { id: 'asc' }],
    }),
  ]);
  return {
    version,
    options: options.map(({ id, name, amount, countries, freeFrom }) => ({
      id,
      name,
      amount: Number(amount),
      countries,
      freeFrom: freeFrom === null ? null : Number(freeFrom),
    })),
  };
}

/**
 * Replaces the options: one with an id is changed, one without is new, and what isn't listed is offered no longer.
 * Refuses with `validation_failed` an id that isn't an option of the store.
 */
export function putShippingSettings(
  ctx: Context,
  options: readonly GivenOption[],
): Promise<PresentedShippingSettings> {
  return inTransaction(ctx, async (tx) => {
    // Two replacements at once would leave the options of both; the second waits here for the first.
    await lockTenant(tx);
    const before = await getShippingSettings(tx);
    assertKnown(before, options);
    await tx.db.tenant.update({ where: { id: tx.tenantId }, data: { shippingVersion: { increment: 1 } } });
    await tx.db.shippingOption.updateMany({
      where: { removedAt: null, id: { notIn: options.flatMap(({ id }) => id ?? []) } },
      data: { removedAt: tx.now() },
    });
    for (const [position, { id, ...given }] of options.entries()) {
      const columns = optionColumns(given, position);
      if (id)
        await tx.db.shippingOption.update({
          where: { tenantId_id: { tenantId: tx.tenantId, id } },
          data: columns,
        });
      else
        await tx.db.shippingOption.create({
          data: { tenantId: tx.tenantId, createdAt: tx.now(), ...columns },
        });
    }
    const after = await getShippingSettings(tx);
    const subject = { type: 'shipping_settings', id: tx.tenantId };
    await recordChange(tx, { action: 'shipping_settings.replaced', subject, before, after });
    return after;
  });
}

function assertKnown(stored: PresentedShippingSettings, options: readonly GivenOption[]): void {
  const known = new Set(stored.options.map(({ id }) => id));
  const seen = new Set<string>();
  const errors = options.flatMap(({ id }, index) => {
    if (id === undefined || (known.has(id) && !seen.has(id) && seen.add(id))) return [];
    const message = known.has(id) ? 'is listed twice' : 'is no shipping option of this store';
    return [{ path: `/body/options/${index}/id`, code: 'unknown', message }];
  });
  if (errors.length > 0)
    refuse('validation_failed', 'An id must name an option of the store, and each option only once.', errors);
}

function optionColumns({ name, amount, countries, freeFrom }: Omit<GivenOption, 'id'>, position: number) {
  return {
    name,
    amount: BigInt(amount),
    countries: [...new Set((countries ?? []).map((country) => country.toUpperCase()))],
    freeFrom: freeFrom === null || freeFrom === undefined ? null : BigInt(freeFrom),
    position,
  };
}
