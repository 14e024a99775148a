import { randomBytes } from 'node:crypto';
import { MigrationError } from '../migration-error.ts';
import { withOwner } from '../owner.ts';
import { readContents } from './backup.ts';
import { SESSION } from './format.ts';
import { type BackupSource, type BackupSummary, type CheckOptions, checkBackup } from './read-backup.ts';
import { restoreChecked } from './restore.ts';

/** Matches the scheme, login and servers of a URL, and the database name behind them. */
const DATABASE_OF_URL = /^([^:]+:\/\/[^/?]*)(\/[^?]*)?/;

/**
 * Checks a backup, restores it into a database of its own on the same server, reads everything back, compares, and drops it
 * again. The database user needs CREATEDB. @throws {MigrationError} when a table has other rows than the backup
 */
export async function verifyBackup(
  databaseUrl: string,
  source: BackupSource,
  options: CheckOptions = {},
): Promise<BackupSummary> {
  await checkBackup(source, options);
  const scratch = `commerce_verify_${randomBytes(6).toString('hex')}`;
  await withOwner(databaseUrl, (client) => client.query(`CREATE DATABASE ${scratch}`));
  try {
    const url = databaseUrl.replace(DATABASE_OF_URL, `$1/${scratch}`);
    const summary = await restoreChecked(url, source, { ...options, rowSecurity: false });
    const found = await withOwner(url, async (client) => {
      await client.query(SESSION);
      return readContents(client);
    });
    for (const [table, { rows, hash }] of Object.entries(summary.tables)) {
      const read = found[table];
      if (read?.rows !== rows || read.hash !== hash)
        throw new MigrationError(
          `${table} has ${read?.rows ?? 0} rows after the restore, and not the ${rows} of the backup.`,
        );
    }
    return summary;
  } finally {
    await withOwner(databaseUrl, (client) => client.query(`DROP DATABASE IF EXISTS ${scratch} WITH (FORCE)`));
  }
}
