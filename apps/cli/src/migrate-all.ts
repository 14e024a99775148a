import type { Config } from '@service/config';

/** Migrates the service's tables to this release and, if the queue is in PostgreSQL, the queue's. */
export async function migrateAll(
  { DATABASE_URL, DATABASE_RUNTIME_URL: runtimeUrl, QUEUE_BACKEND }: Config,
  options: { onMigration?: (name: string) => void; major?: boolean } = {},
): Promise<string[]> {
  const { migrate, withOwner } = await import('@service/db');
  const applied = await migrate(DATABASE_URL, { ...options, runtimeUrl });
  if (QUEUE_BACKEND === 'postgres' && runtimeUrl) {
    const { prepareQueue } = await import('@service/jobs');
    const login = decodeURIComponent(new URL(runtimeUrl).username);
    await withOwner(DATABASE_URL, (owner) => prepareQueue(owner, login));
  }
  return applied;
}
