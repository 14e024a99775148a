import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import type pg from 'pg';
import { MigrationError } from './migration-error.ts';
import { createClient, serversOf } from './servers.ts';

/** PostgreSQL's error codes for a login that it doesn't know, or knows by another password. */
const REFUSED = new Set(['28000', '28P01']);

/**
 * Ensures that API and worker can connect by `runtimeUrl` as a login that owns nothing, bypasses nothing and is a member of the
 * two roles of this database only. It inherits nothing from them: it sees a row only after SET ROLE. @throws {MigrationError}
 * when that login has more rights, or may not be created
 */
export async function ensureRuntimeLogin(owner: pg.Client, runtimeUrl: string): Promise<void> {
  const url = new URL(serversOf(runtimeUrl)[0]);
  const [login, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
  const works = await canConnect(runtimeUrl);
  try {
    if (!works) await makeLogin(owner, login, password);
    await resetSettings(owner, login);
    await joinRoles(owner, login);
  } catch (error) {
    if ((error as { code?: string }).code !== '42501') throw error;
    throw new MigrationError(
      `The database user may not make the login ${login} of DATABASE_RUNTIME_URL. Let an administrator run: CREATE ROLE "${login}" LOGIN NOINHERIT PASSWORD '…'; GRANT <database>_tenant, <database>_system TO "${login}"; (see docs/row-level-security.md)`,
    );
  }
  await assertWeak(owner, login);
}

async function canConnect(url: string): Promise<boolean> {
  const client = createClient(url, { connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
    await client.end();
    return true;
  } catch (error) {
    if (REFUSED.has((error as { code?: string }).code ?? '')) return false;
    throw error;
  }
}

async function makeLogin(owner: pg.Client, login: string, password: string): Promise<void> {
  const { rowCount } = await owner.query('SELECT FROM pg_roles WHERE rolname = $1', [login]);
  await owner.query(
    `${rowCount ? 'ALTER' : 'CREATE'} ROLE ${owner.escapeIdentifier(login)} LOGIN NOINHERIT PASSWORD ${owner.escapeLiteral(verifierOf(password))}`,
  );
}

/** PostgreSQL lets every role set defaults for its own sessions, so a stolen login could have changed how API and worker run. */
async function resetSettings(owner: pg.Client, login: string): Promise<void> {
  const { rows } = await owner.query<{ database: string | null }>(
    `SELECT d.datname AS database FROM pg_db_role_setting s JOIN pg_roles r ON r.oid = s.setrole
     LEFT JOIN pg_database d ON d.oid = s.setdatabase
     WHERE r.rolname = $1 AND (s.setdatabase = 0 OR d.datname = current_database())`,
    [login],
  );
  for (const { database } of rows) {
    const place = database === null ? '' : `IN DATABASE ${owner.escapeIdentifier(database)} `;
    await owner.query(`ALTER ROLE ${owner.escapeIdentifier(login)} ${place}RESET ALL`);
  }
}

async function joinRoles(owner: pg.Client, login: string): Promise<void> {
  const { rows } = await owner.query<{ role: string }>(
    `SELECT current_database() || suffix AS role FROM unnest(ARRAY['_tenant', '_system']) AS suffix
     WHERE NOT pg_has_role($1, current_database() || suffix, 'SET')`,
    [login],
  );
  for (const { role } of rows)
    await owner.query(
      `GRANT ${owner.escapeIdentifier(role)} TO ${owner.escapeIdentifier(login)} WITH INHERIT FALSE, SET TRUE`,
    );
}

/** A login that could step out of the two roles would make them worthless. */
async function assertWeak(owner: pg.Client, login: string): Promise<void> {
  const { rows } = await owner.query<{ reason: string }>(
    `SELECT reason FROM pg_roles r, LATERAL (VALUES
       (r.rolsuper, 'is a superuser'),
       (r.rolbypassrls, 'bypasses row level security'),
       (r.rolcreaterole, 'may make roles'),
       (r.rolcreatedb, 'may make databases'),
       (r.rolreplication, 'may replicate'),
       (EXISTS (SELECT FROM pg_class WHERE relowner = r.oid AND relnamespace = current_schema()::regnamespace),
        'owns tables'),
       (EXISTS (SELECT FROM pg_auth_members m JOIN pg_roles of ON of.oid = m.roleid
                WHERE m.member = r.oid
                  AND of.rolname NOT IN (current_database() || '_tenant', current_database() || '_system')),
        'is a member of further roles')
     ) AS might (is_so, reason) WHERE r.rolname = $1 AND might.is_so`,
    [login],
  );
  if (rows.length > 0)
    throw new MigrationError(
      `DATABASE_RUNTIME_URL names ${login}, which ${rows.map(({ reason }) => reason).join(' and ')}. API and worker need a login of their own: name one that doesn’t exist, and it is made.`,
    );
}

/** The password as PostgreSQL stores it (SCRAM-SHA-256), so that it stands in no log of statements. */
function verifierOf(password: string): string {
  const iterations = 4096;
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password.normalize('NFKC'), salt, iterations, 32, 'sha256');
  const mac = (text: string) => createHmac('sha256', salted).update(text).digest();
  const storedKey = createHash('sha256').update(mac('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${mac('Server Key').toString('base64')}`;
}
