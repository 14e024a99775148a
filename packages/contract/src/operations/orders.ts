import { Type } from 'typebox';
import { EXAMPLE_ORDER_ID, ORDER_STATUSES } from '../events.ts';
import { defineOperation } from '../operation.ts';
import { amount, id, idParams, nullable, object, stringEnum, timestamp } from '../schema.ts';
import { address, taxLine } from './carts.ts';

const orderStatus = stringEnum(ORDER_STATUSES);

export const getOrder = defineOperation({
  id: 'getOrder',
  method: 'GET',
  path: '/admin/v1/orders/{id}',
  tag: 'Orders',
  summary: 'Get an order',
  description: 'With its lines, its history (who, when, what) and its payments.',
  auth: { kind: 'admin', permission: 'orders:read' },
  params: idParams,
  response: {
    status: 200,
    description: 'The order',
    schema: object({
      id,
      number: Type.Integer(),
      status: orderStatus,
      customerId: nullable(id),
      email: nullable(Type.String()),
      currency: Type.String(),
      subtotal: amount,
      discountTotal: amount,
      shippingTotal: amount,
      taxTotal: amount,
      total: amount,
      taxLines: Type.Array(taxLine),
      pricesIncludeTax: Type.Boolean(),
      reverseCharge: Type.Boolean(),
      discountCode: nullable(Type.String()),
      shippingAddress: nullable(address),
      billingAddress: nullable(address),
      createdAt: timestamp,
      version: Type.Integer(),
      lines: Type.Array(
        object({
          id,
          variantId: id,
          sku: Type.String(),
          title: Type.String(),
          quantity: Type.Integer(),
          unitAmount: amount,
          discountTotal: amount,
          taxTotal: amount,
          rateBasisPoints: Type.Integer(),
          total: Type.Integer({
            minimum: 0,
            description: 'What was paid for the line: discount off, tax in it',
          }),
        }),
      ),
      history: Type.Array(
        object({
          status: orderStatus,
          previousStatus: nullable(orderStatus),
          actor: Type.String(),
          createdAt: timestamp,
        }),
      ),
      payments: Type.Array(
        object({
          id,
          provider: Type.String(),
          providerPaymentId: Type.String(),
          amount,
          currency: Type.String(),
          status: Type.String(),
        }),
      ),
    }),
  },
  errors: [],
  examples: {
    response: {
      id: EXAMPLE_ORDER_ID,
      number: 1001,
      status: 'paid',
      customerId: null,
      email: 'ada@example.com',
      currency: 'EUR',
      subtotal: 2500,
      discountTotal: 0,
      shippingTotal: 0,
      taxTotal: 399,
      total: 2500,
      taxLines: [{ country: 'DE', rateBasisPoints: 1900, baseAmount: 2101, amount: 399 }],
      pricesIncludeTax: true,
      reverseCharge: false,
      discountCode: null,
      shippingAddress: {
        name: 'Ada Lovelace',
        line1: 'Unter den Linden 1',
        city: 'Berlin',
        postalCode: '10117',
        country: 'DE',
      },
      billingAddress: null,
      createdAt: '2026-01-15T09:31:00.000Z',
      version: 2,
      lines: [
        {
          id: 'e5c2a3b4-5d6e-4f70-8a91-b2c3d4e5f613',
          variantId: 'd1c2a3b4-5d6e-4f70-8a91-b2c3d4e5f608',
          sku: 'TEA-1',
          title: 'Darjeeling',
          quantity: 2,
          unitAmount: 1250,
          discountTotal: 0,
          taxTotal: 399,
          rateBasisPoints: 1900,
          total: 2500,
        },
      ],
      history: [
        {
          status: 'pending',
          previousStatus: null,
          actor: 'storefront',
          createdAt: '2026-01-15T09:31:00.000Z',
        },
        {
          status: 'paid',
          previousStatus: 'pending',
          actor: 'provider:evt_1',
          createdAt: '2026-01-15T09:32:00.000Z',
        },
      ],
      payments: [
        {
          id: 'e4c2a3b4-5d6e-4f70-8a91-b2c3d4e5f612',
          provider: 'fake',
          providerPaymentId: 'pi_fake_3mWb0Jq4oYcL8s2d',
          amount: 2500,
          currency: 'EUR',
          status: 'succeeded',
        },
      ],
    },
  },
});
