// Checkouts and payments while the API is killed at random, and what the books say afterwards: `npm run bench storm [checkouts] [kills]`.
import { runCheckoutStorm, type StormReport } from '@service/testing';

const [checkouts = 2000, kills = 25] = process.argv.slice(2).map(Number);

const databaseUrl = process.env.BENCH_DATABASE_URL;
if (!databaseUrl) throw new Error('BENCH_DATABASE_URL is not set; run this with `npm run bench storm`');
const startedAt = performance.now();
const say = (line: string) =>
  process.stdout.write(`${((performance.now() - startedAt) / 1000).toFixed(1).padStart(6)} s  ${line}\n`);

const report: StormReport = await runCheckoutStorm({
  databaseUrl,
  redisUrl: process.env.BENCH_REDIS_URL,
  checkouts,
  kills,
  log: say,
});
const { mistakes, ...counts } = report;
say(JSON.stringify(counts));
for (const mistake of mistakes) say(`MISTAKE: ${mistake}`);
say(mistakes.length === 0 ? 'Everything adds up.' : `${mistakes.length} mistakes.`);
process.exitCode = mistakes.length === 0 ? 0 : 1;
