import { eachItem } from '@service/jobs/primitives';
import { recordByAnybody } from '../audit/index.ts';
import { type Context, inTransaction, type SystemContext } from '../context.ts';
import type { Person } from '../person.ts';
import type { RowRef } from '../services.ts';
import { STEPS } from './erase-steps.ts';
import { aboutErasure, findBlocking } from './erasure.ts';

/** What the customer had under way when it was requested is over by then: no request takes as long. */
const BEGINS_AFTER_MS = 60_000;

/**
 * Erases whom an operator, or a store's retention, asked to erase: a step of each in turn. A step and the place behind it
 * are one transaction, so that after a crash it continues where it was. Several workers share the work.
 */
export async function processErasures(system: SystemContext, signal?: AbortSignal): Promise<void> {
  let advanced = true;
  while (advanced && !signal?.aborted) {
    const due = await system.db.sql<RowRef[]>`
      SELECT id, tenant_id AS "tenantId" FROM customer_erasures
      WHERE status IN ('pending', 'running') AND created_at <= ${system.dbNow()} - ${BEGINS_AFTER_MS}::int * interval '1 millisecond'
      ORDER BY created_at`;
    const results = await eachItem(
      due,
      ({ id, tenantId }) => eraseStep(system.forTenant(tenantId, { kind: 'system' }), id),
      { onError: (err, { id }) => system.log.error({ err, erasureId: id }, 'an erasure failed'), signal },
    );
    advanced = results.includes(true);
  }
}

/** Returns whether a step was taken; another worker may have it, or an order came in between. */
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
    if (row.status === 'pending' && (await findBlocking(tx, person)).length > 0) return false;
    const { isDone } = await (STEPS[row.step] as (typeof STEPS)[number])(tx, person);
    const step = isDone ? row.step + 1 : row.step;
    const isLast = step === STEPS.length;
    await tx.db.customerErasure.updateMany({
      where: { id },
      data: {
        step,
        status: isLast ? 'completed' : 'running',
        ...(isLast ? { personSealed: null, finishedAt: tx.now() } : {}),
      },
    });
    if (isLast) await recordByAnybody(tx, { action: 'customer_erasure.completed', ...aboutErasure(row) });
    return true;
  });
}
