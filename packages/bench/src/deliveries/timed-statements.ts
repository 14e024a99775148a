import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';

interface Taken {
  ms: number;
  statement?(text: string, ms: number): void;
}

const running = new AsyncLocalStorage<Taken>();
const original = pg.Client.prototype.query as unknown as (...args: unknown[]) => unknown;

/** How long the statements of `fn` took together, from when each was sent until its answer was there. */
export async function timeStatements(fn: () => Promise<unknown>): Promise<number> {
  pg.Client.prototype.query = timedQuery as unknown as typeof pg.Client.prototype.query;
  const taken: Taken = { ms: 0 };
  await running.run(taken, fn);
  return taken.ms;
}

/** Returns how long each statement of `fn` took. */
export async function timeEach(
  fn: () => Promise<unknown>,
  statement: (text: string, ms: number) => void,
): Promise<void> {
  pg.Client.prototype.query = timedQuery as unknown as typeof pg.Client.prototype.query;
  await running.run({ ms: 0, statement }, fn);
}

function timedQuery(this: unknown, ...args: unknown[]): unknown {
  const taken = running.getStore();
  const sentAt = performance.now();
  const answer = original.apply(this, args);
  if (taken && answer instanceof Promise) {
    const add = () => {
      const ms = performance.now() - sentAt;
      taken.ms += ms;
      taken.statement?.(textOf(args[0] as string | pg.QueryConfig), ms);
    };
    answer.then(add, add);
  }
  return answer;
}

function textOf(query: string | pg.QueryConfig): string {
  return typeof query === 'string' ? query : query.text;
}
