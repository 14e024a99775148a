import { createHash } from 'node:crypto';
import {
  type CreditNoteDocument,
  type EInvoiceProfile,
  type FileAnswer,
  type Invoice,
  refuse,
} from '@service/contract';
import type { DocumentModel, Prisma } from '@service/db';
import { type Context, inTransaction } from '../context.ts';
import { lockRow } from '../lock-row.ts';
import { writeCii } from './cii.ts';
import type { CreditNoteData } from './credit-note-data.ts';
import { creditNotePaper } from './credit-note-paper.ts';
import { type EInvoice, eCreditNoteOf, eInvoiceOf } from './e-invoice.ts';
import { missingForEInvoice } from './e-invoice-missing.ts';
import type { InvoiceData } from './invoice-data.ts';
import { invoicePaper } from './invoice-paper.ts';
import { issueDocuments } from './issue-documents.ts';
import type { Paper } from './paper.ts';

/** The invoice of the order that the condition finds. Refuses with `not_found`, `not_paid` or `not_shipped`. */
export async function getInvoice(ctx: Context, where: Prisma.OrderWhereInput): Promise<Invoice> {
  const document = await findInvoice(ctx, where);
  return { ...(document.data as InvoiceData), ...(await presentHead(ctx, document)) };
}

/** Returns the invoice as PDF, with its XML in it if it has every part that EN 16931 requires. */
export async function getInvoicePdf(ctx: Context, where: Prisma.OrderWhereInput): Promise<FileAnswer> {
  const document = await findInvoice(ctx, where);
  const invoice = issuedInvoice(document);
  return printOnce(ctx, document, () => ({
    ...invoicePaper(invoice),
    eInvoice: xmlWhereComplete(eInvoiceOf(invoice)),
  }));
}

/** The same as XML of EN 16931 or XRechnung. Refuses with `e_invoice_incomplete`, too. */
export async function getInvoiceXml(
  ctx: Context,
  where: Prisma.OrderWhereInput,
  profile?: EInvoiceProfile,
): Promise<FileAnswer> {
  const document = await findInvoice(ctx, where);
  return xmlFile(document, eInvoiceOf(issuedInvoice(document)), profile);
}

/**
 * The credit note with this id, or the document that cancels one, of an order that the condition finds. Refuses with `not_found`
 * or `not_paid`.
 */
export async function getCreditNote(
  ctx: Context,
  id: string,
  order: Prisma.OrderWhereInput = {},
): Promise<CreditNoteDocument> {
  const document = await findCreditNote(ctx, id, order);
  return { ...readCreditNote(document), ...(await presentHead(ctx, document)) };
}

/** Returns the credit note as PDF, with its XML in it if it has every part that EN 16931 requires. */
export async function getCreditNotePdf(
  ctx: Context,
  id: string,
  order: Prisma.OrderWhereInput = {},
): Promise<FileAnswer> {
  const document = await findCreditNote(ctx, id, order);
  const note = issuedCreditNote(document);
  return printOnce(ctx, document, () => ({
    ...creditNotePaper(note),
    eInvoice: xmlWhereComplete(eCreditNoteOf(note)),
  }));
}

/** The same as XML of EN 16931 or XRechnung. Refuses with `e_invoice_incomplete`, too. */
export async function getCreditNoteXml(
  ctx: Context,
  id: string,
  order: Prisma.OrderWhereInput = {},
  profile?: EInvoiceProfile,
): Promise<FileAnswer> {
  const document = await findCreditNote(ctx, id, order);
  return xmlFile(document, eCreditNoteOf(issuedCreditNote(document)), profile);
}

function issuedInvoice(document: DocumentModel) {
  return { ...(document.data as InvoiceData), ...headOf(document) };
}

function issuedCreditNote(document: DocumentModel) {
  return { ...readCreditNote(document), ...headOf(document) };
}

function headOf({ number, issuedAt, issuedOn }: DocumentModel) {
  return { number, issuedAt, issuedOn: presentDay(issuedOn) };
}

function xmlWhereComplete(document: EInvoice): string | undefined {
  return missingForEInvoice(document).length === 0 ? writeCii(document) : undefined;
}

