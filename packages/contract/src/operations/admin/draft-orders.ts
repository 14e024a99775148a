import { Type } from 'typebox';
import { defineOperation } from '../../operation.ts';
import {
  draftFields,
  draftOrder,
  draftSummary,
  exampleDraftOrder,
  exampleDraftSummary,
  exampleNewDraft,
  newDraft,
} from '../../resources/draft-order.ts';
import { day, exampleOrder, order } from '../../resources/order.ts';
import { exampleShippingOptions, shippingOptions } from '../../resources/shipping-option.ts';
import { amount, id, list, object, pageOf, pageQuery, text } from '../../schema.ts';

export const createDraftOrder = defineOperation({
  endpoint: 'POST /admin/v1/draft-orders',
  summary: 'Create a draft order',
  description:
    'An order that an operator composes, priced and taxed at each reading like a cart, at the prices of its customer. Prices by hand stand in place of those of the catalogue. It holds no stock, shoppers don’t see it, and it doesn’t expire. A store has up to 500.',
  auth: { kind: 'admin', permission: 'orders:write' },
  body: newDraft,
  response: { status: 201, description: 'The draft', schema: draftOrder },
  errors: ['too_many_draft_orders', 'currency_not_sold', 'amount_too_large'],
  examples: { body: exampleNewDraft, response: exampleDraftOrder },
});

export const listDraftOrders = defineOperation({
  endpoint: 'GET /admin/v1/draft-orders',
  summary: 'List draft orders',
  description: 'Newest first. The costs are in the response for a single draft.',
  auth: { kind: 'admin', permission: 'orders:read' },
  query: pageQuery(),
  response: { status: 200, description: 'A page of drafts', schema: list(draftSummary) },
  examples: { response: pageOf(exampleDraftSummary) },
});

export const getDraftOrder = defineOperation({
  endpoint: 'GET /admin/v1/draft-orders/{id}',
  summary: 'Get a draft order',
  description: 'With its current prices and taxes.',
  auth: { kind: 'admin', permission: 'orders:read' },
  response: { status: 200, description: 'The draft', schema: draftOrder },
  errors: ['amount_too_large'],
  examples: { response: exampleDraftOrder },
});

export const updateDraftOrder = defineOperation({
  endpoint: 'PATCH /admin/v1/draft-orders/{id}',
  summary: 'Change a draft order',
  description:
    'An absent field keeps its value; null clears it. `lines` replaces all lines. The response has the new totals.',
  auth: { kind: 'admin', permission: 'orders:write' },
  ifMatch: 'draft-order',
  body: object(draftFields),
  response: { status: 200, description: 'The draft', schema: draftOrder },
  errors: ['amount_too_large'],
  examples: {
    body: { shippingByHand: { name: 'Courier', amount: 990 } },
    response: { ...exampleDraftOrder, version: 2 },
  },
});

export const deleteDraftOrder = defineOperation({
  endpoint: 'DELETE /admin/v1/draft-orders/{id}',
  summary: 'Delete a draft order',
  description: 'It can’t be restored.',
  auth: { kind: 'admin', permission: 'orders:write' },
  ifMatch: 'draft-order',
  response: { status: 204, description: 'Deleted' },
});

export const listDraftShippingOptions = defineOperation({
  endpoint: 'GET /admin/v1/draft-orders/{id}/shipping-options',
  summary: 'List the shipping options of a draft order',
  description: 'As a cart of these goods, this buyer and this address is offered them.',
  auth: { kind: 'admin', permission: 'orders:read' },
  response: { status: 200, description: 'The options', schema: shippingOptions },
  errors: ['amount_too_large'],
  examples: { response: exampleShippingOptions },
});

export const placeDraftOrder = defineOperation({
  endpoint: 'POST /admin/v1/draft-orders/{id}/place',
  summary: 'Place a draft order',
  description:
    'The draft becomes an order as by a checkout: its number, the reserved stock, the counted discount code, and `order.created`. There is no draft afterwards. Without `paid` the buyer gets a mail in their language with a link to the shop’s page where the order is paid; it waits as long as the payment account says, else 14 days. With `paid` the money is there already: it is paid by a manual account of the store, with `order.paid`. An order of nothing to pay is paid at once. Of two requests at once one places it. Texts that a checkout must accept aren’t required.',
  auth: { kind: 'admin', permission: 'orders:write' },
  ifMatch: 'draft-order',
  body: object({
    expectedTotal: Type.Optional(
      Type.Unsafe<number>({ ...amount, description: 'Refused if the total of the draft has changed' }),
    ),
    paid: Type.Optional(
      object(
        {
          paymentAccountId: Type.Optional(
            Type.Unsafe<string>({ ...id, description: 'A manual one; the first that is active when absent' }),
          ),
          reference: Type.Unsafe<string>({
            ...text(255),
            description: 'Identifies the money, such as the purpose of the transfer',
          }),
          paidOn: Type.Unsafe<string>({
            ...day,
            description: 'The day on which it came, YYYY-MM-DD; not in the future',
          }),
        },
        { description: 'The money came outside of the shop. Absent: the buyer gets a payment link' },
      ),
    ),
  }),
  response: { status: 201, description: 'The order', schema: order },
  errors: [
    'cart_incomplete',
    'tax_unavailable',
    'total_changed',
    'insufficient_stock',
    'discount_not_applicable',
    'amount_too_large',
    'payment_method_unavailable',
  ],
  examples: { body: { expectedTotal: 2990 }, response: exampleOrder },
});
