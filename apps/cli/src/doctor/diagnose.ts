import { Resolver } from 'node:dns/promises';
import { statfs } from 'node:fs/promises';
import {
  type Config,
  listOf,
  mailerOptions,
  queueConnection,
  servicesOptions,
  weakSecrets,
} from '@service/config';
import { mail, search } from '@service/core';
import { findSealingKeys, migrationStatus, readDatabaseHealth, readReplicaHealth } from '@service/db';
import { readRedisFacts } from '@service/jobs';
import { type Check, fail, ok, warn } from '../check.ts';
import { checkModules } from '../check-modules.ts';
import { missingKeys } from '../missing-keys.ts';

/** Deliveries are signed with the clock's time, and a subscriber accepts five minutes' difference. */
const SKEW_WARN_MS = 2000;
const SKEW_FAIL_MS = 60_000;
const LATE_WARN_S = 120;
const BEHIND_FAIL_BYTES = 100_000_000;
const FREE_WARN_BYTES = 1_000_000_000;
const DNS_TRY_MS = 2000;

type Look = (config: Config) => Promise<Check[]>;

/** Every check, in the order in which they are shown. A check that throws is itself a failed one. */
const LOOKS: Readonly<Record<string, Look>> = {
  database: checkDatabase,
  replica: checkReplica,
  redis: checkRedis,
  search: checkSearch,
  smtp: checkSmtp,
  dns: checkDns,
  disk: checkDisk,
  modules: checkModules,
  secrets: checkSecrets,
  'sealed secrets': checkSealed,
};

export async function diagnose(config: Config): Promise<Check[]> {
  const checks: Check[] = [ok('configuration', `${config.NODE_ENV}, without mistakes`)];
  for (const [name, look] of Object.entries(LOOKS))
    checks.push(
      ...(await look(config).catch((error: Error) => [
        fail(name, error.message, `Look at the settings of ${name}.`),
      ])),
    );
  return checks;
}

async function checkDatabase({ DATABASE_URL, DATABASE_RUNTIME_URL }: Config): Promise<Check[]> {
  const { pending, database } = await migrationStatus(DATABASE_URL);
  if (!database)
    return [fail('migrations', 'this database has never been migrated', 'Run `commerce migrate`.')];
  // The other checks require that the tables are those of this release.
  if (pending.length > 0)
    return [fail('migrations', `to apply: ${pending.join(', ')}`, 'Run `commerce migrate`.')];
  const facts = await readDatabaseHealth(DATABASE_URL, DATABASE_RUNTIME_URL);
  const skew = Math.abs(facts.clockSkewMs);
  return [
    Number.parseInt(facts.postgres, 10) >= 16
      ? ok('database', `PostgreSQL ${facts.postgres}`)
      : fail('database', `PostgreSQL ${facts.postgres}`, 'Upgrade it to 16 or later.'),
    ok('migrations', `version ${database.version}, none to apply`),
    facts.unprotected.length === 0
      ? ok('row security', 'forced on every table of a store')
      : fail('row security', `not forced on ${facts.unprotected.join(', ')}`, 'Run `commerce migrate`.'),
    checkLogin(facts.runtime),
    skew < SKEW_WARN_MS
      ? ok('clock', `${Math.round(skew)} ms from the database’s`)
      : (skew < SKEW_FAIL_MS ? warn : fail)(
          'clock',
          `${Math.round(skew / 1000)} s from the database’s`,
          'Keep NTP running on both.',
        ),
    facts.oldestDueSeconds < LATE_WARN_S
      ? ok(
          'deliveries',
          facts.oldestDueSeconds === 0
            ? 'none is overdue'
            : `the oldest is due for ${Math.round(facts.oldestDueSeconds)} s`,
        )
      : warn(
          'deliveries',
          `the oldest is due for ${Math.round(facts.oldestDueSeconds)} s`,
          'Start workers, or look at their log.',
        ),
    facts.wrongListings === 0
      ? ok('listings', 'every product list says what the variants say')
      : fail(
          'listings',
          `${facts.wrongListings} products are listed with another price or availability than their variants have`,
          'Run `SELECT refresh_product_listings(tenant_id, array_agg(product_id)) FROM wrong_product_listings() GROUP BY tenant_id`.',
        ),
    facts.wrongLedgers === 0
      ? ok('ledgers', 'what orders show of money and goods is the sum of their entries')
      : fail(
          'ledgers',
          `${facts.wrongLedgers} of the newest 10,000 orders show other sums than their entries`,
          'Look at `SELECT * FROM tenants t, wrong_ledgers(t.id, NULL)`. `SELECT fill_ledgers(t.id, ARRAY(SELECT order_id FROM wrong_ledgers(t.id, NULL) LIMIT 1000)) FROM tenants t` adds the entries that are missing; repeat it until no order differs.',
        ),
    facts.wrongDays === 0
      ? ok('reports', 'the sums of the last 31 days are those of their entries')
      : fail(
          'reports',
          `${facts.wrongDays} of the last 31 days have other sums than their entries`,
          'Look at `SELECT * FROM missing_money(NULL)`. `SELECT fill_ledgers(id) FROM tenants` puts them right.',
        ),
    facts.withoutNextMonth.length === 0
      ? ok('months', 'next month has its partitions')
      : warn(
          'months',
          `next month has no partition of ${facts.withoutNextMonth.join(', ')}: rows go to the default one meanwhile`,
          'Start a worker, or look at its log for the job `months`.',
        ),
    facts.processes.length > 0
      ? ok('processes', facts.processes.join(', '))
      : warn('processes', 'no API and no worker is connected', 'Start them.'),
  ];
}

