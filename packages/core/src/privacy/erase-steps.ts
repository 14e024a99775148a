import { eraseAuditTexts, eraseFromAudit } from '../audit/index.ts';
import { eraseCompletedCarts, eraseOpenCarts } from '../carts/index.ts';
import { eraseFromStock } from '../catalog/index.ts';
import type { Transaction } from '../context.ts';
import { eraseCustomer } from '../customers/index.ts';
import { eraseFormerOrders } from '../former-orders/index.ts';
import { eraseKeysOf } from '../idempotency/index.ts';
import { eraseFromImports } from '../imports/index.ts';
import { eraseLabels } from '../labels/index.ts';
import { eraseFromMails, eraseMails, eraseMailsOfOrders } from '../mail/index.ts';
import { eraseFromNotices } from '../notifications/index.ts';
import { eraseOrders } from '../orders/index.ts';
import { erasePayments } from '../payments/index.ts';
import type { Person } from '../person.ts';
import { eraseRefunds } from '../refunds/index.ts';
import { eraseReturns } from '../returns/index.ts';
import { nextRange, type TableRange } from '../table-range.ts';
import { erasePayloads, eraseResponses } from '../webhooks/index.ts';

/** The most rows of a step: orders that are erased in one transaction, or carts, messages or stored responses. */
const [ORDERS, ROWS] = [50, 500];

/**
 * Each step is a transaction of its own, and is repeated until it returns that nothing is left. `readUpTo` is the value that it
 * returned the time before.
 */
export type Step = (
  tx: Transaction,
  person: Person,
  readUpTo: string | null,
) => Promise<{ isDone: boolean; readUpTo?: string | null }>;

/** Deletes the rows that are found, a batch at a time. */
const inParts =
  (erase: (tx: Transaction, person: Person, limit: number) => Promise<number>): Step =>
  async (tx, person) => ({ isDone: (await erase(tx, person, ROWS)) < ROWS });

/** Reads each row of a table, because only its text shows whether it names the person. */
const through =
  (
    table: string,
    erase: (tx: Transaction, person: Person, rows: TableRange['where']) => Promise<unknown>,
    keys: Parameters<typeof nextRange>[1]['keys'] = { id: 'uuid' },
  ): Step =>
  async (tx, person, after) => {
    const { where, last } = await nextRange(tx, { table, keys, after });
    await erase(tx, person, where);
    return { isDone: last === null, readUpTo: last };
  };

/** The places that hold personal data. The account comes last, because all others are found by it. */
export const STEPS: readonly Step[] = [
  eraseSomeOrders,
  inParts(eraseFormerOrders),
  inParts(eraseOpenCarts),
  inParts(eraseMails),
  through('mails', eraseFromMails),
  through('admin_notifications', eraseFromNotices),
  through('file_import_rows', eraseFromImports, { import_id: 'uuid', number: 'integer' }),
  through('stock_movements', eraseFromStock),
  through('audit_records', eraseFromAudit),
  inParts(eraseKeys),
  eraseAccount,
];

async function eraseSomeOrders(tx: Transaction, person: Person): Promise<{ isDone: boolean }> {
  const orders = await eraseOrders(tx, person, ORDERS);
  const ids = orders.map(({ id }) => id);
  await eraseCompletedCarts(
    tx,
    orders.map(({ cartId }) => cartId),
  );
  await eraseResponses(tx, ids);
  await erasePayloads(tx, ids);
  await eraseMailsOfOrders(tx, ids);
  await eraseLabels(tx, ids);
  const paymentIds = await erasePayments(tx, ids, person);
  const refundIds = await eraseRefunds(tx, ids, person);
  const returnIds = await eraseReturns(tx, ids);
  await eraseAuditTexts(tx, [...ids, ...paymentIds, ...refundIds, ...returnIds]);
  return { isDone: orders.length < ORDERS };
}

function eraseKeys(tx: Transaction, { customerId }: Person, limit: number): Promise<number> {
  return eraseKeysOf(tx, { kind: 'customer', id: customerId, sessionId: '', group: null }, limit);
}

async function eraseAccount(tx: Transaction, { customerId }: Person): Promise<{ isDone: boolean }> {
  await tx.db.customerExport.deleteMany({ where: { customerId } });
  await erasePayloads(tx, [customerId]);
  await eraseCustomer(tx, customerId);
  return { isDone: true };
}
