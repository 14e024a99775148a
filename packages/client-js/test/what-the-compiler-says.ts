import type { Express } from 'express';
import {
  type AdminClient,
  type ErrorCode,
  isServiceError,
  type OperationErrors,
  type Order,
  type StoreClient,
} from '../src/index.ts';
import { createWebhookMiddleware, type WebhookEnvelopeOf, type WebhookHandlers } from '../src/webhooks.ts';

/** Compiled by `npm test`, never run: what the compiler accepts and refuses is the test. */
export async function whatTheCompilerSays(admin: AdminClient, shop: StoreClient): Promise<void> {
  const order: Order = await admin.getOrder({ id: 'o' });
  order.status satisfies 'pending' | 'paid' | 'shipped' | 'cancelled' | 'refunded' | 'partially_refunded';
  // @ts-expect-error an order has no such member
  order.nonsense;

  await admin.createDiscount({ body: { code: 'TEN', kind: 'percentage', basisPoints: 1000 } });
  // @ts-expect-error the code is required
  await admin.createDiscount({ body: { kind: 'percentage' } });
  // @ts-expect-error no such kind
  await admin.createDiscount({ body: { code: 'TEN', kind: 'nonsense' } });
  // @ts-expect-error the id is required
  await admin.getOrder();

  for await (const each of admin.listOrders.all({ status: 'paid' })) each.total satisfies number;
  // @ts-expect-error pages are counted by `all` itself
  admin.listOrders.all({ page: 2 });
  // @ts-expect-error the import must be named
  await admin.listRefusedRows();

  // @ts-expect-error an operation of the Admin API
  await shop.listOrders();
  await shop.createCart();

  const error: unknown = undefined;
  if (isServiceError(error, 'not_found', 'duplicate_sku')) error.code satisfies 'not_found' | 'duplicate_sku';
  if (isServiceError(error)) error.code satisfies ErrorCode;
  // @ts-expect-error no such code
  isServiceError(error, 'nonsense');
  'duplicate_sku' satisfies OperationErrors['createVariant'];
  // @ts-expect-error a category has no SKU
  'duplicate_sku' satisfies OperationErrors['updateCategory'];
}

/** The same for receivers. */
export function whatTheCompilerSaysOfHandlers(app: Express, envelope: WebhookEnvelopeOf): void {
  const handler = () => {};
  // A handler for some events needs a policy for the others.
  ({ 'order.paid': handler, otherwise: 'ignore' }) satisfies WebhookHandlers;
  // @ts-expect-error neither a handler for each event nor a policy
  ({ 'order.paid': handler }) satisfies WebhookHandlers;
  // @ts-expect-error no event of the catalogue
  ({ 'order.eaten': handler, otherwise: 'ignore' }) satisfies WebhookHandlers;
  const each = {} as Record<WebhookEnvelopeOf['event'], () => void>;
  ({
    ...each,
    'order.created': ({ customerId }) => customerId satisfies string | null,
    'order.paid': ({ previousStatus }) => previousStatus satisfies string,
    'refund.issued': ({ amount }) => amount satisfies number,
    'return.requested': ({ previousStatus }) => previousStatus satisfies string | null,
    'return.exchanged': ({ returnId }) => returnId satisfies string,
    'product.deleted': ({ productId }) => productId satisfies string,
    'webhook.endpoint_failing': ({ failingSince }) => failingSince satisfies string,
    'webhook.endpoint_paused': ({ reason }) => reason satisfies 'gone' | 'failing',
    'webhook.endpoint_recovered': ({ label }) => label satisfies string | null,
    'webhook.delivery_exhausted': ({ count }) => count satisfies number,
  }) satisfies WebhookHandlers;

  if (envelope.event === 'refund.issued') envelope.data.creditNoteId satisfies string;
  app.post('/hooks', createWebhookMiddleware({ secret: 's' }));
}
