import type { operations, ResponseOf } from '@service/contract';
import type { Context } from '../context.ts';
import { firstAccount } from '../payment-accounts/index.ts';

type Status = ResponseOf<typeof operations.getSetupStatus>;

/** Each step and whether it is done, in the recommended order. */
export async function getSetupStatus(ctx: Context): Promise<Status> {
  const { db, tenantId } = ctx;
  const [products, shippingOptions, tenant, compliance, subscriptions, payment] = await Promise.all([
    db.product.count({ where: { status: 'published', variants: { some: {} } } }),
    db.shippingOption.count(),
    db.tenant.findUniqueOrThrow({ where: { id: tenantId }, select: { countries: true, seller: true } }),
    db.complianceConfiguration.count(),
    db.webhookSubscription.count({ where: { active: true } }),
    firstAccount(ctx),
  ]);
  const steps: Status['steps'] = [
    {
      step: 'catalogue',
      done: products > 0,
      todo: 'Publish a product with a variant: POST /admin/v1/products.',
    },
    { step: 'shipping', done: shippingOptions > 0, todo: 'Make a shipping option.' },
    {
      step: 'tax',
      done: tenant.countries.length > 0,
      todo: 'Name the countries you sell to, whose tax applies: PUT /admin/v1/settings.',
    },
    {
      step: 'seller',
      done: tenant.seller !== null,
      todo: 'Name who sells, with address and registration, as invoices must: `seller` of PUT /admin/v1/settings.',
    },
    {
      step: 'payment',
      done: payment.provider !== 'fake',
      todo: 'Add and activate a payment account: POST /admin/v1/payment-accounts. The deployment’s fake provider takes no money.',
    },
    {
      step: 'compliance',
      done: compliance > 0,
      todo: 'Say which trackers run and whether visitors are asked: POST /setup/v1/compliance/configure.',
    },
    {
      step: 'webhooks',
      done: subscriptions > 0,
      todo: 'Subscribe to events: POST /admin/v1/webhooks/subscriptions.',
    },
  ];
  return { complete: steps.every(({ done }) => done), steps };
}
