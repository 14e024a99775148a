import { dueAt, retryAt } from '@service/jobs/lease';
import { DAY_MS } from '@service/jobs/primitives';
import { readDbNow, type SystemContext } from '../../context.ts';
import type { RowRef } from '../../services.ts';
import type { Vies } from '../../vat/index.ts';
import { type ClaimedCheck, claimCheck } from './claim-check.ts';
import { recordAnswer, recordNoAnswer } from './record-answer.ts';

/** A result this young is used again, unless a check is requested by hand. */
const KEPT_MS = DAY_MS;

/** Claim → stored result or VIES → record. Returns when the check is due again; null: never. */
export async function runVatCheck(system: SystemContext, vies: Vies, ref: RowRef): Promise<Date | null> {
  const check = await findCheck(system, ref);
  if (!check?.nextAttemptAt) return null;
  // The row isn't claimed while its country is busy, so that waiting for a slot is no attempt.
  const slot = vies.reserve(check.country, check.tenantId);
  if ('busyForMs' in slot) return inMs(system, slot.busyForMs);
  try {
    return await claimAndAsk(system, vies, ref);
  } finally {
    slot.release();
  }
}

function findCheck(system: SystemContext, { tenantId, id }: RowRef) {
  return system.db.vatCheck.findUnique({ where: { tenantId_id: { tenantId, id } } });
}

async function claimAndAsk(system: SystemContext, vies: Vies, ref: RowRef): Promise<Date | null> {
  const claimed = await claimCheck(system, ref);
  if (!claimed) return whenDue(system, ref);
  if (!claimed.isCurrent) return supersede(system, claimed);
  if (await takeKeptAnswer(system, claimed)) return null;

  const answer = await vies.ask(claimed.country, claimed.number);
  if (answer.status !== 'unavailable') {
    await recordAnswer(system, claimed, answer, { source: 'vies', answeredAt: system.now() });
    return null;
  }
  const nextAttemptAt = retryAt('vatCheck', claimed.attempts, await readDbNow(system));
  await recordNoAnswer(system, claimed, answer.error, nextAttemptAt);
  system.log.warn(
    { vatCheckId: ref.id, country: claimed.country, error: answer.error, nextAttemptAt },
    'VIES gave no result; the check is retried',
  );
  return nextAttemptAt;
}

/** By the clock that all workers share, like every due time. */
async function inMs(system: SystemContext, ms: number): Promise<Date> {
  return new Date((await readDbNow(system)).getTime() + ms);
}

/** The customer has another number by now, or none: the result isn't needed. */
async function supersede(system: SystemContext, { tenantId, id }: ClaimedCheck): Promise<null> {
  await system.db.vatCheck.updateMany({
    where: { tenantId, id, status: { in: ['pending', 'unavailable'] } },
    data: { status: 'superseded', nextAttemptAt: null, leaseUntil: null },
  });
  return null;
}

/** Uses a response that VIES gave for this number to this store within the last day. It keeps its own age. */
async function takeKeptAnswer(system: SystemContext, claimed: ClaimedCheck): Promise<boolean> {
  if (claimed.isFresh) return false;
  const { tenantId, country, number } = claimed;
  const kept = await system.db.vatCheck.findFirst({
    where: {
      tenantId,
      country,
      number,
      source: 'vies',
      answeredAt: { gt: new Date((await readDbNow(system)).getTime() - KEPT_MS) },
    },
    orderBy: { answeredAt: 'desc' },
  });
  if (!kept?.answeredAt || (kept.status !== 'valid' && kept.status !== 'invalid')) return false;
  const { status, name, address, consultationNumber, answeredAt } = kept;
  const answer = { status, name, address, consultationNumber } as const;
  await recordAnswer(system, claimed, answer, { source: 'cache', answeredAt });
  return true;
}

async function whenDue(system: SystemContext, ref: RowRef): Promise<Date | null> {
  const check = await findCheck(system, ref);
  return check && dueAt(check);
}