function xmlFile(document: DocumentModel, eInvoice: EInvoice, profile?: EInvoiceProfile): FileAnswer {
  const missing = missingForEInvoice(eInvoice, profile);
  const rules = profile === 'xrechnung' ? 'XRechnung' : 'EN 16931';
  if (missing.length > 0)
    refuse(
      'e_invoice_incomplete',
      `The document was issued without what ${rules} asks for. It stays as it is; those that are issued later have it once it is set.`,
      missing,
    );
  return { fileName: fileNameOf(document, 'xml'), bytes: Buffer.from(writeCii(eInvoice, profile)) };
}

function fileNameOf({ kind, number }: DocumentModel, extension: string): string {
  return `${kind.replace('_', '-')}-${number.replaceAll('/', '-')}.${extension}`;
}

async function findInvoice(ctx: Context, where: Prisma.OrderWhereInput): Promise<DocumentModel> {
  const order = await ctx.db.order.findFirst({ where, select: { id: true } });
  if (!order) refuse('not_found', 'No such order.');
  const document = await findOrWrite(ctx, order.id, order.id);
  if (document) return document;
  const paid = await ctx.db.orderHistoryEntry.findFirst({ where: { orderId: order.id, status: 'paid' } });
  if (!paid) refuse('not_paid', 'An invoice is issued when the order is paid.');
  refuse('not_shipped', 'An invoice is issued when the last goods of the order are shipped.');
}

async function findCreditNote(
  ctx: Context,
  id: string,
  where: Prisma.OrderWhereInput,
): Promise<DocumentModel> {
  const note = await ctx.db.creditNote.findFirst({ where: { OR: [{ id }, { cancellation: { id } }] } });
  const order = note && (await ctx.db.order.findFirst({ where: { AND: [where, { id: note.orderId }] } }));
  if (!order) refuse('not_found', `No credit note ${id}.`);
  const document = await findOrWrite(ctx, id, order.id);
  return document ?? refuse('not_paid', 'A credit note is issued when the order is paid.');
}

/** Documents of an earlier release lack the member for a cancelled note. */
function readCreditNote({ data }: DocumentModel): CreditNoteData {
  return { cancels: null, ...(data as Omit<CreditNoteData, 'cancels'>) };
}

/** A document may have become due without a change of its order: by a change of the store's rule. */
async function findOrWrite(ctx: Context, id: string, orderId: string): Promise<DocumentModel | undefined> {
  const document = await ctx.db.document.findFirst({ where: { id } });
  if (document) return document;
  return inTransaction(ctx, async (tx) => {
    await lockRow(tx, 'orders', orderId);
    await issueDocuments(tx, orderId);
    return (await tx.db.document.findFirst({ where: { id } })) ?? undefined;
  });
}

async function presentHead(ctx: Context, { id, orderId, number, issuedAt, issuedOn }: DocumentModel) {
  const file = await ctx.db.documentFile.findFirst({ where: { documentId: id }, select: { sha256: true } });
  return {
    ...{ number, orderId, issuedOn: presentDay(issuedOn) },
    issuedAt: issuedAt.toISOString(),
    pdfSha256: file?.sha256 ?? null,
  };
}

function presentDay(date: Date): string {
  return date.toISOString().slice(0, 10);
}

/**
 * Draws it at the first call. Of two first calls at the same time one draws in vain: both return the file that was stored first.
 */
async function printOnce(ctx: Context, document: DocumentModel, paper: () => Paper): Promise<FileAnswer> {
  const [documentId, fileName] = [document.id, fileNameOf(document, 'pdf')];
  const kept = await ctx.db.documentFile.findFirst({ where: { documentId } });
  if (kept) return { fileName, bytes: kept.bytes };
  const bytes = Buffer.from(await ctx.services.printer.print(ctx.tenantId, paper()));
  await ctx.db.documentFile.createMany({
    data: { tenantId: ctx.tenantId, documentId, sha256: sha256(bytes), bytes, createdAt: ctx.now() },
    skipDuplicates: true,
  });
  const file = await ctx.db.documentFile.findFirstOrThrow({ where: { documentId } });
  return { fileName, bytes: file.bytes };
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
