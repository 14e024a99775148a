import { isPermitted, type operations, type Permission, type ResponseOf } from '@service/contract';
import type { Context } from '../context.ts';
import { listNotifications } from '../notifications/index.ts';
import { countOrdersToDo, listOrders } from '../orders/index.ts';
import { countOpenReturns } from '../returns/index.ts';
import { getSetupStatus } from '../tenants/index.ts';
import { getMetrics, listDeliveries, listUnwellSubscriptions } from '../webhooks/index.ts';
import { getSales } from './sales.ts';

type Home = ResponseOf<typeof operations.getHome>;

const LATEST_ORDERS = 6;
const ATTENDED_ORDERS = 10;
/** One more than is shown: it is shown as “more”. */
const MOST_COUNTED = 101;

/** The facts that an operator needs first. A part is null if the role may not read it. */
export async function getHome(ctx: Context): Promise<Home> {
  const [sales, orders, webhooks, setup, unreadNotifications] = await Promise.all([
    partFor(ctx, 'orders:read', () => getSales(ctx, {})),
    partFor(ctx, 'orders:read', () => readOrders(ctx)),
    partFor(ctx, 'webhooks:read', () => readWebhooks(ctx)),
    partFor(ctx, 'settings:read', () => readSetup(ctx)),
    partFor(ctx, 'settings:read', () => countUnread(ctx)),
  ]);
  return { sales, orders, webhooks, setup, unreadNotifications };
}

async function partFor<T>(
  { principal }: Context,
  permission: Permission,
  read: () => Promise<T>,
): Promise<T | null> {
  const held = 'permissions' in principal ? principal.permissions : [];
  return isPermitted(held, permission) ? read() : null;
}

async function readOrders(ctx: Context): Promise<Home['orders']> {
  const [latest, attention, toDo, openReturns] = await Promise.all([
    listOrders(ctx, { page: 1, pageSize: LATEST_ORDERS }),
    listOrders(ctx, { attention: true, page: 1, pageSize: ATTENDED_ORDERS }),
    countOrdersToDo(ctx, MOST_COUNTED),
    countOpenReturns(ctx, MOST_COUNTED),
  ]);
  return { latest: latest.items, attention: attention.items, ...toDo, openReturns };
}

async function readWebhooks(ctx: Context): Promise<Home['webhooks']> {
  const one = { page: 1, pageSize: 1 };
  const [metrics, failed, exhausted, subscriptions] = await Promise.all([
    getMetrics(ctx, { interval: 'day' }),
    listDeliveries(ctx, { ...one, status: 'failed' }),
    listDeliveries(ctx, { ...one, status: 'exhausted' }),
    listUnwellSubscriptions(ctx),
  ]);
  const { attempts, succeeded } = metrics.total;
  return {
    days: metrics.series.map(({ at, deliveries }) => ({ at, ...deliveries })),
    attempts,
    succeeded,
    failed: failed.total,
    exhausted: exhausted.total,
    ...subscriptions,
  };
}

async function readSetup(ctx: Context): Promise<Home['setup']> {
  const { steps } = await getSetupStatus(ctx);
  return { missing: steps.filter(({ done }) => !done).map(({ step }) => step) };
}

async function countUnread(ctx: Context): Promise<number> {
  return (await listNotifications(ctx, { page: 1, pageSize: 1 })).unread;
}
