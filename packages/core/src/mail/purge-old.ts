import type { SystemContext } from '../context.ts';

const DAY_MS = 24 * 3600 * 1000;

/** Messages that are out are kept for a month, for questions about them; decoys have no such use. */
export async function purgeOldMails(system: SystemContext): Promise<void> {
  const before = (days: number) => ({ lt: new Date(system.now().getTime() - days * DAY_MS) });
  await system.db.mail.deleteMany({ where: { status: 'dropped', createdAt: before(1) } });
  await system.db.mail.deleteMany({ where: { status: { in: ['sent', 'failed'] }, createdAt: before(30) } });
}
