import type { Address, operations, ResponseOf } from '@service/contract';
import type { Context } from '../context.ts';
import { getOrder } from '../orders/index.ts';
import { readRates } from '../shipping/index.ts';
import { weighed } from './weighed.ts';

type LabelRates = ResponseOf<typeof operations.listLabelRates>;

/** What each carrier that makes labels asks for a parcel of all that is left to ship. Refuses with `not_found`. */
export async function listLabelRates(ctx: Context, orderId: string): Promise<LabelRates> {
  const { lines, shippingAddress, currency } = await getOrder(ctx, orderId);
  const left = lines
    .filter(({ shippableQuantity: units }) => units > 0)
    .map(({ id, shippableQuantity: quantity }) => ({ lineId: id, quantity }));
  const weightGrams = await weighed(ctx, left);
  if (!shippingAddress || left.length === 0) return { weightGrams, items: [], unavailable: [] };
  const { country: fromCountry } = await ctx.db.tenant.findUniqueOrThrow({ where: { id: ctx.tenantId } });
  const { country, region = null, postalCode, city }: Address = shippingAddress;
  const parcel = {
    weightGrams,
    quantity: left.reduce((sum, { quantity }) => sum + quantity, 0),
    ...{ fromCountry, to: { country, region, postalCode, city }, currency },
  };
  const answers = await Promise.all(
    labelCarriers(ctx).map(async (carrier) => ({ carrier, rates: await readRates(ctx, carrier, parcel) })),
  );
  return {
    weightGrams,
    items: answers.flatMap(({ carrier, rates = new Map<string, number>() }) =>
      [...rates].map(([service, amount]) => ({ carrier, service, amount, currency })),
    ),
    unavailable: answers.flatMap(({ carrier, rates }) => (rates ? [] : [carrier])),
  };
}

function labelCarriers({ services: { modules }, tenantId }: Context): string[] {
  const names = modules.list().flatMap(({ carriers }) => carriers);
  return names.filter((name) => modules.openCarrier(name, tenantId)?.createLabel);
}
