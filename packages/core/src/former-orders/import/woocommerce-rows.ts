import { parseBoundedJson } from '@service/jobs/primitives';
import { cell, type ForeignReader, type Line } from '../../imports/index.ts';
import { byOrder } from './by-order.ts';
import { count, fullName, rounded } from './foreign-values.ts';

/** More than a cell of items can have that fits in a line of a file. */
const BOUNDS = { maxDepth: 12, maxValues: 20_000 };

/** As a program writes one of the things that belong to an order: `name:Tea|sku:TEA-1|quantity:2|total:21.01`. */
type Item = Readonly<Record<string, string>>;

/**
 * Reads an export of orders of the extensions of WooCommerce. Customer/Order/Coupon Export has three formats: a line for each
 * order with its items between semicolons, a line for each item, and one whose items are JSON. Import Export Suite has a
 * line for each order, with a column for each item.
 */
export const readWooCommerce: ForeignReader = (lines) =>
  byOrder(lines, {
    numberOf: (line) => cell(line, 'order_number_formatted', 'order_number', 'order_id', 'id'),
    orderOf: (line) => {
      const currency = cell(line, 'order_currency', 'currency');
      const amount = (...columns: string[]) => rounded(cell(line, ...columns), currency);
      const taxes = itemsIn(cell(line, 'tax_items', 'tax_lines'));
      return {
        number: cell(line, 'order_number_formatted', 'order_number', 'order_id', 'id'),
        placedAt: momentOf(cell(line, 'date', 'order_date', 'created_at')),
        email: cell(line, 'billing_email', 'customer_email'),
        currency,
        status: cell(line, 'status')?.replace(/^wc-/, ''),
        subtotal: amount('order_subtotal'),
        discountTotal: amount('discount_total', 'total_discount'),
        shippingTotal: amount('shipping_total', 'total_shipping', 'order_shipping'),
        taxTotal: amount('tax_total', 'cart_tax', 'order_tax'),
        total: amount('order_total', 'total'),
        refundedTotal: amount('refunded_total', 'total_refunded'),
        taxes: taxes.map(({ title, label, code, total, tax_amount: sum }) => ({
          name: title || label || code || 'Tax',
          amount: rounded(total ?? sum, currency) ?? '0',
        })),
        paidAt: momentOf(cell(line, 'paid_date')),
        discountCode: itemsIn(cell(line, 'coupon_items', 'coupon_lines'))
          .flatMap(({ code }) => code ?? [])
          .join(', '),
        paymentMethod: cell(line, 'payment_method_title', 'payment_method'),
        shippingMethod: cell(line, 'shipping_method'),
        note: cell(line, 'customer_note', 'note'),
        billingAddress: { ...addressOf(line, 'billing'), phone: cell(line, 'billing_phone') },
        shippingAddress: { ...addressOf(line, 'shipping'), phone: cell(line, 'shipping_phone') },
      };
    },
    linesOf: (line) => itemsOf(line).map((item) => lineOf(item, line)),
    feesOf: (line) => itemsIn(cell(line, 'fee_items', 'fee_lines')).map((fee) => lineOf(fee, line)),
  });

function lineOf({ name, title, sku, quantity = '1', total }: Item, line: Line) {
  return {
    sku: sku || undefined,
    title: name ?? title,
    quantity: count(quantity),
    total: rounded(total, cell(line, 'order_currency', 'currency')),
  };
}

function itemsOf(line: Line): Item[] {
  const { item_name: name, item_sku: sku = '', item_quantity: quantity = '', item_total: total = '' } = line;
  if (name !== undefined) return [{ name, sku, quantity, total }];
  const columns = Object.keys(line).filter((column) => /^line_item_\d+$/.test(column));
  return [
    ...itemsIn(cell(line, 'line_items')),
    ...columns.flatMap((column) => (line[column] ? [membersOf(line[column])] : [])),
  ];
}

/** Items as JSON, or with bars between the members and semicolons between the items. */
function itemsIn(text = ''): Item[] {
  if (text.startsWith('[')) return jsonItemsIn(text);
  return split(text, ';')
    .filter((item) => item.trim() !== '')
    .map(membersOf);
}

/** Of two members of one name the first counts: what comes last was added by other extensions. */
function membersOf(item: string): Item {
  const members = split(item, '|').map((member) => {
    const [name = '', ...value] = split(member, ':');
    return [name.trim(), value.join(':').replace(/\\([:;|])/g, '$1')] as const;
  });
  return Object.fromEntries(members.reverse());
}

/** A backslash precedes a separator that is part of a text. */
function split(text: string, separator: ';' | '|' | ':'): string[] {
  return text.split(new RegExp(`(?<!\\\\)[${separator}]`));
}

/** What can't be read is left to the check of the row, as an item that says nothing. */
function jsonItemsIn(text: string): Item[] {
  try {
    const items = parseBoundedJson(text, BOUNDS) as Record<string, unknown>[];
    return items.map((item) => {
      const members = Object.entries(item).map(([name, value]) => [name, String(value)] as const);
      // A quotation mark in a name is written as in HTML.
      return Object.fromEntries(members.map(([name, value]) => [name, value.replaceAll('&quot;', '"')]));
    });
  } catch {
    return [{}];
  }
}

function addressOf(line: Line, part: string) {
  return {
    name: fullName(line, part),
    company: cell(line, `${part}_company`),
    line1: cell(line, `${part}_address_1`),
    line2: cell(line, `${part}_address_2`),
    city: cell(line, `${part}_city`),
    postalCode: cell(line, `${part}_postcode`),
    region: cell(line, `${part}_state`),
    country: cell(line, `${part}_country`),
  };
}

const AMERICAN = /^(\d\d?)\/(\d\d?)\/(\d{4})(?: +(\d\d?):(\d\d)(?::(\d\d))?)?$/;

/** Also reads `9/6/2016 6:29:00`, the sixth of September. */
function momentOf(text: string | undefined): string | undefined {
  const [, month, day, year, hour = '0', minute = '00', second = '00'] = AMERICAN.exec(text ?? '') ?? [];
  if (month === undefined || day === undefined) return text;
  const two = (digits: string) => digits.padStart(2, '0');
  return `${year}-${two(month)}-${two(day)}T${two(hour)}:${minute}:${second}`;
}
