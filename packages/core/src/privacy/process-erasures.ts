import { Prisma } from '@service/db';
import { MINUTE_MS } from '@service/jobs/primitives';
import { recordByAnybody } from '../audit/index.ts';
import { type Context, inTransaction, readDbNow, type SystemContext } from '../context.ts';
import type { Person } from '../person.ts';
import { STEPS, type Step } from './erase-steps.ts';
import { aboutErasure, findBlocking } from './erasure.ts';
import { NOT_WAITING, processInSteps } from './process-in-steps.ts';

/** Longer than any request of the customer takes that was running when the erasure was requested. */
const BEGINS_AFTER_MS = MINUTE_MS;

/** An order that was placed in between takes days to finish. */
const BLOCKED_MS = MINUTE_MS;

/**
 * Erases the persons whose erasure an operator or the store's retention requested: one step of each in turn. A step and the
 * position after it are one transaction, so that after a crash the erasure continues at that position. Several workers share the
 * work.
 */
export function processErasures(system: SystemContext, signal?: AbortSignal): Promise<void> {
  const steps = {
    table: 'customer_erasures' as const,
    isDue: Prisma.sql`created_at <= ${system.dbNow()} - ${BEGINS_AFTER_MS}::int * interval '1 millisecond'`,
    step: eraseStep,
    postpone: ({ db }: Context, id: string, data: object) =>
      db.customerErasure.updateMany({ where: { id, status: { not: 'completed' } }, data }),
  };
  return processInSteps(system, steps, signal);
}

/** Returns whether a step was done; another worker may have the erasure, or an order was placed in between. */
function eraseStep(ctx: Context, id: string): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    const [locked] = await tx.db.sql<unknown[]>`
      SELECT 1 FROM customer_erasures
      WHERE tenant_id = ${tx.tenantId}::uuid AND id = ${id}::uuid AND status IN ('pending', 'running')
      FOR UPDATE SKIP LOCKED`;
    if (!locked) return false;
    const row = await tx.db.customerErasure.findFirstOrThrow({ where: { id } });
    const known = JSON.parse(tx.services.sealer.open(row.personSealed ?? '')) as Person;
    const person = { ...known, until: new Date(row.createdAt.getTime() + BEGINS_AFTER_MS) };
    if (row.status === 'pending' && (await findBlocking(tx, person)).length > 0) {
      const later = new Date((await readDbNow(tx)).getTime() + BLOCKED_MS);
      await tx.db.customerErasure.updateMany({ where: { id }, data: { retryAt: later } });
      return false;
    }
    const { isDone, readUpTo } = await (STEPS[row.step] as Step)(tx, person, row.readUpTo);
    const step = isDone ? row.step + 1 : row.step;
    const isLast = step === STEPS.length;
    await tx.db.customerErasure.updateMany({
      where: { id },
      data: {
        step,
        readUpTo: readUpTo ?? null,
        ...NOT_WAITING,
        status: isLast ? 'completed' : 'running',
        ...(isLast ? { personSealed: null, finishedAt: tx.now() } : {}),
      },
    });
    if (isLast) await recordByAnybody(tx, { action: 'customer_erasure.completed', ...aboutErasure(row) });
    return true;
  });
}
