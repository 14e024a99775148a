// 40 shoppers check out 10 units at once, again and again: `npm run bench oversell [repetitions]`. Exits with 1 on any error.
import { catalog } from '@service/core';
import {
  createStore,
  findViolations,
  freePort,
  makeReadyCarts,
  openTestEnv,
  SERVICE_ENV,
  startServiceProcess,
} from '@service/testing';
import { benchDatabase } from './shared/bench-database.ts';
import { percentile } from './shared/measure.ts';

const SHOPPERS = 40;
const UNITS = 10;
const SAY_EVERY = 100;
const repetitions = Number(process.argv[2] ?? 1000);

const url = await benchDatabase();
const env = await openTestEnv({ databaseUrl: url });
const store = await createStore(env.system);
const port = await freePort();
const api = await startServiceProcess('api', {
  ...SERVICE_ENV,
  PORT: String(port),
  HOST: '127.0.0.1',
  DATABASE_URL: url,
  ...(process.env.BENCH_REDIS_URL
    ? { REDIS_URL: process.env.BENCH_REDIS_URL }
    : { QUEUE_BACKEND: 'postgres' }),
});
const errors: string[] = [];
const took: number[] = [];

for (let repetition = 1; repetition <= repetitions; repetition += 1) {
  took.push(await repeat(repetition));
  if (repetition % SAY_EVERY === 0) say(`${repetition} repetitions, ${errors.length} errors`);
}
const mistakes = await findViolations(env.system);
await api.stop();
await env.close();

const at = (share: number) => `${Math.round(percentile(took, share))} ms`;
say(`${SHOPPERS} checkouts of ${UNITS} units: p50 ${at(0.5)}, p99 ${at(0.99)}, longest ${at(1)}`);
say(`${repetitions * SHOPPERS} checkouts, ${errors.length} errors, ${mistakes.length} mistakes in the books`);
for (const line of [...errors.slice(0, 10), ...mistakes]) say(line);
process.exitCode = errors.length + mistakes.length === 0 ? 0 : 1;

/** Answers how long the 40 checkouts took together. */
async function repeat(repetition: number): Promise<number> {
  const { variants } = await catalog.createProduct(store.admin, {
    title: `Scarce ${repetition}`,
    status: 'published',
    variants: [{ sku: `SCARCE-${repetition}`, priceAmount: 1000, stockQuantity: UNITS }],
  });
  const variantId = variants[0]?.id ?? '';
  const cartIds = await makeReadyCarts(
    store,
    Array.from({ length: SHOPPERS }, () => ({ [variantId]: 1 })),
  );

  const startedAt = performance.now();
  const answers = await Promise.all(cartIds.map(checkOut));
  const ms = performance.now() - startedAt;

  const sold = answers.filter(({ status, body }) => status === 201 && body.order.status === 'pending');
  const refused = answers.filter(
    ({ status, body }) =>
      status === 409 && body.code === 'insufficient_stock' && body.errors[0].path === '/cart/lines/0',
  );
  const { reserved } = await store.admin.db.variant.findFirstOrThrow({ where: { id: variantId } });
  if (sold.length !== UNITS || refused.length !== SHOPPERS - UNITS || Number(reserved) !== UNITS)
    errors.push(`${repetition}: ${sold.length} sold, ${refused.length} refused, ${reserved} reserved`);
  return ms;
}

async function checkOut(cartId: string) {
  const response = await fetch(`http://127.0.0.1:${port}/store/v1/carts/${cartId}/checkout`, {
    method: 'POST',
    headers: { 'x-publishable-key': store.publishableKey, 'content-type': 'application/json' },
    body: '{}',
  });
  // biome-ignore lint/suspicious/noExplicitAny: answers are checked member by member.
  return { status: response.status, body: (await response.json()) as any };
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
