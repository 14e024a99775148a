import { type FormerOrderRow, formerOrderRow, isCurrency, isEmail, normaliseEmail } from '@service/contract';
import { type CheckRow, createRowChecker, knownMembers, toMinorUnits } from '../../imports/index.ts';
import { ADDRESS_PARTS, type FormerAddress, type FormerDetails, type FormerLine } from '../present.ts';
import type { ReadMoment } from './moments.ts';

export const openChecker = createRowChecker(formerOrderRow);

/** An order of a file, as it is stored. */
export interface GivenOrder {
  number: string;
  email: string | null;
  currency: string;
  total: number;
  status: string | null;
  paymentStatus: string | null;
  fulfilmentStatus: string | null;
  billingAddress: FormerAddress | null;
  shippingAddress: FormerAddress | null;
  lines: FormerLine[];
  details: FormerDetails;
  createdAt: Date;
}

/** The texts of a row that say a moment, whether the row is one or not. */
export function momentsIn(data: unknown): string[] {
  const { placedAt, paidAt, cancelledAt } = (data ?? {}) as Record<string, unknown>;
  return [placedAt, paidAt, cancelledAt].filter((each) => typeof each === 'string');
}

/** Returns the order, or why the row is refused. */
export function readFormerOrder(
  data: unknown,
  checkRow: CheckRow,
  readMoment: ReadMoment,
): GivenOrder | string {
  const known = knownMembers(data, formerOrderRow);
  const problem = checkRow(known);
  if (problem) return `${problem.path} ${problem.message}`.trim();
  const row = known as FormerOrderRow;
  if (row.email && !isEmail(row.email)) return '/email is no e-mail address';
  if (!isCurrency(row.currency)) return '/currency is no currency of ISO 4217, such as EUR';
  const createdAt = readMoment(row.placedAt);
  if (!createdAt) return '/placedAt is no moment, such as 2024-03-01T10:14:00Z';
  for (const member of ['paidAt', 'cancelledAt'] as const)
    if (row[member] && !readMoment(row[member]))
      return `/${member} is no moment, such as 2024-03-01T10:14:00Z`;
  const currency = row.currency.toUpperCase();
  if (amountsIn(row).some((text) => toMinorUnits(text, currency) === null))
    return `An amount has more digits behind the point than ${currency} has.`;
  const amount = (text: string | null | undefined) => (text ? toMinorUnits(text, currency) : null);
  const lines = row.lines.map((line) => readLine(line, amount));
  if (lines.some(({ total }) => total !== null && !Number.isSafeInteger(total)))
    return 'The total of a line is too large.';
  return {
    number: row.number.trim(),
    email: row.email ? normaliseEmail(row.email) : null,
    currency,
    total: amount(row.total) ?? 0,
    status: row.status ?? null,
    paymentStatus: row.paymentStatus ?? null,
    fulfilmentStatus: row.fulfilmentStatus ?? null,
    billingAddress: readAddress(row.billingAddress),
    shippingAddress: readAddress(row.shippingAddress),
    lines,
    details: {
      subtotal: amount(row.subtotal),
      discountTotal: amount(row.discountTotal),
      shippingTotal: amount(row.shippingTotal),
      taxTotal: amount(row.taxTotal),
      refundedTotal: amount(row.refundedTotal),
      taxes: (row.taxes ?? []).map((tax) => ({ name: tax.name, amount: amount(tax.amount) ?? 0 })),
      paidAt: (row.paidAt && readMoment(row.paidAt)?.toISOString()) || null,
      cancelledAt: (row.cancelledAt && readMoment(row.cancelledAt)?.toISOString()) || null,
      discountCode: row.discountCode ?? null,
      paymentMethod: row.paymentMethod ?? null,
      shippingMethod: row.shippingMethod ?? null,
      note: row.note ?? null,
    },
    createdAt,
  };
}

function amountsIn({ lines, taxes = [], ...row }: FormerOrderRow): string[] {
  const { total, subtotal, discountTotal, shippingTotal, taxTotal, refundedTotal } = row;
  return [
    ...[total, subtotal, discountTotal, shippingTotal, taxTotal, refundedTotal],
    ...taxes.map(({ amount }) => amount),
    ...lines.flatMap((line) => [line.unitPrice, line.discount, line.total]),
  ].filter((text) => typeof text === 'string');
}

function readLine(
  { sku, title, quantity, unitPrice, discount, total }: FormerOrderRow['lines'][number],
  amount: (text: string | null | undefined) => number | null,
): FormerLine {
  const unitAmount = amount(unitPrice);
  const reckoned = unitAmount === null ? null : unitAmount * quantity - (amount(discount) ?? 0);
  return { sku: sku ?? null, title, quantity, unitAmount, total: amount(total) ?? reckoned };
}

/** Null: nothing is said of it. */
function readAddress(given: FormerOrderRow['billingAddress']): FormerAddress | null {
  const parts = ADDRESS_PARTS.map((part) => [part, given?.[part] ?? null] as const);
  return parts.some(([, text]) => text !== null) ? (Object.fromEntries(parts) as FormerAddress) : null;
}
