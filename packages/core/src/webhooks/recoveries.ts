import { type InputOf, type operations, type ResponseOf, refuse } from '@service/contract';
import type { WebhookRecoveryModel } from '@service/db';
import { LISTS_EVENT, passedFilter } from '@service/delivery/record';
import { recordChange } from '../audit/index.ts';
import { actorName, type Context, inTransaction } from '../context.ts';
import { NEWEST_FIRST, type PageQuery, readPage } from '../page.ts';
import { inScope } from './scope.ts';

type NewRecovery = InputOf<typeof operations.createRecovery>['body'];
type PresentedRecovery = ResponseOf<typeof operations.getRecovery>;
type State = PresentedRecovery['state'];

/** The kind of resource in audit records. */
const SUBJECT = 'webhook_recovery';

/** The statuses that a bulk resend can still leave. */
const MOVING: State[] = ['running', 'paused'];

/** Counts the deliveries to send, and leaves the sending to the worker (run-recoveries.ts). */
export async function createRecovery(ctx: Context, input: NewRecovery): Promise<PresentedRecovery> {
  const { subscriptionId = null, event = null, deliveryIds = null, missing, dryRun, ratePerSecond } = input;
  assertRange(ctx, input);
  if (subscriptionId) await assertSubscription(ctx, subscriptionId);
  const statuses = missing ? [] : input.status ? [input.status] : ['failed', 'exhausted'];
  const times = deliveryIds ? await timesOf(ctx, deliveryIds) : timesIn(input);
  const range = { subscriptionId, event, ...times };

  const matched = missing
    ? await countMissing(ctx, range)
    : await countDeliveries(ctx, { ...range, statuses, deliveryIds });
  const isDone = dryRun || matched === 0;
  return inTransaction(ctx, async (tx) => {
    const row = await tx.db.webhookRecovery.create({
      data: {
        ...range,
        tenantId: tx.tenantId,
        state: isDone ? 'completed' : 'running',
        missing,
        statuses,
        ...(deliveryIds ? { deliveryIds } : {}),
        dryRun,
        ratePerSecond,
        matched,
        createdBy: actorName(tx.principal),
        createdAt: tx.now(),
        endedAt: isDone ? tx.now() : null,
      },
    });
    const recovery = presentRecovery(row);
    await recordChange(tx, {
      action: 'webhook_recovery.created',
      subject: { type: SUBJECT, id: row.id },
      after: recovery,
    });
    return recovery;
  });
}

/** A page of bulk resends, newest first. */
export async function listRecoveries(
  ctx: Context,
  page: PageQuery,
): Promise<ResponseOf<typeof operations.listRecoveries>> {
  const where = inScope(ctx, 'subscriptionId');
  return readPage(page, {
    count: ctx.db.webhookRecovery.count({ where }),
    rows: (range) => ctx.db.webhookRecovery.findMany({ where, orderBy: NEWEST_FIRST, ...range }),
    present: presentRecovery,
  });
}

export async function getRecovery(ctx: Context, id: string): Promise<PresentedRecovery> {
  const row = await ctx.db.webhookRecovery.findUnique({
    where: { tenantId_id: { tenantId: ctx.tenantId, id }, ...inScope(ctx, 'subscriptionId') },
  });
  return row ? presentRecovery(row) : refuse('not_found', `No recovery ${id}.`);
}

export const pauseRecovery = (ctx: Context, id: string) => moveTo(ctx, id, 'paused');
export const resumeRecovery = (ctx: Context, id: string) => moveTo(ctx, id, 'running');
export const cancelRecovery = (ctx: Context, id: string) => moveTo(ctx, id, 'cancelled');

/** One conditional update: of a concurrent cancel and resume, the cancel counts. A repetition changes nothing. */
function moveTo(ctx: Context, id: string, state: State): Promise<PresentedRecovery> {
  return inTransaction(ctx, async (tx) => {
    const before = await getRecovery(tx, id);
    const { count } = await tx.db.webhookRecovery.updateMany({
      where: { id, state: { in: MOVING } },
      data: { state, ...(state === 'cancelled' ? { endedAt: tx.now() } : {}) },
    });
    const recovery = await getRecovery(tx, id);
    if (count === 0 && recovery.state !== state)
      refuse('recovery_ended', `The recovery is ${recovery.state}.`);
    if (count === 0) return recovery;
    await recordChange(tx, {
      action: `webhook_recovery.${state === 'running' ? 'resumed' : state}`,
      subject: { type: SUBJECT, id },
      before,
      after: recovery,
    });
    return recovery;
  });
}

