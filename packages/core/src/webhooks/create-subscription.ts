import { NEWEST_PAYLOAD_VERSION, type operations, type ResponseOf, refuse } from '@service/contract';
import { assertPublicUrl } from '../assert-public-url.ts';
import { recordChange } from '../audit/index.ts';
import { type Context, inTransaction, type Transaction } from '../context.ts';
import { lockTenant } from '../lock-tenant.ts';
import { NEWEST_FIRST } from '../page.ts';
import { headerColumns } from './custom-headers.ts';
import { destinationColumns } from './destination-columns.ts';
import { assertFitsSubscription, authColumns, readAuth } from './endpoint-auth.ts';
import { filterColumns } from './filters/read-filter.ts';
import { formatColumns } from './format-columns.ts';
import { assertMayFilter, assertMayReceive } from './object-permissions.ts';
import { type PresentedSubscription, presentSubscription } from './present.ts';
import { inScope } from './scope.ts';
import { ensureSigningKey } from './signing-keys.ts';
import { assertOwnEvents, expiryOf, type NewSubscription, newSecret, SUBJECT } from './subscriptions.ts';

/** The portal only creates another subscription while its label has fewer than this. */
const MAX_BY_PORTAL = 10;

type CreatedSubscription = PresentedSubscription & {
  secret: string;
  warnings: ResponseOf<typeof operations.createSubscription>['warnings'];
};

/**
 * Only this response contains the secret. Refuses a URL that isn't encrypted, has credentials or isn't public, fields that don't
 * fit the kind, and a subscription beyond the store's limit.
 */
export async function createSubscription(ctx: Context, input: NewSubscription): Promise<CreatedSubscription> {
  const { kind = 'push', url } = input;
  const label = labelFor(ctx, input.label ?? null);
  const destination = destinationColumns(ctx.services.sealer, null, input);
  assertOwnEvents(ctx, input.events);
  assertMayReceive(ctx, { payload: 'thin', ...input }, input);
  const filter = filterColumns(input.filter ?? null, input.events);
  assertMayFilter(ctx, { ...filter, events: input.events }, filter);
  if (url !== undefined) await assertPublicUrl(ctx, url, '/body/url', kind);
  const headers = headerColumns(ctx.services.sealer, input.headers ?? null);
  assertFitsSubscription({ kind, url: url ?? null, ...headers }, input.auth ?? null);
  const auth = authColumns(ctx.services.sealer, await readAuth(ctx, input.auth ?? null));

  const secret = newSecret();
  return inTransaction(ctx, async (tx) => {
    await assertRoom(tx, label);
    if (input.signature === 'ed25519') await ensureSigningKey(tx);
    const row = await tx.db.webhookSubscription.create({
      data: {
        tenantId: tx.tenantId,
        ...destination,
        events: [...new Set(input.events)],
        payload: input.payload ?? 'thin',
        ...filter,
        apiVersion: input.apiVersion ?? NEWEST_PAYLOAD_VERSION,
        ...(await formatColumns(tx, null, { ...input, kind })),
        active: input.active ?? true,
        description: input.description ?? null,
        label,
        maxConcurrency: input.maxConcurrency ?? null,
        maxPerSecond: input.maxPerSecond ?? null,
        ordered: input.ordered ?? false,
        signature: input.signature ?? 'hmac',
        ...headers,
        ...auth,
        honourRetryAfter: input.honourRetryAfter ?? false,
        autoPause: input.autoPause ?? false,
        expiresAt: await expiryOf(tx, input.expiresIn ?? null),
        metadata: tx.principal.kind === 'portal' ? {} : (input.metadata ?? {}),
        secretSealed: tx.services.sealer.seal(secret),
        createdAt: tx.now(),
      },
    });
    await tx.db.webhookSequence.create({ data: { tenantId: tx.tenantId, subscriptionId: row.id } });
    const subscription = presentSubscription(row, tx.now());
    await recordChange(tx, {
      action: 'webhook_subscription.created',
      subject: { type: SUBJECT, id: row.id },
      after: subscription,
    });
    return { ...subscription, secret, warnings: await warningsOf(tx, subscription) };
  });
}

/** Only warns of subscriptions that the caller may see: other subscribers' URLs aren't disclosed. */
async function warningsOf(
  tx: Transaction,
  { id, url }: PresentedSubscription,
): Promise<CreatedSubscription['warnings']> {
  if (url === null) return [];
  const others = await tx.db.webhookSubscription.findMany({
    where: { url, id: { not: id }, deletedAt: null, ...inScope(tx, 'id') },
    select: { id: true },
    orderBy: NEWEST_FIRST,
  });
  if (others.length === 0) return [];
  const message =
    'Another subscription sends to this URL: its receiver gets an event from each that lists it.';
  return [{ code: 'url_in_use', message, subscriptionIds: others.map((other) => other.id) }];
}

/** A subscriber creates its own subscriptions: only with a session of a label, and under that label. */
function labelFor({ principal }: Context, given: string | null): string | null {
  if (principal.kind !== 'portal') return given;
  return (
    principal.label ?? refuse('permission_missing', 'Only a portal session of a label creates subscriptions.')
  );
}

/** Creations are counted one at a time. A single subscriber can't use up the store's limit. */
async function assertRoom(tx: Transaction, label: string | null): Promise<void> {
  const { maxPerStore } = tx.services.subscriptions;
  await lockTenant(tx);
  if (tx.principal.kind === 'portal') {
    const own = await tx.db.webhookSubscription.count({ where: { deletedAt: null, label } });
    if (own >= MAX_BY_PORTAL)
      refuse('too_many_subscriptions', `There are ${own} subscriptions, and may be ${MAX_BY_PORTAL}.`);
  }
  const count = await tx.db.webhookSubscription.count({ where: { deletedAt: null } });
  if (count >= maxPerStore)
    refuse('too_many_subscriptions', `The store has ${count} subscriptions, and may have ${maxPerStore}.`);
}
