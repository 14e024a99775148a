import { refuse, ServiceError } from '@service/contract';
import { Prisma, type StoreHostClaimModel, takeByStore } from '@service/db';
import { DAY_MS, HOUR_MS } from '@service/jobs/primitives';
import { recordChange } from '../audit/index.ts';
import { awaitSlow, type Context, inTransaction, type SystemContext, type Transaction } from '../context.ts';
import { alertOperators } from '../notifications/index.ts';
import { type PresentedHostProof, presentHostProof, proofRecord } from './host-claims.ts';

/** A name server that loses a record for a day or two doesn't mean that the owner changed. */
const GRACE_MS = 3 * DAY_MS;

/** A new host is checked every hour for this long, then every day. */
const EAGER_MS = 7 * DAY_MS;

const LOOKUP_TIMEOUT_MS = 5000;

/**
 * Looks for the store's TXT record now. Refuses with `not_found`, `host_unproven`, `host_taken`, and with `too_many_requests`
 * while many queries for the store are running.
 */
export async function verifyStoreHost(ctx: Context, given: string): Promise<PresentedHostProof> {
  const host = given.toLowerCase();
  const claim = await findClaim(ctx, host);
  if (claim.proof === 'assigned') return presentHostProof(claim);
  const texts = await readTexts(ctx, host);
  if (texts === 'busy')
    throw new ServiceError('too_many_requests', 'This store looks up too many host names.', undefined, 5);
  const { name, value } = proofRecord(claim);
  const { isTaken, claim: after } = await settleClaim(ctx, host, texts);
  if (isTaken) refuse('host_taken', 'The host names another store, whose proof is there too.');
  if (!texts?.includes(value))
    refuse(
      'host_unproven',
      `${texts ? 'The name has no such record' : 'No name server answers'}: ${name} TXT "${value}".`,
    );
  return presentHostProof(after);
}

/**
 * Checks the hosts that are due: whether pending ones are proven, and whether the records of proven ones still exist. Returns how
 * many it checked.
 */
export async function checkDueHosts(system: SystemContext, limit: number): Promise<number> {
  // One statement takes them, so that only one of several workers checks each.
  const { db, dbNow } = system;
  const waiting = Prisma.sql`FROM store_host_claims WHERE next_check_at <= ${dbNow()}`;
  const due = await takeByStore(
    db,
    limit,
    waiting,
    (of, most) => db.sql<{ tenantId: string; host: string }[]>`
      WITH due AS (
        SELECT tenant_id, host ${waiting} ${of('tenant_id')} ORDER BY next_check_at LIMIT ${most} FOR UPDATE SKIP LOCKED
      )
      UPDATE store_host_claims c SET next_check_at = ${dbNow()} + interval '1 hour' FROM due
      WHERE c.tenant_id = due.tenant_id AND c.host = due.host ${of('c.tenant_id')}
      RETURNING c.tenant_id AS "tenantId", c.host`,
  );
  // Concurrently: a silent name server takes seconds.
  await Promise.all(
    due.map(({ tenantId, host }) =>
      checkHost(system.forTenant(tenantId, { kind: 'system' }), host).catch((err: unknown) =>
        system.log.error({ err, host }, 'a host of a store could not be checked'),
      ),
    ),
  );
  return due.length;
}

async function checkHost(ctx: Context, host: string): Promise<void> {
  const texts = await readTexts(ctx, host);
  if (texts !== 'busy') await settleClaim(ctx, host, texts);
}

/**
 * Called by the command line of the deployment: it needs no record, even if another store had the host before. False: there is no
 * such store.
 */
export async function assignStoreHost(ctx: Context, given: string): Promise<boolean> {
  const host = given.toLowerCase();
  return inTransaction(ctx, async (tx) => {
    const known = await tx.db.tenant.count({ where: { id: tx.tenantId } });
    if (known === 0) return false;
    await lockHost(tx, host);
    await takeFromOthers(tx, host);
    const proven = { proof: 'assigned', provenAt: tx.now(), missingSince: null, nextCheckAt: null };
    await tx.db.storeHostClaim.upsert({
      where: { tenantId_host: { tenantId: tx.tenantId, host } },
      create: { tenantId: tx.tenantId, host, createdAt: tx.now(), ...proven },
      update: proven,
    });
    await tx.db.storeHost.createMany({ data: { tenantId: tx.tenantId, host }, skipDuplicates: true });
    await recordChange(tx, { action: 'store_host.assigned', subject: subjectOf(tx), after: { host } });
    return true;
  });
}

/** Undefined: no name server answered. */
async function readTexts(ctx: Context, host: string): Promise<string[] | 'busy' | undefined> {
  const { lookups, resolver } = ctx.services.names;
  const { name } = proofRecord({ tenantId: ctx.tenantId, host });
  const budget = { tenantId: ctx.tenantId, waitMs: LOOKUP_TIMEOUT_MS, timeoutMs: LOOKUP_TIMEOUT_MS };
  const answer = await awaitSlow(ctx, () =>
    lookups.look(`TXT ${name}`, budget, (signal) => resolver.textsOf(name, signal)),
  );
  if (answer.state === 'answered') return answer.value;
  return answer.state === 'busy' ? 'busy' : undefined;
}

