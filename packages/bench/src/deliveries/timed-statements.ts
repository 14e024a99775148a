import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';

const running = new AsyncLocalStorage<{ ms: number }>();
const original = pg.Client.prototype.query as unknown as (...args: unknown[]) => unknown;

/** How long the statements of `fn` took together, from when each was sent until its answer was there. */
export async function timeStatements(fn: () => Promise<unknown>): Promise<number> {
  pg.Client.prototype.query = timedQuery as unknown as typeof pg.Client.prototype.query;
  const taken = { ms: 0 };
  await running.run(taken, fn);
  return taken.ms;
}

function timedQuery(this: unknown, ...args: unknown[]): unknown {
  const taken = running.getStore();
  const sentAt = performance.now();
  const answer = original.apply(this, args);
  if (taken && answer instanceof Promise) {
    const add = () => {
      taken.ms += performance.now() - sentAt;
    };
    answer.then(add, add);
  }
  return answer;
}
