import { CORE_VERSION } from '@service/contract';
import { sign, UNSIGNED } from './attempt-delivery.ts';
import { claimNextOfLimited } from './claim.sql.ts';
import type { ClaimedDelivery } from './claimed-delivery.ts';
import type { StatementsContext } from './context.ts';
import { recordOutcomes } from './record-outcomes.sql.ts';
import type { SubscriptionRef } from './refs.ts';
import type { SignedDelivery } from './sign-delivery.ts';

export interface PulledDelivery
  extends Pick<ClaimedDelivery, 'id' | 'attemptNumber' | 'event' | 'isTest' | 'sequence'> {
  leaseUntil: Date;
  /** The bytes as a push sends them. */
  body: Buffer;
  headers: Record<string, string>;
}

/**
 * Claims due deliveries as a worker does, and signs them for the caller, in the order of their numbers. The caller has locked the
 * subscription, so that only one claim at a time counts towards an order and a limit.
 */
export async function claimPulled(
  tx: StatementsContext,
  ref: SubscriptionRef,
  { limit, leaseMs, schedule }: { limit: number; leaseMs: number; schedule: readonly number[] },
): Promise<PulledDelivery[]> {
  const options = { leaseMs, maxAttempts: schedule.length + 1 };
  const found = await claimNextOfLimited(tx, [{ ...ref, free: limit }], options);
  const claimed = found.sort((a, b) => (a.sequence ?? 0) - (b.sequence ?? 0));
  if (claimed.length === 0) return [];
  const signed = await Promise.all(
    claimed.map(async (each) => ({ claimed: each, signed: await sign(tx, each) })),
  );
  const leases = await markPulled(tx, ref, signed);
  await recordUnsigned(
    tx,
    signed.flatMap((each) => (each.signed ? [] : [each.claimed])),
    schedule,
  );
  return signed.flatMap((each) => (each.signed ? [present(each.claimed, each.signed, leases)] : []));
}

function present(
  { id, attemptNumber, event, isTest, sequence }: ClaimedDelivery,
  { body, headers }: SignedDelivery,
  leases: ReadonlyMap<string, Date>,
): PulledDelivery {
  return {
    id,
    attemptNumber,
    event,
    isTest,
    sequence,
    leaseUntil: leases.get(id) as Date,
    body,
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': `commerce-service/${CORE_VERSION}`,
      ...headers,
    },
  };
}

/** Records the returned deliveries in the ledger. Returns until when each is leased. */
async function markPulled(
  { db }: StatementsContext,
  { tenantId }: SubscriptionRef,
  signed: readonly { claimed: ClaimedDelivery; signed: SignedDelivery | undefined }[],
): Promise<Map<string, Date>> {
  const rows = signed.map(({ claimed: { id, attemptNumber }, signed: it }) => ({
    id,
    number: attemptNumber,
    headers: it?.shownHeaders ?? {},
  }));
  const marked = await db.sql<{ id: string; leaseUntil: Date }[]>`
    UPDATE webhook_attempts a SET request_headers = claimed.headers
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS claimed(id uuid, number int, headers jsonb)
    JOIN webhook_deliveries d ON d.tenant_id = ${tenantId}::uuid AND d.id = claimed.id
    WHERE a.tenant_id = ${tenantId}::uuid AND a.delivery_id = claimed.id AND a.number = claimed.number
    RETURNING d.id, d.lease_until AS "leaseUntil"`;
  return new Map(marked.map(({ id, leaseUntil }) => [id, leaseUntil]));
}

/** Records an attempt that failed by our own fault: nothing is sent without a signature. */
async function recordUnsigned(
  tx: StatementsContext,
  unsigned: readonly ClaimedDelivery[],
  schedule: readonly number[],
): Promise<void> {
  if (unsigned.length === 0) return;
  const made = unsigned.map(({ tenantId, id, attemptNumber, isTest, honourRetryAfter }) => ({
    tenantId,
    id,
    attemptNumber,
    isTest,
    honourRetryAfter,
    outcome: UNSIGNED,
    requestHeaders: {},
  }));
  await recordOutcomes(tx, made, schedule);
}
