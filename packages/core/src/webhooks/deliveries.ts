import {
  type EventName,
  type FullPayload,
  type InputOf,
  MAX_COUNTED_DELIVERIES,
  NEWEST_PAYLOAD_VERSION,
  type operations,
  type ResponseOf,
  refuse,
} from '@service/contract';
import type { WebhookDeliveryModel, WebhookFullPayloadModel } from '@service/db';
import {
  bodyOf,
  type EnvelopeInput,
  envelopeOf,
  NOT_RECORDED,
  type RecordedPayload,
} from '@service/delivery/record';
import type { Context } from '../context.ts';
import {
  type CursorQuery,
  cursorOfRow,
  NEWEST_FIRST,
  placeOfCursor,
  type Range,
  readCursorPage,
} from '../page.ts';
import { type LogFilter, logQuery } from './log-query.ts';
import { mayRead } from './object-permissions.ts';
import {
  type PresentedDelivery,
  type PresentedSubscription,
  presentAttempt,
  presentDelivery,
} from './present.ts';
import { presentResend } from './resend.ts';
import { inScope, scopeOf } from './scope.ts';
import { tailCursorOf, tailDeliveries } from './tail-deliveries.ts';
import { readWaitReasons } from './wait-reasons.ts';

export type DeliveryQuery = CursorQuery & Partial<InputOf<typeof operations.listDeliveries>['query']>;

type DeliveryPage = ResponseOf<typeof operations.listDeliveries>;

/** A page of the log, newest first. Another tenant's subscription has no deliveries here. */
export async function listDeliveries(
  ctx: Context,
  query: DeliveryQuery,
  /** Aborts when the client has disconnected. */
  signal: AbortSignal = new AbortController().signal,
): Promise<DeliveryPage> {
  const filter = { ...filterOf(query), within: scopeOf(ctx), hidden: await deletedSubscriptions(ctx) };
  if (query.after !== undefined) return readTail(ctx, filter, { ...query, after: query.after }, signal);
  const after = query.cursor ? placeOfCursor(query.cursor) : undefined;
  let newest: WebhookDeliveryModel[] | undefined;
  const page = await readCursorPage(query, {
    limit: MAX_COUNTED_DELIVERIES,
    count: countUpToLimit(ctx, filter),
    rows: async (range) => {
      const rows = await readRows(ctx, { ...filter, after }, range);
      if (!after && range.skip === 0) newest = rows.slice(0, query.pageSize);
      return rows;
    },
    present: (row: WebhookDeliveryModel) => row,
    cursorOf: cursorOfRow,
  });
  return {
    ...page,
    items: await presentDeliveries(ctx, page.items),
    tailCursor: newest ? await tailCursorOf(ctx, newest) : null,
  };
}

/** Reads the deliveries after those of an earlier page, newest first. */
async function readTail(
  ctx: Context,
  filter: LogFilter,
  { after, wait = 0, pageSize, cursor }: DeliveryQuery & { after: string },
  signal: AbortSignal,
): Promise<DeliveryPage> {
  if (cursor)
    refuse('validation_failed', 'A page goes on by `cursor` or by `after`.', [
      { path: '/query/after', code: 'cursor', message: 'must not be sent together with `cursor`' },
    ]);
  const { rows, tailCursor } = await tailDeliveries(ctx, {
    after,
    waitSeconds: wait,
    signal,
    read: (since) => {
      const from = filter.from && filter.from > since ? filter.from : since;
      return readRows(ctx, { ...filter, from }, { skip: 0, take: pageSize });
    },
  });
  const items = await presentDeliveries(ctx, rows);
  return {
    items,
    total: items.length,
    isTotalCapped: false,
    page: 1,
    pageSize,
    nextCursor: null,
    tailCursor,
  };
}

async function presentDeliveries(
  ctx: Context,
  rows: readonly WebhookDeliveryModel[],
): Promise<PresentedDelivery[]> {
  const waitReasonOf = await readWaitReasons(ctx, rows);
  return rows.map((row) => presentDelivery(row, waitReasonOf(row)));
}

/** Deleted subscriptions whose log isn't removed yet: usually there are none. */
async function deletedSubscriptions(ctx: Context): Promise<string[]> {
  const rows = await ctx.db.webhookSubscription.findMany({
    where: { deletedAt: { not: null } },
    select: { id: true },
  });
  return rows.map(({ id }) => id);
}

