import { Type } from 'typebox';
import { STOCK_MOVEMENT_KINDS } from './resources/stock-movement.ts';
import { amount, id, integer, nullable, stringEnum } from './schema.ts';

const currency = Type.String({ pattern: '^[A-Z]{3}$' });

const orderId = '0b7e6a52-6d0f-4d7f-9a51-3c4a5be1d6f0';
const since = '1.0.0';

const ofOrder = { orderedBy: 'orderId', object: 'order', since } as const;

const money = { amount: 4990, currency: 'EUR' };

/** Members of an order's events, beside its moves. */
export const ofOrderChange = {
  ...ofOrder,
  payloadType: 'OrderData',
  payload: Type.Object({ orderId: id }),
  example: { orderId },
} as const;

export const ofShipment = {
  ...ofOrder,
  payloadType: 'ShipmentData',
  payload: Type.Object({ orderId: id, shipmentId: id }),
  example: { orderId, shipmentId: '6f7a8b9c-0d1e-4f2a-8b3c-4d5e6f7a8b9c' },
} as const;

export const ofPayment = {
  ...ofOrder,
  payloadType: 'PaymentData',
  payload: Type.Object({ orderId: id, paymentId: id, amount, currency }),
  example: { orderId, paymentId: '1a2b3c4d-5e6f-4a7b-8c9d-0e1f2a3b4c5d', ...money },
} as const;

export const ofDispute = {
  ...ofOrder,
  payloadType: 'DisputeData',
  payload: Type.Object({
    orderId: id,
    disputeId: id,
    paymentId: id,
    status: Type.String({ description: 'The payment provider’s word' }),
    amount,
    currency,
  }),
  example: {
    ...{ orderId, disputeId: '2b3c4d5e-6f7a-4b8c-9d0e-1f2a3b4c5d6e' },
    ...{ paymentId: '1a2b3c4d-5e6f-4a7b-8c9d-0e1f2a3b4c5d', status: 'needs_response', ...money },
  },
} as const;

export const ofRefund = {
  ...ofOrder,
  payloadType: 'RefundData',
  payload: Type.Object({ orderId: id, refundId: id, amount, currency }),
  example: { orderId, refundId: 'c4d5e6f7-1a2b-4c3d-9e4f-5a6b7c8d9e0f', ...money },
} as const;

export const ofCreditNote = {
  ...ofOrder,
  payloadType: 'CreditNoteData',
  payload: Type.Object({
    orderId: id,
    creditNoteId: id,
    refundId: nullable(id, { description: 'Null: it is about what is never paid' }),
    amount,
    currency,
  }),
  example: {
    ...{ orderId, creditNoteId: 'd5e6f7a8-2b3c-4d4e-8f5a-6b7c8d9e0f1a' },
    ...{ refundId: 'c4d5e6f7-1a2b-4c3d-9e4f-5a6b7c8d9e0f', ...money },
  },
} as const;

export const ofCustomer = {
  payloadType: 'CustomerData',
  payload: Type.Object({ customerId: id }),
  orderedBy: 'customerId',
  object: 'customer',
  since,
  example: { customerId: '7c1e2d3f-4a5b-4c6d-8e7f-90a1b2c3d4e5' },
} as const;

export const ofCart = {
  payloadType: 'CartData',
  payload: Type.Object({
    cartReference: Type.String({
      format: 'uuid',
      description:
        'Stands for the cart in events. Not its id, which opens the cart for everybody who has it, and which `object` of a full payload has',
    }),
    customerId: nullable(id, { description: 'UUID; null for a guest' }),
  }),
  orderedBy: 'cartReference',
  object: 'cart',
  // There are many carts for each order.
  onlyIfListed: true,
  since,
  example: { cartReference: 'c13c4d5e-6f7a-4b8c-9d9e-1f2a3b4c5d6e', customerId: null },
} as const;

export const ofCategory = {
  payloadType: 'CategoryData',
  payload: Type.Object({ categoryId: id }),
  orderedBy: 'categoryId',
  object: 'category',
  since,
  example: { categoryId: '8d9e0f1a-2b3c-4d5e-8f6a-7b8c9d0e1f2a' },
} as const;

export const ofImport = {
  payloadType: 'ImportData',
  payload: Type.Object({
    importId: id,
    kind: stringEnum(['products', 'customers', 'former_orders', 'redirects']),
  }),
  orderedBy: 'importId',
  object: null,
  since,
  example: { importId: '9e0f1a2b-3c4d-4e5f-8a6b-7c8d9e0f1a2b', kind: 'products' },
} as const;

export const ofPriceList = {
  payloadType: 'PriceListData',
  payload: Type.Object({ priceListId: id }),
  orderedBy: 'priceListId',
  object: 'priceList',
  since,
  example: { priceListId: 'af1a2b3c-4d5e-4f6a-8b7c-9d0e1f2a3b4c' },
} as const;

export const ofDiscount = {
  payloadType: 'DiscountData',
  payload: Type.Object({ discountId: id, code: Type.String() }),
  orderedBy: 'discountId',
  object: 'discount',
  since,
  example: { discountId: 'b02b3c4d-5e6f-4a7b-8c8d-0e1f2a3b4c5d', code: 'SPRING' },
} as const;

const variantId = 'd1c2a3b4-5d6e-4f70-8a91-b2c3d4e5f608';
const productId = '3f0d5c1e-93a8-4b9f-8a3a-6f1f2b7c9d10';

// A store has many variants, and their stock changes with every order.
const ofOneVariant = { orderedBy: 'variantId', onlyIfListed: true, since } as const;

export const ofVariant = {
  ...ofOneVariant,
  payloadType: 'VariantData',
  payload: Type.Object({ variantId: id, productId: id }),
  object: 'variant',
  example: { variantId, productId },
} as const;

export const ofStock = {
  ...ofOneVariant,
  payloadType: 'InventoryData',
  payload: Type.Object({
    variantId: id,
    productId: id,
    sku: Type.String(),
    kind: nullable(stringEnum(STOCK_MOVEMENT_KINDS), {
      description:
        'The cause of the change; null: the stock stayed, and its threshold or `allowBackorder` changed',
    }),
    quantity: integer,
    reserved: integer,
    available: Type.Integer({ description: 'The quantity less the reserved units; below 0: backorders' }),
    previousAvailable: Type.Integer(),
  }),
  object: 'stock',
  hasChanges: true,
  example: {
    ...{ variantId, productId, sku: 'TEA-1', kind: 'reserved' },
    ...{ quantity: 15, reserved: 2, available: 13, previousAvailable: 15 },
  },
} as const;
