import { type Address, refuse, type Seller } from '@service/contract';
import type { NewLabel } from '@service/module-sdk';
import type { Context } from '../context.ts';

/**
 * The sender is the seller of the settings, and the recipient that of the order, as both are now. Refuses with
 * `label_not_possible` unless both are known.
 */
export async function readAddresses(ctx: Context, orderId: string): Promise<Pick<NewLabel, 'from' | 'to'>> {
  const [{ seller }, { shippingAddress }] = await Promise.all([
    ctx.db.tenant.findUniqueOrThrow({ where: { id: ctx.tenantId }, select: { seller: true } }),
    ctx.db.order.findFirstOrThrow({ where: { id: orderId }, select: { shippingAddress: true } }),
  ]);
  if (!shippingAddress) refuse('label_not_possible', 'The order has no shipping address.');
  if (!seller) refuse('label_not_possible', 'The settings of the store name no seller, who is the sender.');
  return { from: postal(seller as Seller), to: postal(shippingAddress as Address) };
}

function postal({
  name,
  line1,
  line2 = null,
  postalCode,
  city,
  region = null,
  country,
  phone = null,
  ...address
}: Address | Seller): NewLabel['to'] {
  const company = ('company' in address && address.company) || null;
  return { name, company, line1, line2, postalCode, city, region, country, phone };
}
