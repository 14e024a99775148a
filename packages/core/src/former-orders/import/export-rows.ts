import { cell, type ForeignReader, type Line } from '../../imports/index.ts';
import { byOrder } from './by-order.ts';
import { count } from './foreign-values.ts';

/** Reads an export of orders of this service, which has a line for each line of an order and its sums in the first. */
export const readExport: ForeignReader = (lines) =>
  byOrder(lines, {
    numberOf: (line) => cell(line, 'order'),
    orderOf: (line) => ({
      number: line.order,
      placedAt: cell(line, 'placedat'),
      email: cell(line, 'email'),
      currency: cell(line, 'currency'),
      status: cell(line, 'status'),
      paymentStatus: cell(line, 'paymentstatus'),
      fulfilmentStatus: cell(line, 'fulfilmentstatus'),
      subtotal: cell(line, 'subtotal'),
      discountTotal: cell(line, 'discounttotal'),
      shippingTotal: cell(line, 'shippingtotal'),
      taxTotal: cell(line, 'taxtotal'),
      total: cell(line, 'total'),
      refundedTotal: cell(line, 'refundedtotal'),
      discountCode: cell(line, 'discountcode'),
      shippingMethod: cell(line, 'shippingoption'),
      billingAddress: addressOf(line, 'billing'),
      shippingAddress: addressOf(line, 'shipping'),
    }),
    linesOf: (line) => [
      {
        sku: cell(line, 'sku'),
        title: [line.product, line.variant].filter(Boolean).join(' – '),
        quantity: count(cell(line, 'quantity')),
        unitPrice: cell(line, 'unitprice'),
        discount: cell(line, 'linediscount'),
        total: cell(line, 'linetotal'),
      },
    ],
  });

function addressOf(line: Line, part: string) {
  return {
    name: cell(line, `${part}name`),
    company: cell(line, `${part}company`),
    line1: cell(line, `${part}line1`),
    line2: cell(line, `${part}line2`),
    city: cell(line, `${part}city`),
    postalCode: cell(line, `${part}postalcode`),
    region: cell(line, `${part}region`),
    country: cell(line, `${part}country`),
    phone: cell(line, `${part}phone`),
  };
}
