import { refuse } from '@service/contract';
import type { Context } from '../context.ts';
import { ITS_SHIPMENT } from '../orders/index.ts';

/** Refuses with `not_found`. */
export async function findLabel({ db }: Context, id: string) {
  const label = await db.shippingLabel.findFirst({ where: { id }, include: ITS_SHIPMENT });
  return label ?? refuse('not_found', `No label ${id}.`);
}
