import type { TaxLine } from '@service/contract';
import { sumOf } from '../amounts.ts';
import type { Transaction } from '../context.ts';
import { taxKeyOf } from '../taxes/index.ts';

interface Paid {
  amount: bigint;
  /** The amounts of its credit notes, with tax, by tax key. */
  byTax: ReadonlyMap<string, bigint>;
}

export const NOTHING_PAID: Paid = { amount: 0n, byTax: new Map() };

/** Returns the amount that was refunded for a return so far, including refunds that are on their way. */
export async function paidForReturn({ db }: Transaction, returnId: string): Promise<Paid> {
  const refunds = await db.refund.findMany({
    where: { returnId, status: { in: ['pending', 'succeeded'] } },
    include: { creditNotes: { where: { cancellation: null } } },
  });
  const byTax = new Map<string, bigint>();
  for (const { creditNotes } of refunds)
    for (const line of creditNotes.flatMap(({ taxLines }) => taxLines as unknown as TaxLine[])) {
      const key = taxKeyOf(line);
      byTax.set(key, (byTax.get(key) ?? 0n) + BigInt(line.baseAmount + line.amount));
    }
  return { amount: sumOf(refunds.map(({ amount }) => amount)), byTax };
}
