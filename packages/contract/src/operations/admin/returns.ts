import { Type } from 'typebox';
import { defineOperation } from '../../operation.ts';
import {
  decision,
  exampleExchange,
  exampleExchangedReturn,
  exampleReceipt,
  exampleReceivedReturn,
  exampleReturn,
  exchange,
  listedReturn,
  receipt,
  returned,
  returnRefund,
  returnStatus,
} from '../../resources/return.ts';
import { cursor, cursorQuery, id, longList, longPageOf } from '../../schema.ts';

const one = { status: 200, description: 'The return', schema: returned } as const;

export const listReturns = defineOperation({
  endpoint: 'GET /admin/v1/returns',
  summary: 'List returns',
  description: 'Newest first, of all orders or of one.',
  auth: { kind: 'admin', permission: 'orders:read' },
  query: cursorQuery(
    {
      orderId: Type.Optional(id),
      status: Type.Optional(returnStatus),
      open: Type.Optional(
        Type.Boolean({
          description: 'Only those that wait for an operator or for the parcel, or only the others',
        }),
      ),
    },
    cursor,
  ),
  response: { status: 200, description: 'A page of returns', schema: longList(listedReturn) },
  examples: {
    response: longPageOf({ ...exampleReturn, orderNumber: 1001 }),
  },
});

export const getReturn = defineOperation({
  endpoint: 'GET /admin/v1/returns/{id}',
  summary: 'Get a return',
  description: 'With what came back, once it has.',
  auth: { kind: 'admin', permission: 'orders:read' },
  response: one,
  examples: { response: exampleReturn },
});

export const approveReturn = defineOperation({
  endpoint: 'POST /admin/v1/returns/{id}/approve',
  summary: 'Approve a requested return',
  description: 'The customer may send the goods. `note` is for the customer, such as where to send them.',
  auth: { kind: 'admin', permission: 'orders:write' },
  body: decision,
  response: one,
  errors: ['illegal_return_transition'],
  examples: {
    body: { note: 'Send it to Unter den Linden 1, 10117 Berlin' },
    response: {
      ...exampleReturn,
      status: 'approved',
      note: 'Send it to Unter den Linden 1, 10117 Berlin',
    },
  },
});

export const rejectReturn = defineOperation({
  endpoint: 'POST /admin/v1/returns/{id}/reject',
  summary: 'Reject a return, or end one whose goods never came',
  description: 'For a requested or an approved return. Its units can be returned again.',
  auth: { kind: 'admin', permission: 'orders:write' },
  body: decision,
  response: one,
  errors: ['illegal_return_transition'],
  examples: {
    body: { note: 'The 30 days are over' },
    response: { ...exampleReturn, status: 'rejected', note: 'The 30 days are over' },
  },
});

export const receiveReturn = defineOperation({
  endpoint: 'POST /admin/v1/returns/{id}/receive',
  summary: 'Record the parcel of an approved return',
  description:
    'What came, in which condition, and whether it is for sale again or written off. What is restocked raises the stock, with a movement. The order’s status stays; the money goes back by `refund`.',
  auth: { kind: 'admin', permission: 'orders:write' },
  body: receipt,
  response: one,
  errors: ['illegal_return_transition', 'quantity_exceeded'],
  examples: { body: exampleReceipt, response: exampleReceivedReturn },
});

export const refundReturn = defineOperation({
  endpoint: 'POST /admin/v1/returns/{id}/refund',
  summary: 'Refund what a return brought back',
  description:
    'Refunds the units that came back and weren’t refunded before, like `POST /admin/v1/orders/{id}/refunds` with these lines: with a numbered credit note, and the order becomes partially_refunded or refunded.',
  auth: { kind: 'admin', permission: 'orders:write' },
  body: returnRefund,
  response: one,
  errors: [
    'illegal_return_transition',
    'illegal_transition',
    'payment_disputed',
    'refund_exceeds_captured',
    'quantity_exceeded',
  ],
  examples: {
    body: {},
    response: {
      ...exampleReceivedReturn,
      status: 'refunded',
      refundId: 'f7c2a3b4-5d6e-4f70-8a91-b2c3d4e5f617',
    },
  },
});

export const exchangeReturn = defineOperation({
  endpoint: 'POST /admin/v1/returns/{id}/exchange',
  summary: 'Exchange what a return brought back',
  description:
    'Places an order for the same buyer and address, whose lines cost what came back; its stock is reserved, and it is shipped like any other. Each names the other: `exchangeOrderId` of the return, `exchangeOf` of the order. Without a `unitAmount` nothing is due: the order is paid at once and has no payment. Dearer goods: the order is pending until the difference is paid, two weeks at most. Cheaper goods: the difference is refunded with a credit note, of the order whose money it is; for what an exchange had sent, that is the order before as far as it paid, and then the exchange itself. If the new order is cancelled, the return is received again. What was paid stays with the first order, and a later refund of exchanged goods is one of an amount there.',
  auth: { kind: 'admin', permission: 'orders:write' },
  body: exchange,
  response: one,
  errors: [
    'illegal_return_transition',
    'illegal_transition',
    'quantity_exceeded',
    'insufficient_stock',
    'amount_too_large',
    'payment_disputed',
    'exchange_unpaid',
    'refund_exceeds_captured',
  ],
  examples: { body: exampleExchange, response: exampleExchangedReturn },
});
