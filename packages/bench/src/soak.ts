// Hours of a shop in small: `npm run soak [minutes]`. Shoppers, operators, imports and subscribers of every kind on two APIs and
// two workers, while each part ends and comes back, PostgreSQL and Redis included; then all of it is compared. Fails when
// something doesn't add up, or when a process has more memory, files or handles at the end of the quiet time than at its begin.
import { migrate } from '@service/db';
import { runSoak, startTestPostgres, startTestRedis } from '@service/testing';
import { machine } from './deliveries/machine.ts';

const MINUTES = Number(process.argv[2] ?? 30);

const startedAt = performance.now();
const say = (line: string) =>
  process.stdout.write(`${((performance.now() - startedAt) / 1000).toFixed(0).padStart(6)} s  ${line}\n`);

say(`${machine()}; ${MINUTES} min`);
const redis = await startTestRedis();
if (!redis) throw new Error('Run this with `npm run soak`, on a machine where Redis was found');
const postgres = await startTestPostgres();
try {
  await migrate(postgres.url);
  const { counts, faults, mistakes } = await runSoak({
    databaseUrl: postgres.url,
    redis,
    postgres,
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
  await postgres.close();
}
