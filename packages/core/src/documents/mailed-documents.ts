import type { SystemContext } from '../context.ts';
import { getCreditNotePdf } from './read-documents.ts';

/** A message as it is stored. */
interface StoredMail {
  tenantId: string;
  kind: string;
  data: unknown;
}

/** Mail servers take a few megabytes in all, and a longer message takes longer than the others may wait. */
const MAX_BYTES = 2 * 1024 ** 2;

/**
 * Returns the documents that belong to a message: the credit note of a refund, if it is issued and has at most 2 MB. There is none
 * for money that no invoice is about, and none before the invoice. Rejects if it can't be drawn now.
 */
export async function readMailedDocuments(system: SystemContext, { tenantId, kind, data }: StoredMail) {
  const { refundId } = (kind === 'order_refunded' ? data : {}) as { refundId?: string | null };
  if (!refundId) return [];
  const ctx = system.forTenant(tenantId, { kind: 'system' });
  const note = await ctx.db.creditNote.findFirst({ where: { refundId, cancellation: null } });
  const issued = note && (await ctx.db.document.findFirst({ where: { id: note.id }, select: { id: true } }));
  if (!issued) return [];
  const { fileName, bytes } = await getCreditNotePdf(ctx, issued.id);
  return bytes.length > MAX_BYTES ? [] : [{ filename: fileName, content: Buffer.from(bytes) }];
}
