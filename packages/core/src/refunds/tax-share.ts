import type { TaxLine } from '@service/contract';
import { atLeast0, smaller, sumOf } from '../amounts.ts';
import { taxKeyOf } from '../taxes/index.ts';

/**
 * Input: the tax lines of an order, those of its earlier credit notes, and the refunded amount with tax; `wanted` divides it by
 * tax key, if lines are refunded. Output: the tax lines of the credit note; their sum is the amount. The credit notes of an order
 * that is refunded in full sum up exactly to its tax, because each takes its share of the rest.
 */
export function taxShare(
  ofOrder: readonly TaxLine[],
  credited: readonly TaxLine[],
  amount: bigint,
  wanted: ReadonlyMap<string, bigint> = new Map(),
): TaxLine[] {
  const left = ofOrder.map((line) => {
    const before = credited.filter((each) => taxKeyOf(each) === taxKeyOf(line));
    const tax = BigInt(line.amount) - sumOf(before.map((each) => BigInt(each.amount)));
    const base = BigInt(line.baseAmount) - sumOf(before.map((each) => BigInt(each.baseAmount)));
    return { line, tax, gross: atLeast0(tax + base) };
  });
  let rest = amount;
  const asked = left.map(({ line, gross }) => {
    const named = smaller(rest, smaller(gross, wanted.get(taxKeyOf(line)) ?? 0n));
    rest -= named;
    return named;
  });
  const spread = split(
    rest,
    left.map(({ gross }, index) => gross - (asked[index] ?? 0n)),
  );
  return left.flatMap(({ line, tax, gross }, index) => {
    const share = (asked[index] ?? 0n) + (spread[index] ?? 0n);
    if (share === 0n) return [];
    const taxPart = gross === 0n ? 0n : (2n * share * atLeast0(tax) + gross) / (2n * gross);
    return [{ ...line, baseAmount: Number(share - taxPart), amount: Number(taxPart) }];
  });
}

/** The sums of several credit notes together, one after another. */
export function taxOfNotes(
  ofOrder: readonly TaxLine[],
  credited: readonly TaxLine[],
  notes: readonly { credited: bigint; wanted?: ReadonlyMap<string, bigint> }[],
): TaxLine[] {
  const said: TaxLine[] = [];
  for (const note of notes)
    said.push(...taxShare(ofOrder, [...credited, ...said], note.credited, note.wanted));
  return ofOrder.flatMap((line) => {
    const parts = said.filter((each) => taxKeyOf(each) === taxKeyOf(line));
    if (parts.length === 0) return [];
    const total = (name: 'baseAmount' | 'amount') => parts.reduce((sum, part) => sum + part[name], 0);
    return [{ ...line, baseAmount: total('baseAmount'), amount: total('amount') }];
  });
}

/**
 * Divides an amount by weight; the sum of the parts is the amount, or the sum of the weights if that is less, and no part exceeds
 * its weight.
 */
function split(amount: bigint, weights: readonly bigint[]): bigint[] {
  const whole = sumOf(weights);
  if (whole === 0n) return weights.map(() => 0n);
  const given = smaller(amount, whole);
  let before = 0n;
  return weights.map((weight) => {
    const from = (given * before) / whole;
    before += weight;
    return (given * before) / whole - from;
  });
}
