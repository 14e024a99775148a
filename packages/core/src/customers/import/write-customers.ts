import type { CustomerModel, Prisma } from '@service/db';
import { actorName, type Transaction } from '../../context.ts';
import { changesOf, differing } from '../../patch.ts';
import { recordEvents } from '../../webhooks/index.ts';
import type { wholeAddress } from '../addresses.ts';
import { MARKETING } from '../append-consent.ts';
import { presentCustomer } from '../present.ts';
import { NO_NUMBER, startVatChecks } from '../vat-checks/start-check.ts';

/** What a file says of a customer, as it is stored. */
export type CustomerColumns = Pick<
  CustomerModel,
  | 'name'
  | 'phone'
  | 'isB2b'
  | 'taxExempt'
  | 'acceptsMarketing'
  | 'customerGroupId'
  | 'metadata'
  | 'vatNumber'
  | 'vatStatus'
  | 'vatCheckId'
  | 'vatCheckedAt'
  | 'vatName'
  | 'vatConsultationNumber'
>;

type AddressColumns = ReturnType<typeof wholeAddress>;

/** A customer as the rows of a batch leave them. */
export interface WantedCustomer {
  /** Normalised. */
  email: string;
  /** Undefined: they are new. */
  before: CustomerModel | undefined;
  columns: CustomerColumns;
  /** All, with those that the batch adds, as text that can be compared. */
  addresses: ReadonlySet<string>;
  added: readonly AddressColumns[];
}

export const NEW_CUSTOMER: Omit<WantedCustomer, 'email'> = {
  before: undefined,
  columns: {
    name: null,
    phone: null,
    isB2b: false,
    taxExempt: false,
    acceptsMarketing: false,
    customerGroupId: null,
    metadata: {},
    ...NO_NUMBER,
  },
  addresses: new Set(),
  added: [],
};

interface Updated {
  before: CustomerModel;
  after: CustomerModel;
}

/** Writes those who are new or differ, with their addresses, consents, VAT checks and events. Sends no mail. */
export async function writeCustomers(tx: Transaction, wanted: readonly WantedCustomer[]): Promise<void> {
  const created = await createAll(
    tx,
    wanted.filter(({ before }) => !before),
  );
  const updated = await updateAll(tx, wanted);
  const known = wanted.flatMap(({ before }) => before ?? []);
  await addAddresses(tx, wanted, new Map([...created, ...known].map(({ email, id }) => [email, id])));
  const changedIn = (column: keyof CustomerColumns) =>
    updated.flatMap(({ before, after }) => (before[column] === after[column] ? [] : [after]));
  await appendConsents(tx, [
    ...created.filter(({ acceptsMarketing }) => acceptsMarketing),
    ...changedIn('acceptsMarketing'),
  ]);
  await startVatChecks(tx, [...created, ...changedIn('vatCheckId')]);
  await announce(tx, created, updated);
}

async function createAll(tx: Transaction, added: readonly WantedCustomer[]): Promise<CustomerModel[]> {
  if (added.length === 0) return [];
  return tx.db.customer.createManyAndReturn({
    data: added.map(({ email, columns }) => ({
      ...columns,
      metadata: columns.metadata as Prisma.InputJsonObject,
      tenantId: tx.tenantId,
      email,
      createdAt: tx.now(),
      updatedAt: tx.now(),
    })),
  });
}

async function updateAll(tx: Transaction, wanted: readonly WantedCustomer[]): Promise<Updated[]> {
  const updated = wanted.flatMap(({ before, columns }): Updated[] => {
    if (!before || Object.keys(differing(before, columns)).length === 0) return [];
    const after = { ...before, ...columns, version: before.version + 1, updatedAt: tx.now() };
    return [{ before, after }];
  });
  if (updated.length === 0) return [];
  // Parameters may stand in PostgreSQL's log.
  const rows = updated.map(({ after: { passwordHash: _, ...row } }) => row);
  await tx.db.sql.count`
    UPDATE customers c
    SET name = given.name, phone = given.phone, is_b2b = given."isB2b", tax_exempt = given."taxExempt",
      accepts_marketing = given."acceptsMarketing", customer_group_id = given."customerGroupId",
      metadata = given.metadata, vat_number = given."vatNumber", vat_status = given."vatStatus",
      vat_check_id = given."vatCheckId", vat_checked_at = given."vatCheckedAt", vat_name = given."vatName",
      vat_consultation_number = given."vatConsultationNumber", version = given.version, updated_at = given."updatedAt"
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS given(
      id uuid, name text, phone text, "isB2b" boolean, "taxExempt" boolean, "acceptsMarketing" boolean,
      "customerGroupId" uuid, metadata jsonb, "vatNumber" text, "vatStatus" text, "vatCheckId" uuid,
      "vatCheckedAt" timestamptz, "vatName" text, "vatConsultationNumber" text, version int, "updatedAt" timestamptz)
    WHERE c.tenant_id = ${tx.tenantId}::uuid AND c.id = given.id`;
  return updated;
}

async function addAddresses(
  tx: Transaction,
  wanted: readonly WantedCustomer[],
  idByEmail: ReadonlyMap<string, string>,
): Promise<void> {
  await tx.db.customerAddress.createMany({
    data: wanted.flatMap(({ email, added }) =>
      added.map((address) => ({
        ...address,
        tenantId: tx.tenantId,
        customerId: idByEmail.get(email) as string,
        createdAt: tx.now(),
        updatedAt: tx.now(),
      })),
    ),
  });
}

async function appendConsents(tx: Transaction, customers: readonly CustomerModel[]): Promise<void> {
  await tx.db.consent.createMany({
    data: customers.map(({ id, acceptsMarketing }) => ({
      tenantId: tx.tenantId,
      customerId: id,
      purpose: MARKETING,
      granted: acceptsMarketing,
      source: 'import',
      actor: actorName(tx.principal),
      createdAt: tx.now(),
    })),
  });
}

async function announce(
  tx: Transaction,
  created: readonly CustomerModel[],
  updated: readonly Updated[],
): Promise<void> {
  const byId = new Map(updated.map((each) => [each.after.id, each]));
  await recordEvents(
    tx,
    'customer.created',
    created.map(({ id }) => ({ customerId: id })),
  );
  await recordEvents(
    tx,
    'customer.updated',
    [...byId.keys()].map((customerId) => ({ customerId })),
    ({ customerId }) => {
      const { before, after } = byId.get(customerId) as Updated;
      return { changes: changesOf(presentCustomer(before), presentCustomer(after)) };
    },
  );
}