function assertRange(
  { principal }: Context,
  { from, to, deliveryIds, missing, subscriptionId, status }: NewRecovery,
): void {
  const wrong = (path: string, message: string) =>
    refuse('validation_failed', `${path.slice('/body/'.length)} ${message}.`, [
      { path, code: 'recovery', message },
    ]);
  if (principal.kind === 'portal' && !subscriptionId)
    wrong('/body/subscriptionId', 'is required in the portal');
  if (deliveryIds && (from ?? to)) wrong('/body/deliveryIds', 'is not possible with a range');
  if (deliveryIds && missing)
    wrong('/body/deliveryIds', 'is not possible with `missing`: there are no deliveries yet');
  if (!deliveryIds && !from) wrong('/body/from', 'is required without `deliveryIds`');
  if (!deliveryIds && !to) wrong('/body/to', 'is required without `deliveryIds`');
  if (from && to && new Date(from) >= new Date(to)) wrong('/body/to', 'must be later than `from`');
  if (missing && !subscriptionId) wrong('/body/subscriptionId', 'is required with `missing`');
  if (missing && status) wrong('/body/status', 'is not possible with `missing`: there are no deliveries yet');
}

interface Times {
  fromAt: Date;
  toAt: Date;
}

function timesIn({ from = '', to = '' }: NewRecovery): Times {
  return { fromAt: new Date(from), toAt: new Date(to) };
}

/** The time range of these deliveries. */
async function timesOf(ctx: Context, deliveryIds: readonly string[]): Promise<Times> {
  const found = await ctx.db.webhookDelivery.findMany({
    where: {
      id: { in: [...deliveryIds] },
      subscription: { deletedAt: null },
      ...inScope(ctx, 'subscriptionId'),
    },
    select: { id: true, createdAt: true },
  });
  const known = new Set(found.map(({ id }) => id));
  const unknown = deliveryIds.find((id) => !known.has(id));
  if (unknown) refuse('not_found', `No webhook delivery ${unknown}.`);
  const times = found.map(({ createdAt }) => createdAt.getTime());
  return { fromAt: new Date(Math.min(...times)), toAt: new Date(Math.max(...times) + 1) };
}

async function assertSubscription(ctx: Context, id: string): Promise<void> {
  const known = await ctx.db.webhookSubscription.findUnique({
    where: { tenantId_id: { tenantId: ctx.tenantId, id }, deletedAt: null, ...inScope(ctx, 'id') },
    select: { id: true },
  });
  if (!known) refuse('not_found', `No webhook subscription ${id}.`);
}

interface Range extends Times {
  subscriptionId: string | null;
  event: string | null;
}

function countDeliveries(
  ctx: Context,
  range: Range & { statuses: string[]; deliveryIds: string[] | null },
): Promise<number> {
  const { subscriptionId, event, fromAt, toAt, statuses, deliveryIds } = range;
  return ctx.db.webhookDelivery.count({
    where: {
      status: { in: statuses },
      isTest: false,
      subscription: { deletedAt: null },
      createdAt: { gte: fromAt, lt: toAt },
      ...(subscriptionId ? { subscriptionId } : {}),
      ...(event ? { event } : {}),
      ...(deliveryIds ? { id: { in: deliveryIds } } : {}),
    },
  });
}

/** The events that `sendMissing` of run-recoveries.ts would send. */
async function countMissing(ctx: Context, { subscriptionId, event, fromAt, toAt }: Range): Promise<number> {
  const [row] = await ctx.db.sql<{ matched: number }[]>`
    SELECT count(*)::int AS matched
    FROM webhook_subscriptions s
    JOIN webhook_events e ON e.tenant_id = s.tenant_id AND ${LISTS_EVENT}
    WHERE s.tenant_id = ${ctx.tenantId}::uuid AND s.id = ${subscriptionId}::uuid
      AND e.occurred_at >= ${fromAt} AND e.occurred_at < ${toAt} AND NOT e.is_test
      AND (${event}::text IS NULL OR e.name = ${event}) AND ${passedFilter(ctx.tenantId)}
      AND NOT EXISTS (
        SELECT FROM webhook_deliveries d
        WHERE d.tenant_id = ${ctx.tenantId}::uuid AND d.event_id = e.id AND d.subscription_id = s.id
      )`;
  return row?.matched ?? 0;
}

function presentRecovery(row: WebhookRecoveryModel): PresentedRecovery {
  return {
    id: row.id,
    subscriptionId: row.subscriptionId,
    state: row.state as State,
    missing: row.missing,
    statuses: row.statuses as PresentedRecovery['statuses'],
    event: row.event as PresentedRecovery['event'],
    deliveryIds: row.deliveryIds.length > 0 ? row.deliveryIds : null,
    from: row.fromAt.toISOString(),
    to: row.toAt.toISOString(),
    dryRun: row.dryRun,
    ratePerSecond: row.ratePerSecond,
    matched: row.matched,
    sent: row.sent,
    createdAt: row.createdAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
  };
}
