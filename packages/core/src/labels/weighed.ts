import type { Context } from '../context.ts';

/** Units of a line of the order. */
export interface LabelledLine {
  lineId: string;
  quantity: number;
}

/** The weight of the units, as their variants weigh now. */
export async function weighed({ db }: Context, lines: readonly LabelledLine[]): Promise<number> {
  const sold = await db.orderLine.findMany({ where: { id: { in: lines.map(({ lineId }) => lineId) } } });
  const variants = await db.variant.findMany({
    where: { id: { in: sold.map(({ variantId }) => variantId) } },
    select: { id: true, weightGrams: true },
  });
  return lines.reduce((sum, { lineId, quantity }) => {
    const variantId = sold.find(({ id }) => id === lineId)?.variantId;
    return sum + quantity * Number(variants.find(({ id }) => id === variantId)?.weightGrams ?? 0);
  }, 0);
}
