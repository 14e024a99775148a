import type { Locale } from '@service/contract';
import type { OrderLineModel, OrderModel } from '@service/db';
import type { Transaction } from '../context.ts';
import { nameOf } from '../line-titles.ts';
import { type MailData, type OrderMailKind, recordMail } from '../mail/index.ts';
import { LINES_IN_ORDER } from './present.ts';

export type OrderWithLines = OrderModel & { lines: OrderLineModel[] };

type Told<K extends OrderMailKind> = Omit<MailData[K], 'locale' | 'orderNumber'>;

/**
 * Mails the buyer of an order, if an address is known, in the transaction of the change that the message reports. `token`: the
 * token in its link.
 */
export async function mailBuyer<K extends OrderMailKind>(
  tx: Transaction,
  orderId: string,
  kind: K,
  told: Told<K> | ((order: OrderWithLines) => Told<K> | Promise<Told<K>>),
  token?: string,
): Promise<void> {
  const order = await tx.db.order.findFirstOrThrow({
    where: { id: orderId },
    include: { lines: { orderBy: LINES_IN_ORDER } },
  });
  if (!order.email) return;
  const about = { locale: order.locale as Locale, orderNumber: Number(order.number) };
  await recordMail(tx, {
    kind,
    to: order.email,
    about: { orderId },
    ...(token === undefined ? {} : { token }),
    data: { ...about, ...(typeof told === 'function' ? await told(order) : told) } as MailData[K],
  });
}

/** The time zone of the store, for days and times in messages. */
export async function readTimeZone({ db, tenantId }: Transaction): Promise<string> {
  const store = await db.tenant.findUniqueOrThrow({ where: { id: tenantId }, select: { timeZone: true } });
  return store.timeZone;
}

/** Some units of an order's lines, as messages name them. */
export function unitsOf(
  { lines }: OrderWithLines,
  units: readonly { lineId: string; quantity: number }[],
): { title: string; quantity: number }[] {
  return units.flatMap(({ lineId, quantity }) => {
    const line = lines.find(({ id }) => id === lineId);
    return line && quantity > 0 ? [{ title: nameOf(line), quantity }] : [];
  });
}