async function findClaim(ctx: Context, host: string): Promise<StoreHostClaimModel> {
  const claim = await ctx.db.storeHostClaim.findFirst({ where: { host } });
  return claim ?? refuse('not_found', 'The store has no such host in its settings.');
}

/** Records the result of a query. A host that another store has is taken only if that store's record is gone. */
function settleClaim(
  ctx: Context,
  host: string,
  texts: readonly string[] | undefined,
): Promise<{ isTaken: boolean; claim: StoreHostClaimModel }> {
  return inTransaction(ctx, async (tx) => {
    await lockHost(tx, host);
    const before = await findClaim(tx, host);
    if (before.proof === 'assigned') return { isTaken: false, claim: before };
    const isThere = texts?.includes(proofRecord(before).value) ?? false;
    const isTaken = isThere && before.proof === null && (await isHeldByAnother(tx, host, texts ?? []));
    const claim = await (isThere && !isTaken ? prove(tx, before) : miss(tx, before, texts !== undefined));
    return { isTaken, claim };
  });
}

/** One at a time, for all stores. */
async function lockHost(tx: Transaction, host: string): Promise<void> {
  await tx.db.sql.count`SELECT pg_advisory_xact_lock(hashtextextended(${`store host ${host}`}, 0))`;
}

async function isHeldByAnother(tx: Transaction, host: string, texts: readonly string[]): Promise<boolean> {
  const holder = await tx.db.system.storeHostClaim.findFirst({
    where: { host, proof: { not: null }, tenantId: { not: tx.tenantId } },
  });
  return holder !== null && (holder.proof === 'assigned' || texts.includes(proofRecord(holder).value));
}

async function prove(tx: Transaction, { host, proof }: StoreHostClaimModel): Promise<StoreHostClaimModel> {
  if (proof === null) {
    await takeFromOthers(tx, host);
    await tx.db.storeHost.create({ data: { tenantId: tx.tenantId, host } });
    await recordChange(tx, { action: 'store_host.proven', subject: subjectOf(tx), after: { host } });
  }
  const nextCheckAt = new Date(tx.now().getTime() + DAY_MS);
  return updateClaim(tx, host, {
    proof: 'dns',
    checkedAt: tx.now(),
    missingSince: null,
    nextCheckAt,
    ...(proof === null ? { provenAt: tx.now() } : {}),
  });
}

/** A proof whose record is missing for days is lost; a silent name server proves nothing. */
async function miss(
  tx: Transaction,
  { host, proof, missingSince, createdAt }: StoreHostClaimModel,
  isAnswered: boolean,
): Promise<StoreHostClaimModel> {
  const now = tx.now().getTime();
  const isNew = now - createdAt.getTime() < EAGER_MS;
  const nextCheckAt = new Date(now + (proof !== null || isNew ? HOUR_MS : DAY_MS));
  const checked = { checkedAt: tx.now(), nextCheckAt };
  if (proof === null || !isAnswered) return updateClaim(tx, host, checked);
  const since = missingSince ?? tx.now();
  if (now - since.getTime() < GRACE_MS) return updateClaim(tx, host, { ...checked, missingSince: since });
  await lose(tx, host);
  return updateClaim(tx, host, checked);
}

/** Another store that had the host loses it, and is notified. */
async function takeFromOthers(tx: Transaction, host: string): Promise<void> {
  const { system } = tx.db;
  const held = await system.storeHost.findFirst({ where: { host, tenantId: { not: tx.tenantId } } });
  if (!held) return;
  const { tenantId } = held;
  await lose({ ...tx, tenantId, principal: { kind: 'system' }, db: system.forTenant(tenantId) }, host);
}

/** The host is pending again. */
async function lose(tx: Transaction, host: string): Promise<StoreHostClaimModel> {
  await tx.db.storeHost.deleteMany({ where: { host } });
  await recordChange(tx, { action: 'store_host.lost', subject: subjectOf(tx), before: { host } });
  await alertOperators(tx, 'settings:write', {
    kind: 'store_host.lost',
    title: `The host ${host} no longer names your store`,
    detail: `Its TXT record ${proofRecord({ tenantId: tx.tenantId, host }).name} is gone, or it was given to another store.`,
  });
  const nextCheckAt = new Date(tx.now().getTime() + HOUR_MS);
  return updateClaim(tx, host, { proof: null, provenAt: null, missingSince: null, nextCheckAt });
}

function updateClaim(
  tx: Transaction,
  host: string,
  data: Partial<StoreHostClaimModel>,
): Promise<StoreHostClaimModel> {
  return tx.db.storeHostClaim.update({ where: { tenantId_host: { tenantId: tx.tenantId, host } }, data });
}

function subjectOf({ tenantId }: Transaction): { type: string; id: string } {
  return { type: 'settings', id: tenantId };
}
