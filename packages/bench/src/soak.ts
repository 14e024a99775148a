// Hours of a shop in small: `npm run soak [minutes]`. Shoppers, operators, imports and subscribers of every kind on two APIs and
// two workers, while each part ends and comes back, PostgreSQL and Redis included; then all of it is compared. Fails when
// something doesn't add up, or when a process has more memory, files or handles at the end of the quiet time than at its begin.
// With TEST_CITUS_URL the database is that one: a node is emptied and filled again, and ended where TEST_CITUS_NODE says how.
import { migrate } from '@service/db';
import {
  CITUS_URL,
  createMigratedDatabase,
  runSoak,
  startTestPostgres,
  startTestRedis,
} from '@service/testing';
import { machine } from './deliveries/machine.ts';
import { faultsOfCitus } from './shared/citus.ts';

const MINUTES = Number(process.argv[2] ?? 30);

const startedAt = performance.now();
const say = (line: string) =>
  process.stdout.write(`${((performance.now() - startedAt) / 1000).toFixed(0).padStart(6)} s  ${line}\n`);

say(`${machine()}; ${MINUTES} min`);
const redis = await startTestRedis();
if (!redis) throw new Error('Run this with `npm run soak`, on a machine where Redis was found');
const database = await (CITUS_URL ? openCitus(CITUS_URL) : openPostgres());
try {
  const { counts, faults, mistakes } = await runSoak({
    databaseUrl: database.url,
    redis,
    databaseFaults: database.faults,
    seconds: MINUTES * 60,
    log: say,
  });
  say(
    `Done     ${Object.entries(counts)
      .map(([what, count]) => `${count} ${what}`)
      .join(', ')}`,
  );
  say(`Faults   ${faults.join(', ')}`);
  for (const mistake of mistakes) say(`MISTAKE  ${mistake}`);
  say(
    mistakes.length === 0
      ? 'Money, stock, events, ledger, audit, memory, files and handles: everything adds up.'
      : `${mistakes.length} mistakes.`,
  );
  process.exitCode = mistakes.length === 0 ? 0 : 1;
} finally {
  await redis.stop();
  await database.close();
}

async function openPostgres() {
  const { url, kill, start, close } = await startTestPostgres();
  await migrate(url);
  const faults = { 'PostgreSQL killed and started': () => kill().then(start) };
  return { url, faults, close };
}

async function openCitus(url: string) {
  await createMigratedDatabase();
  return { url, faults: faultsOfCitus(url, say), close: async () => {} };
}
