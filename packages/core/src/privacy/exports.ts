import { type operations, type ResponseOf, refuse, type Streamed } from '@service/contract';
import type { CustomerExportModel, Prisma } from '@service/db';
import { recordByAnybody } from '../audit/index.ts';
import { actorName, type Context, customerOf, inTransaction, type Transaction } from '../context.ts';
import { getCustomer, lockCustomer, requireCustomerId, stepUp } from '../customers/index.ts';
import { NEWEST_FIRST, type PageQuery, readPage } from '../page.ts';
import { SECTIONS } from './export-sections.ts';

type PresentedExport = ResponseOf<typeof operations.getCustomerExport>;

/** A customer sees the exports that they requested, an operator all exports of the customer. */
export function isOwnExport({ requestedBy }: { requestedBy: string }): boolean {
  return requestedBy.startsWith('customer:');
}

function visibleTo(ctx: Context): Prisma.CustomerExportWhereInput {
  return customerOf(ctx.principal) === null ? {} : { requestedBy: actorName(ctx.principal) };
}

/**
 * Requests an export, whose file the worker writes. An export that is under way is returned instead of another, and a new one
 * replaces the last one of the same requester, so that repeated requests don't fill the disk. Refuses with `not_found`.
 */
export function requestExport(ctx: Context, customerId: string): Promise<PresentedExport> {
  return inTransaction(ctx, async (tx) => {
    await lockCustomer(tx, customerId);
    const requestedBy = actorName(tx.principal);
    const isOwn = isOwnExport({ requestedBy });
    const known = await tx.db.customerExport.findMany({ where: { customerId } });
    const before = known.filter((each) => isOwnExport(each) === isOwn);
    const underWay = before.find(({ status }) => status !== 'completed');
    if (underWay) return presentExport(underWay);
    await tx.db.customerExport.deleteMany({ where: { id: { in: before.map(({ id }) => id) } } });
    const row = await tx.db.customerExport.create({
      data: { tenantId: tx.tenantId, customerId, requestedBy, createdAt: tx.now() },
    });
    await recordExport(tx, 'customer_export.requested', row);
    return presentExport(row);
  });
}

/** The signed-in customer's. Refuses with `step_up_failed`. */
export async function requestOwnExport(
  ctx: Context,
  { currentPassword }: { currentPassword: string },
): Promise<PresentedExport> {
  const { id } = await stepUp(ctx, currentPassword);
  return requestExport(ctx, id);
}

/** A page of a customer's exports, newest first. Refuses with `not_found`. */
export async function listExports(
  ctx: Context,
  customerId: string,
  page: PageQuery,
): Promise<ResponseOf<typeof operations.listCustomerExports>> {
  await getCustomer(ctx, customerId);
  const where = { customerId };
  return readPage(page, {
    count: ctx.db.customerExport.count({ where }),
    rows: (range) => ctx.db.customerExport.findMany({ where, orderBy: NEWEST_FIRST, ...range }),
    present: presentExport,
  });
}

/** Refuses with `not_found`. */
export async function getExport(ctx: Context, customerId: string, id: string): Promise<PresentedExport> {
  return presentExport(await findExport(ctx, customerId, id));
}

export function getOwnExport(ctx: Context, id: string): Promise<PresentedExport> {
  return getExport(ctx, requireCustomerId(ctx), id);
}

/**
 * Returns the file, read part by part while it is sent. Refuses with `not_found`, also when it has expired, and
 * `export_not_ready`.
 */
export async function downloadExport(ctx: Context, customerId: string, id: string): Promise<Streamed> {
  const found = await findExport(ctx, customerId, id);
  if (found.status !== 'completed') refuse('export_not_ready', 'The worker is still writing it.');
  await inTransaction(ctx, (tx) => recordExport(tx, 'customer_export.downloaded', found));
  return {
    contentType: 'application/json',
    fileName: `customer-${customerId}.json`,
    pieces: piecesOf(ctx, found),
  };
}

export function downloadOwnExport(ctx: Context, id: string): Promise<Streamed> {
  return downloadExport(ctx, requireCustomerId(ctx), id);
}

async function* piecesOf(ctx: Context, { id, createdAt }: CustomerExportModel): AsyncGenerator<string> {
  yield `{"exportedAt":${JSON.stringify(createdAt)}`;
  for (const [section, { name }] of SECTIONS.entries()) {
    yield `,"${name}":[`;
    let part = await nextPart(ctx, { exportId: id, section }, 0);
    while (part) {
      yield part.content;
      part = await nextPart(ctx, part, part.number);
      if (part) yield ',';
    }
    yield ']';
  }
  yield '}\n';
}

function nextPart(ctx: Context, { exportId, section }: { exportId: string; section: number }, after: number) {
  const where = { exportId, section, number: { gt: after } };
  return ctx.db.customerExportPart.findFirst({ where, orderBy: { number: 'asc' } });
}

async function findExport(ctx: Context, customerId: string, id: string): Promise<CustomerExportModel> {
  const where = { id, customerId, ...visibleTo(ctx) };
  const found = await ctx.db.customerExport.findFirst({ where });
  if (!found || (found.expiresAt && found.expiresAt <= ctx.now())) refuse('not_found', `No export ${id}.`);
  return found;
}

function recordExport(
  tx: Transaction,
  action: `customer_export.${string}`,
  { id, customerId }: CustomerExportModel,
): Promise<void> {
  return recordByAnybody(tx, {
    action,
    subject: { type: 'customer_export', id },
    after: { customerId },
  });
}

function presentExport(row: CustomerExportModel): PresentedExport {
  return {
    id: row.id,
    customerId: row.customerId,
    status: row.status as PresentedExport['status'],
    requestedBy: isOwnExport(row) ? 'customer' : 'operator',
    sections: SECTIONS.length,
    processed: row.section,
    items: row.items,
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
  };
}