function checkLogin(runtime: { name: string; mighty: boolean } | null): Check {
  if (!runtime)
    return warn(
      'login',
      'API and worker connect as the owner of the tables',
      'Set DATABASE_RUNTIME_URL and run `commerce migrate`.',
    );
  return runtime.mighty
    ? fail(
        'login',
        `${runtime.name} is more than API and worker need`,
        'Name a login that doesn’t exist in DATABASE_RUNTIME_URL, and run `commerce migrate`.',
      )
    : ok('login', `${runtime.name} owns and bypasses nothing`);
}

async function checkReplica({ DATABASE_URL, DATABASE_REPLICA_URL }: Config): Promise<Check[]> {
  if (!DATABASE_REPLICA_URL) return [];
  const facts = await readReplicaHealth(DATABASE_URL, DATABASE_REPLICA_URL);
  if (!facts.isReadOnly)
    return [
      fail(
        'replica',
        'the server of DATABASE_REPLICA_URL takes writes',
        'Name a server that follows the primary, or none: one that was promoted shows other data.',
      ),
    ];
  if (!facts.isCopy)
    return [fail('replica', 'it is a copy of another database', 'Name a server that follows this primary.')];
  const behind = `${(facts.behindBytes / 1_000_000).toFixed(1)} MB behind`;
  return [
    facts.behindBytes === 0
      ? ok('replica', `PostgreSQL ${facts.postgres}, follows the primary`)
      : (facts.behindBytes < BEHIND_FAIL_BYTES ? warn : fail)(
          'replica',
          `${behind}: lists come from the primary meanwhile`,
          'Look at its log, its disk and long reads on it; pg_stat_replication on the primary says how far it is.',
        ),
    facts.hasFeedback
      ? ok('replica reads', 'aren’t ended by what the primary removes')
      : warn(
          'replica reads',
          'long ones are ended and repeated on the primary',
          'Set hot_standby_feedback = on at the replica.',
        ),
  ];
}

