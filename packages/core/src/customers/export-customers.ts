import { type Address, address, type InputOf, type operations, type Streamed } from '@service/contract';
import type { Context } from '../context.ts';
import { FIRST_ID } from '../page.ts';
import { columnsOf, metadataCell, pagesOf, writeCsv } from '../write-csv.ts';

type Query = InputOf<typeof operations.exportCustomers>['query'];

/** Customers that are read at once, with their newest address. */
const PAGE = 200;

const ADDRESS = (Object.keys(address.properties) as (keyof Address)[]).filter((name) => name !== 'phone');

const HEAD = [
  ...['email', 'name', 'phone', 'group', 'business', 'vatNumber', 'vatStatus', 'taxExempt'],
  ...['acceptsMarketing', 'disabled', 'createdAt', 'orders'],
  ...columnsOf('address', ADDRESS),
  'metadata',
];

/** Customers as CSV, oldest first, without those that are erased; read page by page while it is sent. */
export function exportCustomers(ctx: Context, query: Query): Streamed {
  return {
    contentType: 'text/csv; charset=utf-8',
    fileName: 'customers.csv',
    pieces: writeCsv(HEAD, rowsOf(ctx, query)),
  };
}

async function* rowsOf(ctx: Context, query: Query): AsyncGenerator<unknown[][]> {
  for await (const customers of pagesOf<ExportedCustomer>(PAGE, (after) => readPage(ctx, query, after)))
    yield customers.map(rowOf);
}

interface ExportedCustomer {
  id: string;
  email: string;
  name: string | null;
  phone: string | null;
  group: string | null;
  isB2b: boolean;
  vatNumber: string | null;
  vatStatus: string | null;
  taxExempt: boolean;
  acceptsMarketing: boolean;
  isDisabled: boolean;
  createdAt: Date;
  orders: number;
  address: Address | null;
  metadata: Record<string, unknown>;
}

function readPage(
  { db, tenantId }: Context,
  { customerGroupId }: Query,
  after: ExportedCustomer | undefined,
): Promise<ExportedCustomer[]> {
  return db.sql`
    SELECT c.id, c.email, c.name, c.phone, g.name AS "group", c.is_b2b AS "isB2b", c.vat_number AS "vatNumber",
      c.vat_status AS "vatStatus", c.tax_exempt AS "taxExempt", c.accepts_marketing AS "acceptsMarketing",
      c.disabled_at IS NOT NULL AS "isDisabled", c.created_at AS "createdAt", c.metadata,
      (SELECT count(*)::int FROM orders o WHERE o.tenant_id = ${tenantId}::uuid AND o.customer_id = c.id) AS orders,
      (SELECT json_build_object('name', a.name, 'company', a.company, 'line1', a.line1, 'line2', a.line2, 'city', a.city,
          'postalCode', a.postal_code, 'region', a.region, 'country', a.country)
        FROM customer_addresses a WHERE a.tenant_id = ${tenantId}::uuid AND a.customer_id = c.id
        ORDER BY a.created_at DESC, a.id DESC LIMIT 1) AS address
    FROM customers c
    LEFT JOIN customer_groups g ON g.tenant_id = c.tenant_id AND g.id = c.customer_group_id
    WHERE c.tenant_id = ${tenantId}::uuid AND c.erased_at IS NULL
      AND (${customerGroupId ?? null}::uuid IS NULL OR c.customer_group_id = ${customerGroupId ?? null}::uuid)
      AND (c.created_at, c.id) > (${after?.createdAt ?? new Date(0)}::timestamptz, ${after?.id ?? FIRST_ID}::uuid)
    ORDER BY c.created_at, c.id
    LIMIT ${PAGE}::int`;
}

function rowOf(customer: ExportedCustomer): unknown[] {
  return [
    ...[customer.email, customer.name, customer.phone, customer.group, customer.isB2b],
    ...[customer.vatNumber, customer.vatStatus, customer.taxExempt, customer.acceptsMarketing],
    ...[customer.isDisabled, customer.createdAt.toISOString(), customer.orders],
    ...ADDRESS.map((name) => customer.address?.[name]),
    metadataCell(customer.metadata),
  ];
}
