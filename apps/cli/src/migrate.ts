import type { Config } from '@service/config';
import { migrate } from '@service/db';

export async function migrateCommand(config: Config): Promise<void> {
  const applied = await migrate(config.DATABASE_URL);
  process.stdout.write(
    applied.length === 0 ? 'The database is up to date.\n' : `Applied ${applied.join(', ')}.\n`,
  );
}
