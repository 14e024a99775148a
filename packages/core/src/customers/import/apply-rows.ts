import { isDeepStrictEqual } from 'node:util';
import { normaliseEmail } from '@service/contract';
import type { CustomerModel } from '@service/db';
import type { Transaction } from '../../context.ts';
import { lockCustomerGroups } from '../../customer-groups/index.ts';
import type { ImportRow, RowOutcome } from '../../imports/index.ts';
import { wholeAddress } from '../addresses.ts';
import { isSameVatNumber, vatColumns } from '../vat-checks/start-check.ts';
import { type GivenCustomer, openChecker, readCustomerRow } from './check-customer-row.ts';
import {
  type CustomerColumns,
  NEW_CUSTOMER,
  type WantedCustomer,
  writeCustomers,
} from './write-customers.ts';

/** Each batch reads and compares those of its customers. */
const MOST_ADDRESSES = 100;

/**
 * Input: rows of a file, each a customer with at most one address. Output: what became of each. Why a batch and not a
 * row at a time: it costs some statements whatever its size. Who exists is locked and compared first, so that only what
 * differs is written and announced; of rows with one e-mail address the later wins, and each may add an address.
 */
export async function applyRows(tx: Transaction, rows: readonly ImportRow[]): Promise<RowOutcome[]> {
  const checkRow = await openChecker();
  const read = rows.map(({ number, data, reason }) => ({
    number,
    row: reason ?? readCustomerRow(data, checkRow),
  }));
  const given = read.flatMap(({ row }) => (typeof row === 'string' ? [] : [row]));
  const groupIds = await lockCustomerGroups(
    tx,
    given.flatMap(({ group }) => group ?? []),
  );
  const wanted = await lockKnown(
    tx,
    given.map(({ email }) => normaliseEmail(email)),
  );
  const outcomes = read.map(({ number, row }): RowOutcome => {
    const refused = (reason: string): RowOutcome => ({ number, outcome: 'refused', reason });
    if (typeof row === 'string') return refused(row);
    const { group } = row;
    if (group && !groupIds.has(group)) return refused(`There is no customer group ${group}.`);
    const email = normaliseEmail(row.email);
    const customer = wanted.get(email);
    if (customer?.before?.erasedAt) return refused('This customer is being erased.');
    const groupId = group ? groupIds.get(group) : group;
    const result = withRow(tx, customer ?? { ...NEW_CUSTOMER, email }, row, groupId);
    if (typeof result === 'string') return refused(result);
    wanted.set(email, result.after);
    const outcome = customer ? (result.isChanged ? 'updated' : 'unchanged') : 'created';
    return { number, outcome, reason: null };
  });
  await writeCustomers(tx, [...wanted.values()]);
  return outcomes;
}

/** Those of these addresses who exist, locked in the order of their ids, with their address books. */
async function lockKnown(tx: Transaction, emails: readonly string[]): Promise<Map<string, WantedCustomer>> {
  const distinct = [...new Set(emails)];
  await tx.db.sql.count`
    SELECT FROM customers WHERE tenant_id = ${tx.tenantId}::uuid AND email = ANY (${distinct})
    ORDER BY id FOR NO KEY UPDATE`;
  const known = await tx.db.customer.findMany({
    where: { email: { in: distinct } },
    include: { addresses: true },
  });
  return new Map(
    known.map(({ addresses, ...before }) => [
      before.email,
      {
        email: before.email,
        before,
        columns: columnsOf(before),
        addresses: new Set(addresses.map(wholeAddress).map(keyOf)),
        added: [],
      },
    ]),
  );
}

function columnsOf(customer: CustomerModel): CustomerColumns {
  const columns = Object.keys(NEW_CUSTOMER.columns).map((name) => [name, customer[name as never]]);
  return Object.fromEntries(columns) as CustomerColumns;
}

/** The members of `wholeAddress` are always in the same order. */
function keyOf(address: ReturnType<typeof wholeAddress>): string {
  return JSON.stringify(address);
}

/** The customer as this row leaves them, or why it is refused. An absent member keeps what is there. */
function withRow(
  tx: Transaction,
  customer: WantedCustomer,
  row: GivenCustomer,
  customerGroupId: string | null | undefined,
): { after: WantedCustomer; isChanged: boolean } | string {
  const { columns, before } = customer;
  const vat =
    row.vatNumber === undefined || isSameVatNumber(columns.vatNumber, row.vatNumber)
      ? {}
      : vatColumns(tx, row.vatNumber);
  const stated = {
    name: row.name,
    phone: row.phone,
    isB2b: row.business,
    taxExempt: row.taxExempt,
    // They may have withdrawn since the file was written.
    acceptsMarketing: before && !before.acceptsMarketing ? undefined : row.acceptsMarketing,
    customerGroupId,
    metadata: row.metadata,
  };
  const said = Object.entries(stated).filter(([, value]) => value !== undefined);
  const after = { ...columns, ...Object.fromEntries(said), ...vat } as CustomerColumns;
  const address = row.address && wholeAddress(row.address);
  const isNew = address !== undefined && !customer.addresses.has(keyOf(address));
  if (isNew && customer.addresses.size >= MOST_ADDRESSES)
    return `A file gives a customer no more than ${MOST_ADDRESSES} addresses.`;
  return {
    after: isNew
      ? {
          ...customer,
          columns: after,
          addresses: new Set([...customer.addresses, keyOf(address)]),
          added: [...customer.added, address],
        }
      : { ...customer, columns: after },
    isChanged: isNew || !isDeepStrictEqual(columns, after),
  };
}
