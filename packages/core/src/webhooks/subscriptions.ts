import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  type EventPattern,
  isAboutWebhooks,
  type Metadata,
  refuse,
  type SubscriptionKind,
  type WebhookFilter,
} from '@service/contract';
import { Prisma, type WebhookSubscriptionModel } from '@service/db';
import type { Credentials } from '@service/delivery/record';
import { HOUR_MS } from '@service/jobs/primitives';
import { assertPublicUrl } from '../assert-public-url.ts';
import { recordChange } from '../audit/index.ts';
import { type Context, inTransaction, readDbNow, type Transaction } from '../context.ts';
import { lockRow } from '../lock-row.ts';
import { hasMetadata, publicMetadata } from '../metadata.ts';
import { NEWEST_FIRST } from '../page.ts';
import { applyPatch, differing, type Writable } from '../patch.ts';
import { assertSecretsStay } from './bound-secrets.ts';
import { hasHeaders, headerColumns } from './custom-headers.ts';
import { destinationColumns, type GivenDestination, refuseMember } from './destination-columns.ts';
import {
  type AuthColumns,
  assertFitsSubscription,
  authColumns,
  type GivenAuth,
  hasCredentials,
  readAuth,
  type ShownAuth,
} from './endpoint-auth.ts';
import { filterColumns } from './filters/read-filter.ts';
import { formatColumns, type GivenFormat } from './format-columns.ts';
import { assertMayFilter, assertMayReceive } from './object-permissions.ts';
import { type PresentedSubscription, presentSubscription, SUBSCRIPTION } from './present.ts';
import { inScope, scopeOf } from './scope.ts';
import { ensureSigningKey } from './signing-keys.ts';

export interface NewSubscription extends GivenDestination, GivenFormat {
  events: EventPattern[];
  payload?: 'thin' | 'full' | undefined;
  filter?: WebhookFilter | null | undefined;
  apiVersion?: string | undefined;
  active?: boolean | undefined;
  description?: string | null | undefined;
  label?: string | null | undefined;
  headers?: Record<string, string> | null | undefined;
  auth?: GivenAuth | null | undefined;
  honourRetryAfter?: boolean | undefined;
  autoPause?: boolean | undefined;
  maxConcurrency?: number | null | undefined;
  ordered?: boolean | undefined;
  signature?: 'hmac' | 'ed25519' | undefined;
  metadata?: Metadata | undefined;
}

export type SubscriptionChange = Partial<NewSubscription>;

/** The kind of resource in audit records. */
export const SUBJECT = 'webhook_subscription';

type WithSecret = PresentedSubscription & { secret: string };

/** All subscriptions that the caller may see, newest first. */
export async function listSubscriptions(
  ctx: Context,
  { metadata }: { metadata?: string | string[] | undefined } = {},
): Promise<PresentedSubscription[]> {
  const subscriptions = await ctx.db.webhookSubscription.findMany({
    where: { deletedAt: null, ...inScope(ctx, 'id') },
    orderBy: NEWEST_FIRST,
  });
  // The filter can't find subscriptions that a subscriber may not see.
  return subscriptions
    .map((row) => shownTo(ctx, presentSubscription(row, ctx.now())))
    .filter((subscription) => hasMetadata(subscription.metadata, metadata));
}

export async function getSubscription(ctx: Context, id: string): Promise<PresentedSubscription> {
  return shownTo(ctx, presentSubscription(await findSubscription(ctx, id), ctx.now()));
}

/** Of the store's own fields, a subscriber only sees the public ones. */
function shownTo({ principal }: Context, subscription: PresentedSubscription): PresentedSubscription {
  if (principal.kind !== 'portal') return subscription;
  return { ...subscription, metadata: publicMetadata(subscription.metadata) };
}

/** Absent fields keep their value. The name server is queried before the transaction. */
export async function updateSubscription(
  ctx: Context,
  id: string,
  change: SubscriptionChange,
): Promise<PresentedSubscription> {
  // For another store's subscription, the host of the request's URL isn't even resolved.
  const row = await findSubscription(ctx, id);
  destinationColumns(ctx.services.sealer, row, change);
  assertOwnEvents(ctx, change.events ?? [], row.events);
  const kind = change.kind ?? (row.kind as SubscriptionKind);
  if (change.url !== undefined) await assertPublicUrl(ctx, change.url, '/body/url', kind);
  const credentials = change.auth === undefined ? undefined : await readAuth(ctx, change.auth);
  // Only the store, not the subscriber, may change the label and the metadata.
  const { label: _label, metadata: _metadata, ...own } = change;
  const given = ctx.principal.kind === 'portal' ? own : change;
  return writeChange(ctx, id, { ...given, credentials });
}

