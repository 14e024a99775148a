import type { Transaction } from '../../context.ts';
import type { ImportRow, RowOutcome } from '../../imports/index.ts';
import { openMoments } from './moments.ts';
import { type GivenOrder, momentsIn, openChecker, readFormerOrder } from './read-former-order.ts';
import { writeFormerOrders } from './write-former-orders.ts';

/**
 * Input: rows of a file, each an order of a former shop. Output: what became of each. An order is found by its number; of
 * rows with one number the later one wins.
 */
export async function applyRows(tx: Transaction, rows: readonly ImportRow[]): Promise<RowOutcome[]> {
  const checkRow = await openChecker();
  const readMoment = await openMoments(
    tx,
    rows.flatMap(({ data }) => momentsIn(data)),
  );
  const read = rows.map(({ data, reason }) => reason ?? readFormerOrder(data, checkRow, readMoment));
  const given = read.filter((order) => typeof order !== 'string');
  const erased = await lockErased(
    tx,
    given.flatMap(({ email }) => email ?? []),
  );
  const isErased = ({ email }: GivenOrder) => email !== null && erased.has(email);
  const results = await writeFormerOrders(
    tx,
    given.filter((order) => !isErased(order)),
  );
  return rows.map(({ number }, at): RowOutcome => {
    const order = read[at] as GivenOrder | string;
    if (typeof order === 'string') return { number, outcome: 'refused', reason: order };
    if (isErased(order)) return { number, outcome: 'refused', reason: 'Its customer is being erased.' };
    return { number, ...(results.get(order) as Pick<RowOutcome, 'outcome' | 'reason'>) };
  });
}

/** Returns those of these addresses whose customer is being erased. None of the others is, until the transaction ends. */
async function lockErased(tx: Transaction, emails: readonly string[]): Promise<Set<string>> {
  const found = await tx.db.sql<{ email: string; isErased: boolean }[]>`
    SELECT email, erased_at IS NOT NULL AS "isErased" FROM customers
    WHERE tenant_id = ${tx.tenantId}::uuid AND email = ANY (${[...new Set(emails)]}) ORDER BY id FOR SHARE`;
  return new Set(found.filter(({ isErased }) => isErased).map(({ email }) => email));
}
