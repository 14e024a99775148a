import {
  type InputOf,
  type operations,
  PORTAL_CAPABILITIES,
  type PortalCapability,
  type ResponseOf,
  refuse,
} from '@service/contract';
import { deleteByStore, type PortalSessionModel, Prisma } from '@service/db';
import { recordChange } from '../audit/index.ts';
import {
  actorName,
  type Context,
  inTransaction,
  type PortalPrincipal,
  readDbNow,
  type SystemContext,
} from '../context.ts';
import { NEWEST_FIRST, type PageQuery, readPage } from '../page.ts';
import { lockMaker, NEEDED_FOR } from './made-by.ts';
import { createToken, hashToken } from './secret-tokens.ts';

type NewSession = InputOf<typeof operations.createPortalSession>['body'];
type PresentedSession = Omit<ResponseOf<typeof operations.createPortalSession>, 'url'>;

/** The name of a session in audit records. */
const SUBJECT = 'portal_session';

/**
 * The response contains the address with the token, only this once. `origin` is the address at which browsers reach the service.
 */
export async function createPortalSession(
  ctx: Context,
  { label, subscriptionIds = [], capabilities, expiresInSeconds }: NewSession,
  origin: string,
): Promise<PresentedSession & { url: string }> {
  const ids = [...new Set(subscriptionIds.map((id) => id.toLowerCase()))];
  if ((label === undefined) === (ids.length === 0))
    refuse('validation_failed', 'Send either `label` or `subscriptionIds`.', [
      { path: '/body', code: 'scope', message: 'must have either `label` or `subscriptionIds`' },
    ]);
  // A subscriber who chooses events needs to see them.
  const granted = new Set<PortalCapability>([
    ...capabilities,
    ...(capabilities.includes('manage') ? (['catalogue'] as const) : []),
  ]);
  const token = createToken('ps');
  const now = ctx.now();
  return inTransaction(ctx, async (tx) => {
    await lockMaker(tx, [NEEDED_FOR.portalSession]);
    const where = { id: { in: ids }, deletedAt: null };
    const found = await tx.db.webhookSubscription.findMany({ where, select: { id: true } });
    const unknown = ids.find((id) => !found.some((each) => each.id === id));
    if (unknown) refuse('not_found', `No webhook subscription ${unknown}.`);
    const row = await tx.db.portalSession.create({
      data: {
        tenantId: tx.tenantId,
        tokenHash: hashToken(token),
        label: label ?? null,
        subscriptionIds: ids,
        capabilities: PORTAL_CAPABILITIES.filter((each) => granted.has(each)),
        createdBy: actorName(tx.principal),
        createdAt: now,
        expiresAt: new Date(now.getTime() + expiresInSeconds * 1000),
      },
    });
    const session = presentSession(row);
    await recordChange(tx, {
      action: 'portal_session.created',
      subject: { type: SUBJECT, id: row.id },
      after: session,
    });
    return { ...session, url: `${origin}/portal/${tx.tenantId}#token=${token}` };
  });
}

/** Lists the sessions that haven't expired, newest first. */
export async function listPortalSessions(
  ctx: Context,
  page: PageQuery,
): Promise<ResponseOf<typeof operations.listPortalSessions>> {
  const where = { expiresAt: { gt: await readDbNow(ctx) } };
  return readPage(page, {
    count: ctx.db.portalSession.count({ where }),
    rows: (range) => ctx.db.portalSession.findMany({ where, orderBy: NEWEST_FIRST, ...range }),
    present: presentSession,
  });
}

export async function expirePortalSession(ctx: Context, id: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const row = await tx.db.portalSession.findFirst({
      where: { id, expiresAt: { gt: await readDbNow(tx) } },
    });
    const { count } = await tx.db.portalSession.deleteMany({ where: { id } });
    if (!row || count === 0) refuse('not_found', `No open portal session ${id}.`);
    await recordChange(tx, {
      action: 'portal_session.expired',
      subject: { type: SUBJECT, id },
      before: presentSession(row),
    });
  });
}

/** Expires all sessions of the store, or those of one label. */
export async function expireAllPortalSessions(
  ctx: Context,
  { label }: { label?: string | undefined },
): Promise<{ expired: number }> {
  return inTransaction(ctx, async (tx) => {
    const ended = { expiresAt: { lte: await readDbNow(tx) } };
    await tx.db.portalSession.deleteMany({ where: ended });
    const { count } = await tx.db.portalSession.deleteMany({ where: label === undefined ? {} : { label } });
    await recordChange(tx, {
      action: 'portal_sessions.expired',
      subject: { type: SUBJECT, id: tx.tenantId },
      before: { label: label ?? null, open: count },
    });
    return { expired: count };
  });
}

/**
 * Input: the token of a request. Output: its session, with the subscriptions that it sees at this moment. Refuses one that
 * is unknown, or has expired.
 */
export async function findPortalSession(
  system: SystemContext,
  token: string,
): Promise<{ tenantId: string; principal: PortalPrincipal }> {
  const [found] = await system.db.sql<FoundSession[]>`
    SELECT s.id, s.tenant_id AS "tenantId", s.label, s.capabilities, s.expires_at AS "expiresAt", ARRAY(
      SELECT w.id::text FROM webhook_subscriptions w
      WHERE w.tenant_id = s.tenant_id AND w.deleted_at IS NULL
        AND (w.id = ANY (s.subscription_ids) OR w.label = s.label)
    ) AS "subscriptionIds"
    FROM portal_sessions s
    WHERE s.token_hash = ${hashToken(token)} AND s.expires_at > ${system.dbNow()}`;
  if (!found) refuse('unauthenticated', 'The portal session has expired, or never existed.');
  const { tenantId, ...principal } = found;
  return { tenantId, principal: { kind: 'portal', ...principal } };
}

interface FoundSession extends Omit<PortalPrincipal, 'kind'> {
  tenantId: string;
}

/** Deletes a batch of expired sessions; returns how many. */
export function deleteEndedPortalSessions({ db, dbNow }: SystemContext, limit: number): Promise<number> {
  const due = Prisma.sql`FROM portal_sessions WHERE expires_at <= ${dbNow()}`;
  return deleteByStore(db, limit, Prisma.sql`DELETE FROM portal_sessions`, due);
}

function presentSession(row: PortalSessionModel): PresentedSession {
  return {
    id: row.id,
    label: row.label,
    subscriptionIds: row.subscriptionIds,
    capabilities: row.capabilities as PortalCapability[],
    createdBy: row.createdBy,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  };
}
