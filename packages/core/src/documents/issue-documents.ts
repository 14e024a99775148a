import { Prisma } from '@service/db';
import type { Transaction } from '../context.ts';
import { creditNoteData } from './credit-note-data.ts';
import { type InvoiceData, invoiceData } from './invoice-data.ts';
import { type NoteToWrite, readSale, type Sale } from './read-sale.sql.ts';
import { queueTaxRecord } from './tax-records.ts';

/**
 * Issues the documents that are due for an order, which is locked: its invoice, by the rule of the store, and the documents of
 * credit notes that have none. Called last in the transaction of any change that may make one due, because the rows of the
 * numbers are locked until the commit: every change locks the order first, then variants, then numbers. It issues nothing twice.
 */
export async function issueDocuments(tx: Transaction, orderId: string): Promise<void> {
  const sale = await readSale(tx, orderId);
  if (!sale || sale.paidOn === null) return;
  const invoice = await invoiceOf(tx, orderId, sale);
  if (!invoice) return;
  for (const note of sale.notes) {
    const cancels = note.cancels && (await readIssued(tx, note.cancels));
    const data = creditNoteData({ ...note, cancels }, invoice, sale.lines);
    await writeCreditNote(tx, orderId, { note, data, timeZone: sale.rules.timeZone });
    await queueTaxRecord(tx, note.id, invoice.recordedBy);
  }
}

interface Issued {
  number: string;
  issuedOn: string;
}

async function invoiceOf(
  tx: Transaction,
  orderId: string,
  sale: Sale,
): Promise<NonNullable<Sale['invoice']> | undefined> {
  if (sale.invoice) return sale.invoice;
  if (!isDue(sale)) return undefined;
  const data = invoiceData(sale);
  const issued = await writeInvoice(tx, orderId, sale.rules, data);
  await queueTaxRecord(tx, orderId, sale.taxProvider);
  return { ...issued, data, recordedBy: sale.taxProvider };
}

/** The cancelled credit note has a smaller number, so it is issued already. */
async function readIssued({ db }: Transaction, { id }: { id: string }): Promise<Issued> {
  const { number, issuedOn } = await db.document.findFirstOrThrow({ where: { id } });
  return { number, issuedOn: issuedOn.toISOString().slice(0, 10) };
}

/** A credit note corrects an invoice, so it is issued with the first one at the latest. */
function isDue({ rules, isShipped, notes }: Sale): boolean {
  return rules.issuedWhen === 'paid' || isShipped || notes.length > 0;
}

/**
 * Takes the number and writes the invoice, in one statement, because the store's other documents wait from here to the commit.
 */
async function writeInvoice(
  tx: Transaction,
  orderId: string,
  { timeZone, prefix, byYear }: Sale['rules'],
  data: InvoiceData,
): Promise<Issued> {
  const [issued] = await tx.db.sql<Issued[]>`
    WITH clock AS (${takingClock(tx, timeZone)}), number AS (
      INSERT INTO invoice_numbers AS numbers (tenant_id, series, last)
      SELECT ${tx.tenantId}::uuid, ${prefix}::text || CASE WHEN ${byYear}::boolean THEN to_char(issued_on, 'YYYY-') ELSE '' END, 1 FROM clock
      ON CONFLICT (tenant_id, series) DO UPDATE SET last = numbers.last + 1
      RETURNING series || last AS number
    )
    INSERT INTO documents (tenant_id, id, kind, number, order_id, issued_at, issued_on, data)
    SELECT ${tx.tenantId}::uuid, ${orderId}::uuid, 'invoice', number, ${orderId}::uuid, issued_at, issued_on, ${JSON.stringify(data)}::jsonb
    FROM clock, number
    RETURNING number, issued_on::text AS "issuedOn"`;
  if (!issued) throw new Error('No invoice number was given out');
  return issued;
}

/** With the number that was taken with its row, which is still locked. */
async function writeCreditNote(
  tx: Transaction,
  orderId: string,
  { note, data, timeZone }: { note: NoteToWrite; data: object; timeZone: string },
): Promise<void> {
  await tx.db.sql.count`
    WITH clock AS (${takingClock(tx, timeZone)})
    INSERT INTO documents (tenant_id, id, kind, number, order_id, issued_at, issued_on, data)
    SELECT ${tx.tenantId}::uuid, ${note.id}::uuid, 'credit_note', ${note.number}, ${orderId}::uuid, issued_at, issued_on, ${JSON.stringify(data)}::jsonb
    FROM clock
    RETURNING tenant_id`;
}

/** No document is dated before another with a smaller number, also where the clocks of two machines differ. */
function takingClock({ tenantId, dbNow }: Transaction, timeZone: string): Prisma.Sql {
  return Prisma.sql`
    INSERT INTO document_clocks AS clock (tenant_id, issued_at, issued_on)
    SELECT ${tenantId}::uuid, at.now, (at.now AT TIME ZONE ${timeZone}::text)::date FROM (SELECT ${dbNow()} AS now) at
    ON CONFLICT (tenant_id) DO UPDATE SET issued_at = greatest(clock.issued_at, excluded.issued_at),
      issued_on = greatest(clock.issued_on, excluded.issued_on)
    RETURNING issued_at, issued_on`;
}
