import { randomBytes } from 'node:crypto';
import { inTransaction, type SystemContext, webhooks } from '@service/core';
import { type DeliveryQueue, type DeliveryRef, openDeliveryQueue } from '@service/delivery';
import { TEST_SETTINGS } from '@service/testing';
import { benchServers } from '../shared/bench-database.ts';
import { openDomain } from '../shared/domain.ts';

export interface Shop {
  system: SystemContext;
  queue: DeliveryQueue;
  /** The environment of a worker process on the same database and queue. */
  workerEnv: Record<string, string>;
  /** A store with one subscription to this URL. */
  store(url: string): Promise<Store>;
  /** Records `count` events of a store as fast as the domain can, in changes of a hundred. */
  flood(tenantId: string, count: number): Promise<void>;
  close(): Promise<void>;
}

export interface Store {
  tenantId: string;
  subscriptionId: string;
  secret: string;
  /** Writes `count` events with their deliveries, and notifies no worker; with full payloads of `kB`. Returns the ids. */
  fill(count: number, kB?: number): Promise<DeliveryRef[]>;
  /** Records one event the way the shop does; the delivery's id is the answer's. */
  recordPaid(): Promise<void>;
}

/** The domain on the servers of the bench. */
export async function openShop(): Promise<Shop> {
  const { databaseUrl: url, redisUrl } = await benchServers();
  const queue = openDeliveryQueue({ kind: 'redis', url: redisUrl }, () => {});
  const { database, system } = openDomain(url, 5, {
    enqueueDeliveries: queue.enqueue,
    enqueueTenant: queue.enqueueTenant,
    promoteDelivery: queue.promote,
  });

  return {
    system,
    queue,
    workerEnv: {
      DATABASE_URL: url,
      REDIS_URL: redisUrl,
      SECRETS_KEY: TEST_SETTINGS.secretsKeys[0] ?? '',
      WEBHOOK_ALLOW_INSECURE: 'true',
      WEBHOOK_ALLOWED_PRIVATE_CIDRS: '127.0.0.0/8',
      LOG_LEVEL: 'error',
    },
    store: (subscriberUrl) => makeStore(system, subscriberUrl),
    flood: (tenantId, count) => flood(system, tenantId, count),
    async close() {
      await queue.close();
      await database.close();
    },
  };
}

async function makeStore(system: SystemContext, url: string): Promise<Store> {
  const { id: tenantId } = await system.db.tenant.create({
    data: {
      name: 'Bench',
      currency: 'EUR',
      country: 'DE',
      publishableKey: `pk_${randomBytes(16).toString('hex')}`,
    },
  });
  const ctx = system.forTenant(tenantId, { kind: 'system' });
  const { id: subscriptionId, secret } = await webhooks.createSubscription(ctx, {
    url,
    events: ['order.paid'],
  });
  const data = { orderId: tenantId, status: 'paid' as const, previousStatus: 'pending' as const };
  return {
    tenantId,
    subscriptionId,
    secret,
    async fill(count, kB = 0) {
      const object = { id: tenantId, text: randomBytes(kB * 512).toString('hex') };
      const payload = { object, changes: null, actor: { type: 'job', id: null } };
      if (kB > 0)
        await system.db.webhookSubscription.updateMany({
          where: { id: subscriptionId },
          data: { payload: 'full' },
        });
      return system.db.sql<DeliveryRef[]>`
        WITH recorded AS (
          INSERT INTO webhook_events (tenant_id, name, data, occurred_at)
          SELECT ${tenantId}::uuid, 'order.paid', ${JSON.stringify(data)}::jsonb, now() FROM generate_series(1, ${count}::int)
          RETURNING *
        ), kept AS (
          INSERT INTO webhook_full_payloads (tenant_id, event_id, payload)
          SELECT tenant_id, id, ${JSON.stringify(payload)}::json FROM recorded WHERE ${kB > 0}
          RETURNING tenant_id
        )
        INSERT INTO webhook_deliveries (tenant_id, subscription_id, event_id, event, created_at, next_retry_at, is_full)
        SELECT tenant_id, ${subscriptionId}::uuid, id, name, occurred_at, occurred_at, ${kB > 0} FROM recorded
        RETURNING tenant_id AS "tenantId", id`;
    },
    recordPaid: () => inTransaction(ctx, (tx) => webhooks.recordEvent(tx, 'order.paid', data)),
  };
}

async function flood(system: SystemContext, tenantId: string, count: number): Promise<void> {
  const ctx = system.forTenant(tenantId, { kind: 'system' });
  const data = { orderId: tenantId, status: 'paid' as const, previousStatus: 'pending' as const };
  for (let recorded = 0; recorded < count; recorded += 100) {
    const events = Array.from({ length: Math.min(100, count - recorded) }, () => data);
    await inTransaction(ctx, (tx) => webhooks.recordEvents(tx, 'order.paid', events));
  }
}
