import type { SystemContext } from '../context.ts';
import { notifyEveryStore } from '../notifications/index.ts';

/** Warns the operators of every store, once, that orders are paid without money. */
export async function reportFakePayments(system: SystemContext): Promise<void> {
  system.log.warn({}, 'PAYMENT_PROVIDER is fake: orders are paid without money');
  await notifyEveryStore(system, {
    kind: 'payments.fake',
    title: 'Payments take no money',
    detail: 'The deployment runs with PAYMENT_PROVIDER=fake. Orders are marked as paid without a payment.',
    reference: 'payments.fake',
  });
}
