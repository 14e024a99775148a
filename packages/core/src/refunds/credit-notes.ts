import { randomUUID } from 'node:crypto';
import type { TaxLine } from '@service/contract';
import type { Prisma } from '@service/db';
import { smaller } from '../amounts.ts';
import type { Transaction } from '../context.ts';
import { readOrderMoney, shareOfUnits } from '../ledger/index.ts';
import { type LockedOrder, lockOrderVariants } from '../orders/index.ts';
import { taxKeyOfLine } from '../taxes/index.ts';
import { recordEvent } from '../webhooks/index.ts';
import { taxOfNotes } from './tax-share.ts';

interface RefundToNote {
  id: string;
  orderId: string;
  currency: string;
}

const FIRST_NUMBER = 1n;

/**
 * Creates the numbered document for the part of a refund that is about goods, and `refund.issued`. Each refund gets one, once, or
 * none if that part is zero. The order is locked. `wanted`: the amount by tax key, if lines are refunded.
 */
export async function issueCreditNote(
  tx: Transaction,
  refund: RefundToNote,
  credited: bigint,
  wanted?: ReadonlyMap<string, bigint>,
): Promise<void> {
  if (credited > 0n) await writeNoteOf(tx, refund, credited, wanted);
  // After its credit note: with it, the ledger books the refund with the document and its tax.
  await tx.db.refund.update({
    where: { tenantId_id: { tenantId: tx.tenantId, id: refund.id } },
    data: { credited },
  });
}

async function writeNoteOf(
  tx: Transaction,
  refund: RefundToNote,
  credited: bigint,
  wanted: ReadonlyMap<string, bigint> | undefined,
): Promise<void> {
  const taxLines = await taxLinesOf(tx, refund.orderId, [{ credited, ...(wanted ? { wanted } : {}) }]);
  const id = randomUUID();
  await recordEvent(tx, 'refund.issued', {
    refundId: refund.id,
    orderId: refund.orderId,
    amount: Number(credited),
    currency: refund.currency,
    creditNoteId: id,
  });
  await writeCreditNote(tx, { ...refund, id, refundId: refund.id, amount: credited, taxLines });
}

/**
 * A credit note for the part of the order's total that is never paid, so that its invoice doesn't exceed the paid amount: either
 * an authorised amount that isn't captured, or a missing amount of an order whose money was returned. No refund belongs to it.
 * The order is locked. `most`: the largest amount.
 */
export async function creditUnpaid(tx: Transaction, orderId: string, most?: bigint): Promise<void> {
  const { unpaid, currency } = await readOrderMoney(tx, orderId);
  const amount = most === undefined ? unpaid : smaller(unpaid, most);
  if (amount <= 0n) return;
  await lockOrderVariants(tx, orderId);
  const taxLines = await taxLinesOf(tx, orderId, [{ credited: amount }]);
  await writeCreditNote(tx, { id: randomUUID(), orderId, refundId: null, amount, currency, taxLines });
}

/**
 * Issues a credit note over what operators removed of an order before it was paid, with the payment: until then there is no invoice
 * that it could correct, and an order that is never paid needs none. The order is locked.
 */
export async function creditTakenOff(
  tx: Transaction,
  { id: orderId, removedTotal }: Pick<LockedOrder, 'id' | 'removedTotal'>,
): Promise<void> {
  if (removedTotal === 0n) return;
  const { takenOff: amount, currency } = await readOrderMoney(tx, orderId);
  if (amount <= 0n) return;
  await lockOrderVariants(tx, orderId);
  const lines = await tx.db.orderLine.findMany({ where: { orderId } });
  const wanted = new Map<string, bigint>();
  for (const line of lines) {
    const worth = shareOfUnits(
      { ...line, refundedQuantity: 0, exchangedQuantity: 0 },
      line.total,
      line.refundedQuantity,
    );
    const key = taxKeyOfLine(line);
    wanted.set(key, (wanted.get(key) ?? 0n) + worth);
  }
  const taxLines = await taxLinesOf(tx, orderId, [{ credited: amount, wanted }]);
  await writeCreditNote(tx, { id: randomUUID(), orderId, refundId: null, amount, currency, taxLines });
}

/**
 * Issues another document that cancels the credit note of a failed refund, so that one amount never has two valid credit notes.
 * The order is locked.
 */
export async function cancelCreditNote(tx: Transaction, refundId: string): Promise<void> {
  const note = await tx.db.creditNote.findFirst({ where: { refundId, cancellation: null } });
  if (!note) return;
  await lockOrderVariants(tx, note.orderId);
  await tx.db.creditNoteCancellation.create({
    data: {
      tenantId: tx.tenantId,
      creditNoteId: note.id,
      number: await nextCreditNoteNumber(tx),
      createdAt: tx.now(),
    },
  });
}

interface NewCreditNote {
  id: string;
  orderId: string;
  refundId: string | null;
  amount: bigint;
  currency: string;
  taxLines: TaxLine[];
}

async function writeCreditNote(
  tx: Transaction,
  { id, orderId, refundId, amount, currency, taxLines }: NewCreditNote,
): Promise<void> {
  await tx.db.creditNote.create({
    data: {
      id,
      tenantId: tx.tenantId,
      number: await nextCreditNoteNumber(tx),
      orderId,
      refundId,
      amount,
      currency,
      taxLines: taxLines as unknown as Prisma.InputJsonArray,
      createdAt: tx.now(),
    },
  });
  const data = { orderId, creditNoteId: id, refundId, amount: Number(amount), currency };
  await recordEvent(tx, 'credit_note.created', data);
}

/** The tax by rate of the credit notes for these amounts together. */
export async function taxLinesOf(
  tx: Transaction,
  orderId: string,
  parts: readonly { credited: bigint; wanted?: ReadonlyMap<string, bigint> }[],
): Promise<TaxLine[]> {
  const order = await tx.db.order.findFirstOrThrow({ where: { id: orderId } });
  const earlier = await tx.db.creditNote.findMany({ where: { orderId, cancellation: null } });
  return taxOfNotes(
    order.taxLines as unknown as TaxLine[],
    earlier.flatMap((note) => note.taxLines as unknown as TaxLine[]),
    parts,
  );
}

/**
 * Numbers without gaps, for credit notes and their cancellations: the row stays locked until the transaction ends. The order's
 * variants are locked already, because later statements of the transaction may change them.
 */
async function nextCreditNoteNumber(tx: Transaction): Promise<bigint> {
  const [row] = await tx.db.sql<{ last: bigint }[]>`
    INSERT INTO credit_note_numbers AS numbers (tenant_id, last) VALUES (${tx.tenantId}::uuid, ${FIRST_NUMBER})
    ON CONFLICT (tenant_id) DO UPDATE SET last = numbers.last + 1
    RETURNING last`;
  if (!row) throw new Error('No credit note number was given out');
  return row.last;
}
