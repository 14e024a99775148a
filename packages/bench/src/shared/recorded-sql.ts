import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import pg from 'pg';

interface Statement {
  text: string;
  values: unknown[];
  /** The first value of its result; null: there is none. */
  firstValue: unknown;
}

/** The statements that an operation sent to Postgres, in order; BEGIN and COMMIT are part of it. */
export type Recording = Statement[];

const recordings = new AsyncLocalStorage<Recording>();
const original = pg.Client.prototype.query as unknown as (...args: unknown[]) => unknown;

/** Records every statement that `fn` sends through `pg`. Recording stays on for this process, and costs nothing. */
export async function record(fn: () => Promise<unknown>): Promise<Recording> {
  pg.Client.prototype.query = recordingQuery as unknown as typeof pg.Client.prototype.query;
  const recording: Recording = [];
  await recordings.run(recording, fn);
  pg.Client.prototype.query = original as unknown as typeof pg.Client.prototype.query;
  return recording;
}

function recordingQuery(this: unknown, ...args: unknown[]): unknown {
  const answer = original.apply(this, args);
  const [query, values] = args as [string | pg.QueryConfig, unknown[] | undefined];
  const statement: Statement = {
    text: typeof query === 'string' ? query : query.text,
    values: (typeof query === 'string' ? values : query.values) ?? [],
    firstValue: null,
  };
  recordings.getStore()?.push(statement);
  if (answer instanceof Promise) {
    answer.then(
      ({ rows }: { rows: unknown[] }) => {
        statement.firstValue = Object.values(rows?.[0] ?? [])[0] ?? null;
      },
      () => {},
    );
  }
  return answer;
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const PROVIDER_ID = /pi_fake_[0-9a-f]+/g;

/**
 * The floor: a recorded operation again, on the bare driver. Ids that the operation made are new, those in `keep` stay, texts in
 * `given` are exchanged, and the result of a statement is used in the statements behind it.
 */
export function createReplay(pool: pg.Pool, recording: Recording, keep: ReadonlySet<string>) {
  const names = new Map(
    recording.map(({ text }, index) => [text, `replay_${randomUUID().slice(0, 8)}_${index}`]),
  );
  const needsTransaction = recording.some(({ text }) => text === 'BEGIN');

  return async (given: ReadonlyMap<string, string>): Promise<void> => {
    const fresh = new Map<string, string>(given);
    const exchanged = new Set(given.values());
    const renew = (id: string, make: () => string) => {
      if (keep.has(id)) return id;
      const known = fresh.get(id) ?? make();
      fresh.set(id, known);
      return known;
    };
    const answered = new Map<string, unknown>();
    const renewed = (value: unknown): unknown => {
      if (value instanceof Date || value === null || typeof value === 'object') return value;
      if (answered.has(String(value))) return answered.get(String(value));
      if (typeof value !== 'string') return value;
      return [...given]
        .reduce((text, [from, to]) => text.replaceAll(from, to), value)
        .replace(UUID, (id) => (exchanged.has(id) ? id : renew(id, randomUUID)))
        .replace(PROVIDER_ID, (id) => renew(id, () => `pi_fake_${randomUUID().replaceAll('-', '')}`));
    };
    const client = needsTransaction ? await pool.connect() : pool;
    try {
      for (const { text, values, firstValue } of recording) {
        // Without values it may be several statements, which can't be prepared.
        const name = values.length > 0 ? (names.get(text) ?? '') : '';
        const { rows } = await client.query({ name, text, values: values.map(renewed), rowMode: 'array' });
        if (text.includes('order_numbers')) answered.set(String(firstValue), rows[0]?.[0]);
      }
    } finally {
      if (client !== pool) (client as pg.PoolClient).release();
    }
  };
}
