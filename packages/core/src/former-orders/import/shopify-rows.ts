import { cell, type ForeignReader, type Line } from '../../imports/index.ts';
import { byOrder } from './by-order.ts';
import { count, rounded } from './foreign-values.ts';

/** `Tax 1 Name` to `Tax 5 Name`. */
const TAXES = [1, 2, 3, 4, 5];

/** Reads an export of orders of Shopify, which has a line for each line of an order and all else in the first. */
export const readShopify: ForeignReader = (lines) =>
  byOrder(lines, {
    numberOf: (line) => cell(line, 'name'),
    orderOf: (line) => {
      const currency = cell(line, 'currency');
      const amount = (column: string) => rounded(cell(line, column), currency);
      return {
        number: line.name,
        placedAt: cell(line, 'created at'),
        email: cell(line, 'email'),
        currency,
        status: cell(line, 'cancelled at') === undefined ? undefined : 'cancelled',
        paymentStatus: cell(line, 'financial status'),
        fulfilmentStatus: cell(line, 'fulfillment status'),
        subtotal: amount('subtotal'),
        discountTotal: amount('discount amount'),
        shippingTotal: amount('shipping'),
        taxTotal: amount('taxes'),
        total: amount('total'),
        refundedTotal: amount('refunded amount'),
        taxes: TAXES.flatMap((at) => {
          const name = cell(line, `tax ${at} name`);
          return name === undefined ? [] : [{ name, amount: amount(`tax ${at} value`) }];
        }),
        paidAt: cell(line, 'paid at'),
        cancelledAt: cell(line, 'cancelled at'),
        discountCode: cell(line, 'discount code'),
        paymentMethod: cell(line, 'payment method'),
        shippingMethod: cell(line, 'shipping method'),
        note: cell(line, 'notes'),
        billingAddress: addressOf(line, 'billing'),
        shippingAddress: addressOf(line, 'shipping'),
      };
    },
    linesOf: (line) =>
      cell(line, 'lineitem name', 'lineitem quantity') === undefined
        ? []
        : [
            {
              sku: cell(line, 'lineitem sku'),
              title: cell(line, 'lineitem name'),
              quantity: count(cell(line, 'lineitem quantity')),
              unitPrice: cell(line, 'lineitem price'),
              discount: cell(line, 'lineitem discount'),
            },
          ],
  });

function addressOf(line: Line, part: string) {
  return {
    name: cell(line, `${part} name`),
    company: cell(line, `${part} company`),
    line1: cell(line, `${part} address1`, `${part} street`),
    line2: cell(line, `${part} address2`),
    city: cell(line, `${part} city`),
    // Shopify puts an apostrophe before digits that a spreadsheet would take for a number.
    postalCode: cell(line, `${part} zip`)?.replace(/^'/, ''),
    region: cell(line, `${part} province name`, `${part} province`),
    country: cell(line, `${part} country`),
    phone: cell(line, `${part} phone`),
  };
}