type CheckedChange = SubscriptionChange & { credentials: Credentials | null | undefined };

function writeChange(ctx: Context, id: string, change: CheckedChange): Promise<PresentedSubscription> {
  return inTransaction(ctx, async (tx) => {
    if (change.signature === 'ed25519') await ensureSigningKey(tx);
    await lockRow(tx, 'webhook_subscriptions', id);
    const row = await findSubscription(tx, id);
    const after = await applyPatch(tx, {
      action: 'webhook_subscription.changed',
      subject: { type: SUBJECT, id },
      row,
      changes: await changesOf(tx, row, change),
      present: (state) => presentSubscription(state, tx.now()),
      write: (data) =>
        tx.db.webhookSubscription.update({
          where: { tenantId_id: { tenantId: tx.tenantId, id } },
          data: { ...data, version: { increment: 1 } },
        }),
    });
    const isOther = after.kind !== row.kind;
    // A resumed subscription gets the deliveries that waited for it; one that is no longer ordered, or has another rate, those
    // that waited for their turn; one of another kind those that waited for the previous kind.
    if (isOther || change.active || change.ordered === false || change.maxPerSecond !== undefined)
      tx.db.afterCommit(() => {
        if (row.kind === 'pull' || after.kind === 'pull') tx.services.jobs.notifyPull([id]);
        if (after.kind !== 'pull') tx.services.jobs.enqueueTenant(tx.tenantId);
      });
    return shownTo(tx, presentSubscription(after, tx.now()));
  });
}

async function changesOf(
  tx: Transaction,
  row: WebhookSubscriptionModel,
  { auth: _auth, credentials: given, ...change }: CheckedChange,
): Promise<Partial<Omit<Writable<WebhookSubscriptionModel>, 'auth'> & AuthColumns>> {
  const { sealer } = tx.services;
  const { headers, expiresIn } = change;
  const columns = SUBSCRIPTION.changesOf(row, change);
  const expiresAt = expiresIn === undefined ? row.expiresAt : await expiryOf(tx, expiresIn);
  if (change.active && expiresAt && expiresAt <= (await readDbNow(tx)))
    refuse('subscription_expired', 'It can only be resumed with a new `expiresIn`.');
  const destination = destinationColumns(sealer, row, change);
  // Only pushed deliveries use credentials of an endpoint.
  const kind = destination.kind ?? row.kind;
  const isPushed = kind === 'push';
  const credentials = given ?? (isPushed ? given : null);
  assertSecretsStay(
    tx,
    row,
    { url: destination.url === undefined ? row.url : destination.url },
    { headers: headers !== undefined, auth: credentials !== undefined },
  );
  const changes = {
    ...columns,
    ...(expiresIn === undefined ? {} : { expiresAt }),
    ...(columns.active ? resumed(row) : {}),
    ...(columns.maxPerSecond === undefined ? {} : { pacedUntil: null }),
    ...filterChanges(row, change),
    ...destination,
    ...differing(row, await formatColumns(tx, row, { ...change, kind })),
    ...(headers === undefined || hasHeaders(sealer, row, headers) ? {} : headerColumns(sealer, headers)),
    ...(credentials === undefined || hasCredentials(sealer, row, credentials)
      ? {}
      : authColumns(sealer, credentials)),
  };
  const { auth, ...after } = { ...row, ...changes };
  assertMayReceive(tx, after, changes);
  assertMayFilter(tx, after, changes);
  assertFitsSubscription(after, auth === Prisma.DbNull ? null : (auth as ShownAuth | null));
  // Tokens that were issued for the previous credentials are invalid.
  if (changes.auth) await tx.db.webhookAccessToken.deleteMany({ where: { subscriptionId: row.id } });
  return changes;
}

/** Another filter, or the same one if other events can fulfil it too. */
function filterChanges(row: WebhookSubscriptionModel, { filter, events }: SubscriptionChange) {
  if (filter === undefined && events === undefined) return {};
  const known = row.filter as WebhookFilter | null;
  const columns = filterColumns(filter === undefined ? known : filter, events ?? row.events);
  return filter === undefined || isDeepStrictEqual(filter, known) ? {} : columns;
}