function filterOf({ subscriptionId, status, event, from, to, ...query }: DeliveryQuery) {
  const { responseCode, error, resourceId, eventId } = query;
  return {
    subscriptionId,
    status,
    event,
    responseCode,
    error,
    resourceId,
    eventId,
    from: from ? new Date(from) : undefined,
    to: to ? new Date(to) : undefined,
  };
}

/** The rows before a numbered page are only counted in the index; only the page's rows are fetched. */
async function readRows(ctx: Context, filter: LogFilter, { skip, take }: Range) {
  const ids = await ctx.db.sql<{ id: string }[]>`
    SELECT id FROM (${logQuery(ctx, filter, skip + take)}) AS log
    ORDER BY created_at DESC, id DESC
    LIMIT ${take}::int OFFSET ${skip}::int`;
  return ctx.db.webhookDelivery.findMany({
    where: { id: { in: ids.map(({ id }) => id) } },
    orderBy: NEWEST_FIRST,
  });
}

/** Stops at the limit: `count(*)` of a long log takes longer than everything else together. */
async function countUpToLimit(ctx: Context, filter: LogFilter): Promise<number> {
  const limit = MAX_COUNTED_DELIVERIES + 1;
  // In an index's order: without an order, Postgres estimates that scanning the table is cheap because it may stop early, which
  // it then doesn't.
  const [row] = await ctx.db.sql<{ counted: number }[]>`
    SELECT count(*)::int AS counted FROM (
      SELECT FROM (${logQuery(ctx, filter, limit)}) AS log ORDER BY created_at DESC, id DESC LIMIT ${limit}::int
    ) AS counted`;
  return row?.counted ?? 0;
}

type DetailedDelivery = ResponseOf<typeof operations.getDelivery>;

/** With the envelope that is sent, the record of every attempt, and who requested that it be sent again. */
export async function getDelivery(ctx: Context, id: string): Promise<DetailedDelivery> {
  const row = await ctx.db.webhookDelivery.findUnique({
    where: {
      tenantId_id: { tenantId: ctx.tenantId, id },
      subscription: { deletedAt: null },
      ...inScope(ctx, 'subscriptionId'),
    },
    include: {
      webhookEvent: { include: { fullPayload: true } },
      subscription: { select: { payload: true, apiVersion: true, format: true, locale: true } },
      ledger: { orderBy: { number: 'asc' } },
      resends: { orderBy: [{ requestedAt: 'asc' }, { id: 'asc' }] },
    },
  });
  if (!row) refuse('not_found', `No webhook delivery ${id}.`);
  const { name: event, occurredAt, data } = row.webhookEvent;
  const { apiVersion } = row.subscription;
  const fullData =
    row.isFull && row.subscription.payload === 'full' ? shownFullData(ctx, row.webhookEvent) : null;
  const envelope = { id, event, occurredAt, data: data as Record<string, unknown>, fullData, apiVersion };
  return {
    ...presentDelivery(row, (await readWaitReasons(ctx, [row]))(row)),
    payload: envelopeOf(envelope),
    body: formattedBody(ctx, envelope, row),
    apiVersion: fullData && apiVersion,
    attemptRecords: row.ledger.map(presentAttempt),
    resends: row.resends.map((resend) => presentResend(ctx, resend)),
  };
}

/** The body as it is sent, unless the caller may only see a part of it. */
function formattedBody(
  { tenantId, services }: Context,
  envelope: EnvelopeInput,
  { isTest, subscription }: { isTest: boolean; subscription: { format: string; locale: string | null } },
): string | null {
  const { format, locale } = subscription as Pick<PresentedSubscription, 'format' | 'locale'>;
  if (format === 'envelope') return null;
  return bodyOf({ ...envelope, tenantId, isTest, format, locale }, services).body.toString();
}

/** The additional part of a full payload, for callers who may read it. */
function shownFullData(
  ctx: Context,
  { name, fullPayload }: { name: string; fullPayload: WebhookFullPayloadModel | null },
): RecordedPayload {
  const apiVersion = fullPayload?.apiVersion ?? NEWEST_PAYLOAD_VERSION;
  const payload = (fullPayload?.payload ?? NOT_RECORDED) as FullPayload;
  if (mayRead(ctx, name as EventName)) return { apiVersion, payload };
  const hidden = { object: null, objectOmitted: 'not_permitted', changes: null };
  return { apiVersion, payload: { ...payload, ...hidden } };
}
