import { randomUUID } from 'node:crypto';
import type { TaxLine } from '@service/contract';
import type { Prisma } from '@service/db';
import type { Transaction } from '../context.ts';
import { recordEvent } from '../webhooks/index.ts';
import { taxShare } from './tax-share.ts';

export interface RefundToNote {
  id: string;
  orderId: string;
  amount: bigint;
  currency: string;
}

const FIRST_NUMBER = 1n;

/**
 * The numbered document of a refund, and `refund.issued`. Each refund gets one, once; the order is locked. `wanted`: the
 * amount by rate of tax where lines are refunded.
 */
export async function issueCreditNote(
  tx: Transaction,
  refund: RefundToNote,
  wanted?: ReadonlyMap<number, bigint>,
): Promise<string> {
  const taxLines = await taxLinesOf(tx, refund, wanted);
  const id = randomUUID();
  await recordEvent(tx, 'refund.issued', {
    refundId: refund.id,
    orderId: refund.orderId,
    amount: Number(refund.amount),
    currency: refund.currency,
    creditNoteId: id,
  });
  await tx.db.creditNote.create({
    data: {
      id,
      tenantId: tx.tenantId,
      number: await nextCreditNoteNumber(tx),
      orderId: refund.orderId,
      refundId: refund.id,
      amount: refund.amount,
      currency: refund.currency,
      taxLines: taxLines as unknown as Prisma.InputJsonArray,
      createdAt: tx.now(),
    },
  });
  return id;
}

/** The tax of a credit note over this amount. */
export async function taxLinesOf(
  tx: Transaction,
  { orderId, amount }: Pick<RefundToNote, 'orderId' | 'amount'>,
  wanted?: ReadonlyMap<number, bigint>,
): Promise<TaxLine[]> {
  const order = await tx.db.order.findFirstOrThrow({ where: { id: orderId } });
  const earlier = await tx.db.creditNote.findMany({ where: { orderId } });
  return taxShare(
    order.taxLines as unknown as TaxLine[],
    earlier.flatMap((note) => note.taxLines as unknown as TaxLine[]),
    amount,
    wanted,
  );
}

/** Gapless like the numbers of orders: the row stays locked to the end of the transaction. */
async function nextCreditNoteNumber(tx: Transaction): Promise<bigint> {
  const [row] = await tx.db.sql<{ last: bigint }[]>`
    INSERT INTO credit_note_numbers AS numbers (tenant_id, last) VALUES (${tx.tenantId}::uuid, ${FIRST_NUMBER})
    ON CONFLICT (tenant_id) DO UPDATE SET last = numbers.last + 1
    RETURNING last`;
  if (!row) throw new Error('No credit note number was given out');
  return row.last;
}