/** By the clock of the job that pauses it. */
export async function expiryOf(tx: Transaction, expiresIn: number | null): Promise<Date | null> {
  return expiresIn === null ? null : new Date((await readDbNow(tx)).getTime() + expiresIn * 1000);
}

/** Its next attempt shows whether it works; if it is paused again, its operators are notified again. */
function resumed({ failingSince, isProbing, toldHealth }: WebhookSubscriptionModel) {
  return {
    pausedReason: null,
    consecutiveFailures: 0,
    failingSince: null,
    isProbing: failingSince !== null || isProbing,
    toldHealth: toldHealth === 'paused' ? 'failing' : toldHealth,
  };
}

async function findSubscription(ctx: Context, id: string): Promise<WebhookSubscriptionModel> {
  const row = await ctx.db.webhookSubscription.findUnique({
    where: { tenantId_id: { tenantId: ctx.tenantId, id }, deletedAt: null, ...inScope(ctx, 'id') },
  });
  return row ?? refuseUnknown(id);
}

/**
 * Only this response contains the new secret. For `overlapHours`, deliveries are signed with both. A second rotation within that
 * time ends the validity of the oldest secret: at most two are valid.
 */
export async function rotateSubscriptionSecret(
  ctx: Context,
  id: string,
  { overlapHours }: { overlapHours: number },
): Promise<WithSecret> {
  const secret = newSecret();
  const sealed = ctx.services.sealer.seal(secret);
  const scope = scopeOf(ctx);
  const expiresAt = overlapHours > 0 ? new Date(ctx.now().getTime() + overlapHours * HOUR_MS) : null;
  return inTransaction(ctx, async (tx) => {
    // One statement reads the old secret and writes the new one: the second of two concurrent rotations keeps the first one's
    // secret.
    const rotated = await tx.db.sql.count`
      UPDATE webhook_subscriptions
      SET version = version + 1, secret_sealed = ${sealed}, previous_secret_expires_at = ${expiresAt}::timestamptz,
          previous_secret_sealed = CASE WHEN ${expiresAt}::timestamptz IS NULL THEN NULL ELSE secret_sealed END
      WHERE tenant_id = ${tx.tenantId}::uuid AND id = ${id}::uuid AND deleted_at IS NULL
        AND (${scope}::uuid[] IS NULL OR id = ANY (${scope}::uuid[]))`;
    if (rotated === 0) refuseUnknown(id);
    await recordChange(tx, {
      action: 'webhook_subscription.secret_rotated',
      subject: { type: SUBJECT, id },
      after: { overlapHours },
    });
    return { ...(await getSubscription(tx, id)), secret };
  });
}

/**
 * Marks it as deleted: from then on, neither it nor its log is visible, and nothing is sent. Why the rows stay: removing a long
 * log takes seconds, in which no event could be recorded for it; a job removes them in batches.
 */
export async function deleteSubscription(ctx: Context, id: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const row = await tx.db.webhookSubscription.findUnique({
      where: { tenantId_id: { tenantId: tx.tenantId, id }, deletedAt: null, ...inScope(tx, 'id') },
    });
    const { count } = await tx.db.webhookSubscription.updateMany({
      where: { id, deletedAt: null, ...inScope(tx, 'id') },
      data: { deletedAt: tx.now(), active: false },
    });
    if (!row || count === 0) refuseUnknown(id);
    await tx.db.webhookRecovery.deleteMany({ where: { subscriptionId: id } });
    // Tests are sent even while a subscription is paused.
    await tx.db.webhookDelivery.deleteMany({
      where: { subscriptionId: id, isTest: true, nextRetryAt: { not: null } },
    });
    await recordChange(tx, {
      action: 'webhook_subscription.deleted',
      subject: { type: SUBJECT, id },
      before: presentSubscription(row, tx.now()),
    });
    // Waiting claims are notified that it was deleted.
    if (row.kind === 'pull') tx.db.afterCommit(() => tx.services.jobs.notifyPull([id]));
  });
}

/** A subscriber must not receive events about another subscriber's endpoint. Events that the store has chosen stay. */
export function assertOwnEvents(
  { principal }: Context,
  events: readonly string[],
  known: readonly string[] = [],
): void {
  if (principal.kind !== 'portal') return;
  if (events.some((name) => isAboutWebhooks(name) && !known.includes(name)))
    refuseMember('events', 'portal', 'must not name events about endpoints: only the store’s operators may');
}

export function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

function refuseUnknown(id: string): never {
  refuse('not_found', `No webhook subscription ${id}.`);
}