async function checkRedis(config: Config): Promise<Check[]> {
  const { kind, url } = queueConnection(config);
  if (kind === 'postgres')
    return [
      warn(
        'redis',
        'the queue is in PostgreSQL, which is slow',
        'Set REDIS_URL and QUEUE_BACKEND=redis in production.',
      ),
    ];
  const { version, policy, isPersistent } = await readRedisFacts(url);
  return [
    ok('redis', `Redis ${version}`),
    policy === 'noeviction'
      ? ok('redis memory', policy)
      : fail(
          'redis memory',
          `maxmemory-policy is ${policy}: it drops jobs when it is full`,
          'Set maxmemory-policy noeviction.',
        ),
    isPersistent
      ? ok('redis persistence', 'append-only file')
      : warn(
          'redis persistence',
          'no append-only file: after a restart the poll finds deliveries up to 30 s late',
          'Set appendonly yes.',
        ),
  ];
}

async function checkSearch(config: Config): Promise<Check[]> {
  const { searchEngine } = servicesOptions(config);
  if (!searchEngine) return [];
  return [
    (await search.createMeilisearch(searchEngine).isReady())
      ? ok('search', 'the engine takes the key and has an index of products')
      : warn(
          'search',
          'the engine has no index of products: PostgreSQL finds them',
          'Run `commerce search rebuild <store>` for each store that the engine is for.',
        ),
  ];
}

async function checkSmtp(config: Config): Promise<Check[]> {
  const options = mailerOptions(config);
  if (!options.smtpUrl) return [warn('smtp', `messages are files in ${options.dir}`, 'Set SMTP_URL.')];
  const problem = await mail.findSmtpProblem(options.smtpUrl);
  return [
    problem
      ? fail('smtp', problem, 'Look at SMTP_URL and at the mail server.')
      : ok('smtp', 'takes the login'),
  ];
}

/** With the resolver that looks up subscribers' names. */
async function checkDns({ VIES_URL }: Config): Promise<Check[]> {
  const { hostname } = new URL(VIES_URL);
  const resolver = new Resolver({ timeout: DNS_TRY_MS, tries: 2 });
  const resolved = await Promise.any([resolver.resolve4(hostname), resolver.resolve6(hostname)]).catch(
    () => undefined,
  );
  return [
    resolved
      ? ok('dns', `${hostname} resolves`)
      : warn(
          'dns',
          `${hostname} doesn’t resolve: VAT numbers can’t be checked, and webhooks may not go out`,
          'Look at /etc/resolv.conf and the network.',
        ),
  ];
}

async function checkDisk({ DATA_DIR }: Config): Promise<Check[]> {
  const { bavail, bsize } = await statfs(DATA_DIR).catch(() => statfs('.'));
  const free = bavail * bsize;
  const text = `${Math.round(free / 1_000_000)} MB are free`;
  return [
    free > FREE_WARN_BYTES
      ? ok('disk', text)
      : warn('disk', text, 'Make room: logs, messages and backups need some.'),
  ];
}

async function checkSecrets(config: Config): Promise<Check[]> {
  const weak = weakSecrets(config as unknown as Record<string, string>);
  if (weak.length === 0)
    return [ok('secrets', `strong; SECRETS_KEY has ${listOf(config.SECRETS_KEY).length} key(s)`)];
  return weak.map((text) =>
    warn('secrets', text, 'openssl rand -base64 32 makes one; production refuses this one.'),
  );
}

/** A restored database can't be used without the keys that sealed its secrets. */
async function checkSealed(config: Config): Promise<Check[]> {
  const keys = await findSealingKeys(config.DATABASE_URL);
  const missing = missingKeys(
    config,
    keys.map(({ id }) => id),
  );
  if (missing.length === 0) {
    const count = keys.reduce((sum, { secrets }) => sum + secrets, 0);
    return [ok('sealed secrets', `SECRETS_KEY opens all ${count}`)];
  }
  return keys
    .filter(({ id }) => missing.includes(id))
    .map(({ id, secrets, columns }) =>
      fail(
        'sealed secrets',
        `${secrets} are sealed with key ${id}, which SECRETS_KEY doesn’t list (${columns.join(', ')}): their deliveries end as “signing key unavailable”`,
        'Add that key to SECRETS_KEY, behind the first one. If it is lost, rotate the secrets of subscriptions and enter those of payment accounts again.',
      ),
    );
}
