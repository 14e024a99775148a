import { eraseAuditTexts, eraseFromAudit } from '../audit/index.ts';
import { eraseCompletedCarts, eraseOpenCarts } from '../carts/index.ts';
import { eraseFromCatalog } from '../catalog/index.ts';
import type { Transaction } from '../context.ts';
import { eraseCustomer } from '../customers/index.ts';
import { eraseKeysOf } from '../idempotency/index.ts';
import { eraseMails, eraseMailsOfOrders } from '../mail/index.ts';
import { eraseFromNotices } from '../notifications/index.ts';
import { eraseOrders } from '../orders/index.ts';
import { erasePayments } from '../payments/index.ts';
import type { Person } from '../person.ts';
import { eraseRefunds } from '../refunds/index.ts';
import { eraseReturns } from '../returns/index.ts';
import { eraseResponses } from '../webhooks/index.ts';

/** Orders in one transaction. */
const BATCH = 50;

/** Each is a transaction of its own, and is repeated until it returns that nothing is left for it. */
type Step = (tx: Transaction, person: Person) => Promise<{ isDone: boolean }>;

const once =
  (run: (tx: Transaction, person: Person) => Promise<unknown>): Step =>
  async (tx, person) => {
    await run(tx, person);
    return { isDone: true };
  };

/** Where a person may stand, the account last: it is how all else is found. */
export const STEPS: readonly Step[] = [
  eraseSomeOrders,
  once(eraseOpenCarts),
  once(eraseMails),
  once(eraseFromNotices),
  once(eraseFromCatalog),
  once(eraseFromAudit),
  once(eraseAccount),
];

async function eraseSomeOrders(tx: Transaction, person: Person): Promise<{ isDone: boolean }> {
  const orders = await eraseOrders(tx, person, BATCH);
  const ids = orders.map(({ id }) => id);
  await eraseCompletedCarts(
    tx,
    orders.map(({ cartId }) => cartId),
  );
  await eraseResponses(tx, ids);
  await eraseMailsOfOrders(tx, ids);
  const paymentIds = await erasePayments(tx, ids, person);
  const refundIds = await eraseRefunds(tx, ids, person);
  const returnIds = await eraseReturns(tx, ids);
  await eraseAuditTexts(tx, [...ids, ...paymentIds, ...refundIds, ...returnIds]);
  return { isDone: orders.length < BATCH };
}

async function eraseAccount(tx: Transaction, { customerId }: Person): Promise<void> {
  await eraseKeysOf(tx, { kind: 'customer', id: customerId, sessionId: '', group: null });
  await tx.db.customerExport.deleteMany({ where: { customerId } });
  await eraseCustomer(tx, customerId);
}
