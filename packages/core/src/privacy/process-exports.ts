import { deleteByStore, Prisma } from '@service/db';
import { DAY_MS } from '@service/jobs/primitives';
import { type Context, inTransaction, type SystemContext } from '../context.ts';
import { publicMetadata } from '../metadata.ts';
import { SECTIONS, type Section } from './export-sections.ts';
import { isOwnExport } from './exports.ts';
import { NOT_WAITING, processInSteps } from './process-in-steps.ts';

const PART = 100;
const KEPT_MS = 7 * DAY_MS;

/**
 * Writes the requested exports: one part of each in turn, until nothing is left or `signal` aborts. A part and the position after
 * it are one transaction, so that after a crash the export continues at that position. Several workers share the work.
 */
export function processExports(system: SystemContext, signal?: AbortSignal): Promise<void> {
  const steps = {
    table: 'customer_exports' as const,
    isDue: Prisma.sql`true`,
    step: writePart,
    postpone: ({ db }: Context, id: string, data: object) =>
      db.customerExport.updateMany({ where: { id, status: { not: 'completed' } }, data }),
  };
  return processInSteps(system, steps, signal);
}

/** Returns whether a part was written; another worker may have the export. */
function writePart(ctx: Context, id: string): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    const [locked] = await tx.db.sql<unknown[]>`
      SELECT 1 FROM customer_exports
      WHERE tenant_id = ${tx.tenantId}::uuid AND id = ${id}::uuid AND status IN ('pending', 'running')
      FOR UPDATE SKIP LOCKED`;
    if (!locked) return false;
    const found = await tx.db.customerExport.findFirstOrThrow({ where: { id }, include: { customer: true } });
    const { section, readUpTo, items, customer } = found;
    const rows = await (SECTIONS[section] as Section).read(tx, customer, {
      where: readUpTo ? { id: { gt: readUpTo } } : {},
      orderBy: { id: 'asc' },
      take: PART,
    });
    const number = items + rows.length;
    if (rows.length > 0) {
      const content = rows.map(({ shown }) => toJson(shown, { isOwn: isOwnExport(found) })).join(',');
      await tx.db.customerExportPart.create({
        data: { tenantId: tx.tenantId, exportId: id, section, number, content },
      });
    }
    const isWhole = rows.length < PART;
    const next = isWhole ? section + 1 : section;
    await tx.db.customerExport.updateMany({
      where: { id },
      data: {
        section: next,
        readUpTo: isWhole ? null : (rows.at(-1)?.id ?? null),
        items: number,
        status: 'running',
        ...NOT_WAITING,
        ...(next === SECTIONS.length ? finished(tx) : {}),
      },
    });
    return true;
  });
}

function finished(ctx: Context) {
  const now = ctx.now();
  return { status: 'completed', finishedAt: now, expiresAt: new Date(now.getTime() + KEPT_MS) };
}

/** Without the names of the store's operators; a customer's own file also leaves out the facts that only operators may know. */
function toJson(shown: object, { isOwn }: { isOwn: boolean }): string {
  return JSON.stringify(shown, (name, member) => {
    if (name === 'actor') return undefined;
    if (name === 'metadata' && isOwn) return publicMetadata(member);
    return typeof member === 'bigint' ? Number(member) : member;
  });
}

/** Deletes expired files, at most `limit`, because each may be large; returns how many. */
export function purgeExports({ db, dbNow }: SystemContext, limit: number): Promise<number> {
  const due = Prisma.sql`FROM customer_exports WHERE expires_at <= ${dbNow()}`;
  return deleteByStore(db, limit, Prisma.sql`DELETE FROM customer_exports`, due);
}
