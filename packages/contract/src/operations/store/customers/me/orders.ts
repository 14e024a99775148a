import { Type } from 'typebox';
import { EXAMPLE_ORDER_ID, ORDER_STATUSES } from '../../../../events.ts';
import { defineOperation } from '../../../../operation.ts';
import { address, exampleAddress } from '../../../../resources/address.ts';
import { lineTitles } from '../../../../resources/line-titles.ts';
import { shownMetadata } from '../../../../resources/metadata.ts';
import {
  derivedStatuses,
  hasEInvoices,
  invoiceNumber,
  isGift,
  itsShipments,
  ownCreditNotes,
  removedTotal,
  storeOrder,
  withdrawnAt,
} from '../../../../resources/order.ts';
import { pickupPlace, readyForPickupAt } from '../../../../resources/pickup-place.ts';
import {
  exampleReturn,
  exampleReturnRequest,
  returned,
  returnRequest,
} from '../../../../resources/return.ts';
import {
  amount,
  cursor,
  cursorQuery,
  id,
  longList,
  longPageOf,
  nullable,
  object,
  stringEnum,
  timestamp,
} from '../../../../schema.ts';

const orderSummary = {
  id,
  number: Type.Integer(),
  status: stringEnum(ORDER_STATUSES),
  ...derivedStatuses,
  currency: Type.String(),
  subtotal: amount,
  shippingTotal: amount,
  total: amount,
  removedTotal,
  createdAt: timestamp,
};

const exampleOrder = {
  id: EXAMPLE_ORDER_ID,
  number: 1001,
  status: 'paid' as const,
  paymentStatus: 'paid' as const,
  fulfilmentStatus: 'unfulfilled' as const,
  currency: 'EUR',
  subtotal: 2500,
  shippingTotal: 0,
  total: 2500,
  removedTotal: 0,
  createdAt: '2026-01-15T09:31:00.000Z',
};

export const listOwnOrders = defineOperation({
  endpoint: 'GET /store/v1/customers/me/orders',
  summary: 'List my orders',
  description: 'Orders that were checked out while signed in, newest first.',
  auth: { kind: 'customer' },
  query: cursorQuery({}, cursor),
  response: { status: 200, description: 'A page of orders', schema: longList(object(orderSummary)) },
  examples: {
    response: longPageOf(exampleOrder),
  },
});

export const getOwnOrder = defineOperation({
  endpoint: 'GET /store/v1/customers/me/orders/{id}',
  summary: 'Get one of my orders',
  description: 'With its lines, its addresses, its parcels, the number of its invoice and its credit notes.',
  auth: { kind: 'customer' },
  response: {
    status: 200,
    description: 'The order',
    schema: object({
      ...orderSummary,
      discounts: storeOrder.properties.discounts,
      discountTotal: amount,
      taxTotal: amount,
      pricesIncludeTax: Type.Boolean(),
      shippingAddress: nullable(address),
      pickupPlace: nullable(pickupPlace),
      readyForPickupAt,
      billingAddress: nullable(address),
      invoiceNumber,
      hasEInvoices,
      creditNotes: ownCreditNotes,
      withdrawnAt,
      shipments: itsShipments,
      metadata: shownMetadata,
      lines: Type.Array(
        object({
          id,
          variantId: id,
          sku: Type.String(),
          ...lineTitles,
          quantity: Type.Integer(),
          requiresShipping: Type.Boolean(),
          isGift,
          unitAmount: amount,
        }),
      ),
    }),
  },
  examples: {
    response: {
      ...exampleOrder,
      discounts: [],
      discountTotal: 0,
      taxTotal: 399,
      pricesIncludeTax: true,
      shippingAddress: exampleAddress,
      pickupPlace: null,
      readyForPickupAt: null,
      billingAddress: null,
      invoiceNumber: '2026-1',
      hasEInvoices: true,
      creditNotes: [],
      withdrawnAt: null,
      shipments: [],
      metadata: {},
      lines: [
        {
          id: 'e5c2a3b4-5d6e-4f70-8a91-b2c3d4e5f613',
          variantId: 'd1c2a3b4-5d6e-4f70-8a91-b2c3d4e5f608',
          sku: 'TEA-1',
          title: '100 g',
          productTitle: 'Darjeeling',
          variantTitle: '100 g',
          quantity: 2,
          requiresShipping: true,
          isGift: false,
          unitAmount: 1250,
        },
      ],
    },
  },
});

export const listOwnReturns = defineOperation({
  endpoint: 'GET /store/v1/customers/me/orders/{id}/returns',
  summary: 'List the returns of my order',
  description: 'Oldest first.',
  auth: { kind: 'customer' },
  response: { status: 200, description: 'The returns', schema: object({ items: Type.Array(returned) }) },
  examples: { response: { items: [exampleReturn] } },
});

export const requestOwnReturn = defineOperation({
  endpoint: 'POST /store/v1/customers/me/orders/{id}/returns',
  summary: 'Request a return of my order',
  description:
    'For units that were shipped and aren’t in another return. It waits for an operator’s approval; its `note` then says what to do.',
  auth: { kind: 'customer' },
  body: returnRequest,
  response: { status: 201, description: 'The return', schema: returned },
  errors: ['quantity_exceeded'],
  examples: { body: exampleReturnRequest, response: exampleReturn },
});
