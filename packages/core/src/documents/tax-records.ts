import type { TaxRecordModel } from '@service/db';
import { retryAt } from '@service/jobs/lease';
import { withDeadline } from '@service/jobs/primitives';
import {
  awaitSlow,
  type Context,
  inTransaction,
  readDbNow,
  type SystemContext,
  type Transaction,
} from '../context.ts';
import { notifyAdmins } from '../notifications/index.ts';
import type { ForProvider, Reached } from '../payment-accounts/index.ts';
import { taxDocument } from './tax-document.ts';

const DEADLINE_MS = 10_000;
/** About two hours after the first one. */
const ATTEMPT_OF_NOTICE = 8;

/** The worker tells the tax provider of the document; null: there is none. */
export async function queueTaxRecord(
  { db, dbNow, tenantId }: Transaction,
  documentId: string,
  provider: string | null,
): Promise<void> {
  if (provider === null) return;
  await db.sql.count`
    INSERT INTO tax_records (tenant_id, document_id, provider, send_at)
    VALUES (${tenantId}::uuid, ${documentId}::uuid, ${provider}, ${dbNow()})`;
}

/**
 * Tells tax providers of the documents that are due, of all stores, until the signal aborts; returns how many it found. A job of the
 * worker. Stores take turns, and one whose provider couldn't be reached is left out for a while. A credit note waits for its
 * invoice, and what cancels one for that.
 */
export async function recordDueTaxDocuments(
  system: SystemContext,
  { limit = 50, signal }: { limit?: number; signal?: AbortSignal } = {},
): Promise<number> {
  const { taxTurns: turns } = system.services;
  const due = await system.db.sql<ForProvider[]>`
    SELECT id, "tenantId", "tenantId" AS "accountId" FROM (
      SELECT r.document_id AS id, r.tenant_id AS "tenantId", r.send_at,
        row_number() OVER (PARTITION BY r.tenant_id ORDER BY r.send_at) AS turn
      FROM tax_records r JOIN documents d ON d.tenant_id = r.tenant_id AND d.id = r.document_id
      WHERE r.send_at <= ${await readDbNow(system)} AND r.tenant_id::text <> ALL (${turns.paused(system.now())}::text[])
        AND NOT EXISTS (
          SELECT FROM documents e JOIN tax_records i ON i.tenant_id = e.tenant_id AND i.document_id = e.id
          WHERE e.tenant_id = r.tenant_id AND e.order_id = d.order_id AND e.id <> d.id AND i.send_at IS NOT NULL
            AND (e.id = d.order_id OR e.number = d.data #>> '{cancels,number}'))
    ) due
    ORDER BY turn, send_at LIMIT ${limit}`;
  const send = ({ id, tenantId }: ForProvider) =>
    recordDocument(system.forTenant(tenantId, { kind: 'system' }), id);
  await turns.run(system, due, send, signal);
  return due.length;
}

/** Failure policy: what isn't recorded is told again, for ever, because the store's tax returns lack it; operators are notified. */
async function recordDocument(ctx: Context, documentId: string): Promise<Reached> {
  const record = await claim(ctx, documentId);
  if (!record) return undefined;
  const { provider, attempts } = record;
  try {
    await tell(ctx, record);
  } catch (err) {
    ctx.log.warn({ err, documentId, taxProvider: provider }, 'a tax provider did not record a document');
    if (attempts + 1 === ATTEMPT_OF_NOTICE) await notifyUnrecorded(ctx, record);
    return 'unreachable';
  }
  await ctx.db.taxRecord.updateMany({ where: { documentId }, data: { sendAt: null } });
  return 'reached';
}

/**
 * One conditional UPDATE: only one of several workers gets the document, and if that worker crashes, it is due again after the wait.
 */
async function claim(ctx: Context, documentId: string): Promise<TaxRecordModel | undefined> {
  const [now, found] = [await readDbNow(ctx), await ctx.db.taxRecord.findFirst({ where: { documentId } })];
  if (!found?.sendAt || found.sendAt > now) return undefined;
  const { sendAt, attempts } = found;
  const { count } = await ctx.db.taxRecord.updateMany({
    where: { documentId, sendAt, attempts },
    data: { sendAt: retryAt('taxRecord', attempts + 1, now), attempts: { increment: 1 } },
  });
  return count === 1 ? found : undefined;
}

/** A provider that records nothing is told of nothing. */
async function tell(ctx: Context, { documentId, provider: name }: TaxRecordModel): Promise<void> {
  const provider = ctx.services.modules.openTaxProvider(name, ctx.tenantId);
  if (!provider) throw new Error(`No module offers the tax provider ${name}`);
  if (!provider.recordDocument) return;
  const document = await ctx.db.document.findFirstOrThrow({ where: { id: documentId } });
  const isInvoice = documentId === document.orderId;
  const invoice = isInvoice
    ? document
    : await ctx.db.document.findFirstOrThrow({ where: { id: document.orderId } });
  await awaitSlow(ctx, () =>
    withDeadline(
      async () => provider.recordDocument?.(taxDocument(document, invoice)),
      DEADLINE_MS,
      `the tax provider ${name}`,
    ),
  );
}

function notifyUnrecorded(ctx: Context, { documentId, provider }: TaxRecordModel): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const { kind, number } = await tx.db.document.findFirstOrThrow({ where: { id: documentId } });
    await notifyAdmins(tx, {
      kind: 'tax_record.failed',
      title: 'A tax service doesn’t record a document',
      detail: `${provider} hasn’t taken ${kind === 'invoice' ? 'invoice' : 'credit note'} ${number} for two hours. It is tried again until it does.`,
    });
  });
}
