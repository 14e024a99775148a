// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the examples are programs.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { findBreaches, RULES, readFiles } from '../rules/check.mjs';
import { readSource } from '../rules/source.mjs';
import { findWrites } from '../rules/tables.mjs';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** What each rule refuses and what it lets pass, in a file that is no exception of it. */
const EXAMPLES: Record<string, { path?: string; refused: string[]; passed: string[] }> = {
  timers: {
    refused: [
      'setTimeout(run, 10);',
      'const arm = setInterval;',
      'globalThis.setTimeout(run, 10);',
      "import { setTimeout as wait } from 'node:timers/promises'; await wait(10);",
      "const { setTimeout: wait } = await import('node:timers/promises');",
    ],
    passed: [
      'socket.setTimeout(10);',
      '// setTimeout(run, 10)',
      'let timer: ReturnType<typeof setTimeout>;',
      "import { setImmediate } from 'node:timers/promises';",
      'const setTimeout = schedule; setTimeout(run);',
    ],
  },
  connections: {
    refused: [
      "import pg from 'pg'; new pg.Client(options);",
      "import { Pool as Connections } from 'pg'; new Connections(options);",
      "import pg from 'pg'; class Own extends pg.Pool {}",
      "const { Redis } = await import('ioredis'); new Redis(url);",
      "import { createRedisBackend } from 'bullmq'; createRedisBackend(options);",
    ],
    passed: [
      "import type { Client } from 'pg'; const use = (client: Client) => client.query('SELECT 1');",
      "import { UnrecoverableError } from 'bullmq'; throw new UnrecoverableError('no');",
      'new Pool(workers);',
    ],
  },
  outgoing: {
    refused: [
      'await fetch(url);',
      "import { got } from 'got';",
      "const { got } = await import('got');",
      "const { got } = await loadLater(() => import('got'));",
      "import http from 'node:http'; http.request(url);",
      "import { request as ask } from 'node:https'; ask(url);",
      "import { Resolver } from 'node:dns/promises';",
    ],
    passed: ["import http from 'node:http'; http.createServer(app);", 'await repository.fetch(url);'],
  },
  deadlines: {
    refused: [
      'await fetch(url, { headers });',
      "import nodemailer from 'nodemailer'; nodemailer.createTransport({ host, connectionTimeout: 1 });",
      'new Stripe(key, { timeout: 1 });',
    ],
    passed: ['await fetch(url, { signal });', 'new Resolver({ timeout: 1, tries: 2 });'],
  },
  responses: {
    refused: ['await response.text();', 'await (await fetch(url, { signal })).json();'],
    passed: ['response.json({ id });', 'await readText(response, 1024);'],
  },
  slow: {
    path: 'packages/core/src/own.ts',
    refused: [
      'await provider.openPayment(payment);',
      'await ctx.services.passwords.hash(password, ctx.tenantId);',
      'await checkSubscriptionUrl(url, guard);',
      'await inTransaction(ctx, () => names.lookups.look(name, asker, ask));',
    ],
    passed: [
      'await awaitSlow(ctx, () => provider.openPayment(payment));',
      'await awaitSlow(ctx, async () => { const provider = await find(ctx); return provider.refund(refund); });',
      'await system.services.passwords.verify(hash, password, holder);',
      'await payments.capturePayment(ctx, capture);',
    ],
  },
  statements: {
    refused: [`await db.sql\`${'\n      SELECT 1'.repeat(21)}\`;`],
    passed: [`await db.sql\`${'\n      SELECT 1'.repeat(20)}\`;`, `page(\`${'\n<br>'.repeat(30)}\`);`],
  },
  loading: {
    refused: ["const { got } = await import('got');", "await other(() => import('got'));"],
    passed: ["const { got } = await loadLater(() => import('got'));", "import type { Got } from 'got';"],
  },
  transactions: {
    refused: [
      'await inTransaction(ctx, async (tx) => { await ctx.db.sql`SELECT 1`; });',
      'await inTransaction(ctx, async (tx) => record(ctx, event));',
      'await inTransaction(system.forTenant(id, principal), (tx) => list(system));',
      'await ctx.db.transaction(async (db) => use({ ctx }));',
    ],
    passed: [
      'await inTransaction(ctx, async (tx) => { ctx.log.info({}, ctx.requestId); await record(tx, event); });',
      'await inTransaction(ctx, (ctx) => record(ctx, event));',
      'await system.db.transaction((db) => claim({ ...system, db }, id));',
      'await inTransaction(ctx, (tx) => record(tx, event)); await list(ctx);',
    ],
  },
  tables: {
    path: 'packages/core/src/carts/example.ts',
    refused: [
      'await tx.db.order.update({ where, data });',
      'await tx.db.sql.count`UPDATE orders SET status = ${status}`;',
      'await tx.db.sql.count`DELETE FROM ${table} WHERE id = ${id}`;',
      "await client.query('INSERT INTO orders (id) VALUES ($1)');",
      'await db.cart.update({ where, data: { order: { create: { id } } } });',
    ],
    passed: [
      'await tx.db.cart.update({ where, data });',
      'await tx.db.order.findFirst({ where });',
      'await tx.db.sql`SELECT id FROM orders FOR UPDATE`;',
      '// DELETE FROM orders',
    ],
  },
  locks: {
    refused: [
      'await db.sql`DELETE FROM carts WHERE id IN (SELECT id FROM (SELECT 1) AS x LIMIT ${limit} FOR UPDATE SKIP LOCKED)`;',
      'await db.sql`UPDATE carts c SET seen = true FROM (SELECT id FROM carts FOR NO KEY UPDATE OF c) due WHERE c.id = due.id`;',
      'await db.sql`UPDATE carts SET seen = true WHERE id = (SELECT id FROM carts LIMIT 1 FOR  UPDATE)`;',
    ],
    passed: [
      'await db.sql`WITH old AS (SELECT id FROM carts LIMIT 9 FOR UPDATE) DELETE FROM carts WHERE id IN (SELECT id FROM old)`;',
      'await db.sql`WITH old AS MATERIALIZED (SELECT id FROM carts FOR SHARE) SELECT FROM old`;',
      'await db.sql`SELECT FROM due CROSS JOIN LATERAL (SELECT id FROM carts WHERE id = due.id FOR UPDATE) AS locked`;',
      'await db.sql`SELECT id FROM carts WHERE id IN (SELECT id FROM due) FOR UPDATE`;',
    ],
  },
  json: {
    refused: ['const made = JSON.parse(text);', 'const parse = JSON.parse;', "JSON['parse'](text);"],
    passed: ['parseBoundedJson(text, BOUNDS);', 'JSON.stringify(made);', '// JSON.parse(text)'],
  },
  pages: {
    path: 'apps/api/test/console/example.test.ts',
    refused: [
      "expect(await page.textContent('h1')).to.equal('Orders');",
      "expect(await page.getByRole('row').count()).to.equal(2);",
      "expect(page.url()).to.include('/orders');",
      "const names = () => table.locator('a').allInnerTexts(); expect(await names()).to.deep.equal(['Tea']);",
      "expect(JSON.parse((await page.textContent('pre')) ?? '')).to.have.property('items');",
    ],
    passed: [
      "await eventually(async () => expect(await page.textContent('h1')).to.equal('Orders'));",
      "await page.getByText('Orders').waitFor();",
      'expect(await store.admin.db.order.count()).to.equal(1);',
      'expect(await Promise.all(answers)).to.deep.equal([]);',
      'expect(request.url()).to.equal(address);',
    ],
  },
  clock: {
    refused: [
      'await db.sql`SELECT id FROM carts WHERE expires_at < ${ctx.now()}`;',
      'const at = new Date(); await db.sql`SELECT id FROM carts WHERE (open) AND expires_at < ${at}`;',
      'await db.cart.findMany({ where: { expiresAt: { lt: new Date() } } });',
      'const before = (days) => new Date(ctx.now() - days); await db.sql`SELECT id FROM carts WHERE at < ${before(30)}`;',
      'await db.cart.findFirst({ where: { expiresAt: { gt: new Date(ctx.now().getTime() - 1) } } });',
      'const old = new Date(Date.now() - 1000); await db.cart.deleteMany({ where: { createdAt: { lt: old } } });',
    ],
    passed: [
      'await db.sql`SELECT id FROM carts WHERE expires_at < ${ctx.dbNow()}`;',
      'await db.sql.count`UPDATE carts SET updated_at = ${ctx.now()} WHERE id = ${id}`;',
      'await db.cart.updateMany({ where: { id }, data: { updatedAt: ctx.now() } });',
      'const at = ctx.now(); await db.sql`SELECT CASE WHEN a THEN b END, ${at} FROM carts WHERE id = ${id}`;',
    ],
  },
};

