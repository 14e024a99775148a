// The costs of writes in a store of many products beside the first store of an empty database, in turns; then everything at once
// in the large one, and which statements took longest: `npm run bench mixed [scale] [scale of orders] [rounds]`, after `npm run
// bench fill`.
import { randomUUID } from 'node:crypto';
import { tenants } from '@service/core';
import { type Database, migrate } from '@service/db';
import pg from 'pg';
import { statOf } from './deliveries/cpu.ts';
import { machine } from './deliveries/machine.ts';
import { timeEach } from './deliveries/timed-statements.ts';
import { fillStore } from './growth/fill-store.ts';
import { type Uses, usesOf } from './growth/use.ts';
import { benchDatabase } from './shared/bench-database.ts';
import { openDomain } from './shared/domain.ts';

const url = await benchDatabase();
const [scale = 1, ordersScale = scale, ROUNDS = 15] = process.argv.slice(2).map(Number);
/** The times of each write, in each round. */
const TIMES = 20;
const PRODUCTS = 100;
const AT_ONCE = 2;
const MIXED = 2000;
const WORST = 10;
const LIMIT_MS = 20;

interface Side {
  client: pg.Client;
  database: Database;
  uses: Uses;
  close(): Promise<void>;
}

interface Cost {
  cpuMs: number;
  buffers: number;
}

const large = await open(url, async (client) => (await fillStore(client, scale, ordersScale)).tenantId);
const empty = await openEmpty(url);
process.stdout.write(`${machine()}\n`);
await compareWrites();
const isMet = await runMixed();
process.stdout.write(`At the end: ${machine()}\n`);
for (const { close } of [large, empty]) await close();
process.exitCode = isMet ? 0 : 2;

/** A new database on the same server. */
async function openEmpty(besides: string): Promise<Side> {
  const { client } = large;
  await client.query('DROP DATABASE IF EXISTS empty WITH (FORCE)');
  await client.query('CREATE DATABASE empty');
  const emptyUrl = new URL(besides);
  emptyUrl.pathname = '/empty';
  await migrate(emptyUrl.href);
  return open(emptyUrl.href, async (_client, system) => {
    const admin = { email: `${randomUUID()}@example.com`, password: randomUUID() };
    return (await tenants.createTenant(system, { name: 'Empty', currency: 'EUR', country: 'DE', admin })).id;
  });
}

async function open(
  databaseUrl: string,
  tenantOf: (client: pg.Client, system: ReturnType<typeof openDomain>['system']) => Promise<string>,
): Promise<Side> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { database, system } = openDomain(databaseUrl, 4);
  const tenantId = await tenantOf(client, system);
  const create = (await usesOf(client, system, tenantId)).writes['create a product'];
  for (let made = 0; made < PRODUCTS; made += 1) await create?.();
  return {
    client,
    database,
    uses: await usesOf(client, system, tenantId),
    close: () => database.close().then(() => client.end()),
  };
}

async function compareWrites(): Promise<void> {
  const sums = new Map<string, Cost[]>();
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [place, side] of [large, empty].entries()) {
      await side.uses.prepare(TIMES);
      for (const [name, write] of Object.entries(side.uses.writes)) {
        const before = await costOf(side);
        for (let time = 0; time < TIMES; time += 1) await write();
        const after = await costOf(side);
        const costs = sums.get(name) ?? [large, empty].map(() => ({ cpuMs: 0, buffers: 0 }));
        sums.set(name, costs);
        const sum = costs[place] as Cost;
        sum.cpuMs += after.cpuMs - before.cpuMs;
        sum.buffers += after.buffers - before.buffers;
      }
    }
  process.stdout.write(
    `| PostgreSQL for one write: CPU in ms (pages of 8 kB) | ${scale * 1_000_000} products | an empty database | ratio |\n| --- | --- | --- | --- |\n`,
  );
  for (const [name, costs] of sums) {
    const [ofLarge, ofEmpty] = costs.map(({ cpuMs, buffers }) => ({
      cpuMs: cpuMs / ROUNDS / TIMES,
      buffers: Math.round(buffers / ROUNDS / TIMES),
    })) as [Cost, Cost];
    const cells = [ofLarge, ofEmpty].map(({ cpuMs, buffers }) => `${cpuMs.toFixed(2)} (${buffers})`);
    const ratio = `${(ofLarge.cpuMs / ofEmpty.cpuMs).toFixed(2)} (${(ofLarge.buffers / ofEmpty.buffers).toFixed(2)})`;
    process.stdout.write(`| ${[name, ...cells, ratio].join(' | ')} |\n`);
  }
}

/** The costs so far of the server process that serves the side: one after another, all statements use the same one. */
async function costOf({ client, database }: Side): Promise<Cost> {
  // The second figure is reported once a second, unless it is requested.
  const [backend] = await database.system.sql<{ pid: number }[]>`
    SELECT pg_backend_pid() AS pid, pg_stat_force_next_flush()::text`;
  const pid = backend?.pid ?? 0;
  const { rows } = await client.query(
    `SELECT sum(hits + reads)::float8 AS buffers FROM pg_stat_get_backend_io($1)`,
    [pid],
  );
  return { cpuMs: statOf(pid)?.cpuMs ?? 0, buffers: rows[0].buffers };
}

/** Everything that is done in a store, at random; ends with the statements that took longest on average. */
async function runMixed(): Promise<boolean> {
  const { prepare, writes, reads } = large.uses;
  await prepare(MIXED);
  const all = Object.entries({ ...reads, ...writes });
  const taken = new Map<string, { name: string; count: number; ms: number; most: number }>();
  let next = 0;
  const loop = async () => {
    while (next < MIXED) {
      const [name, use] = all[next++ % all.length] as (typeof all)[number];
      await timeEach(use, (text, ms) => {
        const key = `${name}: ${text}`;
        const sum = taken.get(key) ?? { name, count: 0, ms: 0, most: 0 };
        taken.set(key, { name, count: sum.count + 1, ms: sum.ms + ms, most: Math.max(sum.most, ms) });
      });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, loop));
  const worst = [...taken].sort(([, a], [, b]) => b.ms / b.count - a.ms / a.count).slice(0, WORST);
  process.stdout.write(
    `\n${taken.size} statements of ${MIXED} uses, ${AT_ONCE} at once; the worst:\n| mean ms | most | times | of | statement |\n| --- | --- | --- | --- | --- |\n`,
  );
  for (const [key, { name, count, ms, most }] of worst) {
    const text = key.slice(name.length + 2).replace(/\s+/g, ' ');
    process.stdout.write(
      `| ${(ms / count).toFixed(1)} | ${most.toFixed(1)} | ${count} | ${name} | \`${text.slice(0, 90)}\` |\n`,
    );
  }
  return worst.every(([, { ms, count }]) => ms / count < LIMIT_MS);
}
