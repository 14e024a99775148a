import { defineOperation } from '../../../../operation.ts';
import {
  OWN_FORMER_ORDER_EXAMPLE,
  OWN_FORMER_SUMMARY_EXAMPLE,
  ownFormerOrder,
  ownFormerOrderSummary,
} from '../../../../resources/former-order.ts';
import { cursor, cursorQuery, longList, longPageOf } from '../../../../schema.ts';

export const listOwnFormerOrders = defineOperation({
  endpoint: 'GET /store/v1/customers/me/former-orders',
  summary: 'List my orders of the former shop',
  description:
    'Orders of the shop that the store had before, with the address of the customer once it is confirmed, by the time at which they were placed, newest first.',
  auth: { kind: 'customer' },
  query: cursorQuery({}, cursor),
  response: { status: 200, description: 'A page of orders', schema: longList(ownFormerOrderSummary) },
  examples: { response: longPageOf(OWN_FORMER_SUMMARY_EXAMPLE) },
});

export const getOwnFormerOrder = defineOperation({
  endpoint: 'GET /store/v1/customers/me/former-orders/{id}',
  summary: 'Get one of my orders of the former shop',
  description: 'With its lines, sums and addresses as the former shop said them.',
  auth: { kind: 'customer' },
  response: { status: 200, description: 'The order', schema: ownFormerOrder },
  examples: { response: OWN_FORMER_ORDER_EXAMPLE },
});