describe('the import rules', () => {
  it('read TypeScript files, which dependency-cruiser skips without a compiler', () => {
    const info = execFileSync(join(ROOT, 'node_modules/.bin/depcruise'), ['--info'], { encoding: 'utf8' });

    expect(info).to.match(/✔ \.ts$/m);
  });
});

describe('the rules of the code base', () => {
  for (const rule of RULES) {
    const { path = 'packages/core/src/example.ts', refused = [], passed = [] } = EXAMPLES[rule.name] ?? {};
    const check = (code: string) => findBreaches([{ path, code }], [{ ...rule, allowed: {} }]);

    it(`refuse each bad example of the rule ${rule.name}`, () => {
      expect(refused).not.to.deep.equal([]);
      expect(refused.filter((code) => check(code).length === 0)).to.deep.equal([]);
    });

    it(`pass each good example of the rule ${rule.name}`, () => {
      expect(passed).not.to.deep.equal([]);
      expect(passed.flatMap(check)).to.deep.equal([]);
    });

    it(`let nothing be an exception of the rule ${rule.name} without a reason`, () => {
      expect(Object.values(rule.allowed).filter((reason) => reason.length < 10)).to.deep.equal([]);
    });
  }

  it('name the place of a breach, and an exception that nothing needs any more', () => {
    const [rule] = RULES.filter(({ name }) => name === 'timers').map((timers) => ({
      ...timers,
      allowed: { 'packages/db/src/gone.ts': 'waits for a reason' },
    }));
    const breaches = findBreaches(
      [{ path: 'packages/db/src/new.ts', code: 'start();\nsetTimeout(run, 10);' }],
      rule ? [rule] : [],
    );

    expect(breaches[0]).to.match(/^packages\/db\/src\/new\.ts:2 arms a timer.*\(timers\)$/);
    expect(breaches[1]).to.match(
      /^packages\/db\/src\/gone\.ts is an exception of the rule timers without need$/,
    );
  });

  it('let pass the function that an exception names, and no other of its file', () => {
    const rules = RULES.filter(({ name }) => name === 'json').map((json) => ({
      ...json,
      allowed: {
        'packages/db/src/lines.ts#read': 'lines of our own',
        'packages/db/src/lines.ts#gone': 'once',
      },
    }));
    const code =
      'const read = (line) => JSON.parse(line);\nfunction other(line) { return JSON.parse(line); }';

    const breaches = findBreaches([{ path: 'packages/db/src/lines.ts', code }], rules);

    expect(breaches.map((breach) => breach.split(' ')[0])).to.deep.equal([
      'packages/db/src/lines.ts:2',
      'packages/db/src/lines.ts#gone',
    ]);
  });

  it('find writes of the tables that the service is about', () => {
    const written = readFiles(ROOT).flatMap(({ path, code }) => findWrites(readSource(path, code)));
    const names = new Set(written.map(({ table }) => table));

    expect([...names]).to.include.members(['variants', 'carts', 'orders', 'payments', 'audit_records']);
    expect(names.size).to.be.greaterThan(40);
  });
});
