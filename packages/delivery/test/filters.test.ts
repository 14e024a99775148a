import { expect } from 'chai';
import type { FilterValue, WebhookFilter } from '../../contract/src/index.ts';
import { compileFilter } from '../../core/src/webhooks/filters/compile-filter.ts';
import { Prisma } from '../../db/src/index.ts';
import { openTestEnv, type TestEnv } from '../../testing/src/index.ts';
import { passesFilter } from '../src/passes-filter.ts';

type Json = FilterValue | Json[] | { [name: string]: Json };

/** Every type of JSON, with values that differ in nothing but the type, the case, the sign or a digit. */
const VALUES: readonly Json[] = [
  ...[
    null,
    true,
    false,
    0,
    1,
    -1,
    1.5,
    1e21,
    123456789.125,
    '',
    '1',
    'true',
    'a',
    'A',
    'ab',
    'b',
    'ä',
    '😀',
    '"$.a"',
    '\\',
    "'",
  ],
  ...[
    '2026-01-15T09:30:00.000Z',
    '\u{ffff}',
    [],
    {},
    [1],
    ['a', 'ab'],
    [null],
    [[1]],
    { b: 1 },
    [{ b: 'a' }, { b: 2 }],
  ],
];
const OPERANDS: readonly FilterValue[] = [
  null,
  true,
  1,
  -1,
  1.5,
  1e21,
  '',
  '1',
  'a',
  'ab',
  'ä',
  '😀',
  '"$.a"',
  '\\',
  "'",
  '\u{ffff}',
];

/** What a filter means, said once more without SQL. */
function holds(filter: WebhookFilter, event: Json): boolean {
  const { path = '', equals, in: values, exists, prefix, greater, less, not, all, any } = filter;
  if (not) return !holds(not, event);
  if (all) return all.every((each) => holds(each, event));
  if (any) return any.some((each) => holds(each, event));
  // A comparison takes the items of a list, and of a list in it.
  const found = path.split('.').reduce(membersOf, [event]).flat(2) as Json[];
  if (exists !== undefined) return found.some((value) => value !== null) === exists;
  return found.some((value) => {
    if (equals !== undefined) return value === equals;
    if (values) return values.includes(value as FilterValue);
    if (prefix !== undefined) return typeof value === 'string' && value.startsWith(prefix);
    return greater === undefined ? compare(value, less) < 0 : compare(value, greater) > 0;
  });
}

function membersOf(values: Json[], name: string): Json[] {
  return (values.flat() as Json[]).flatMap((value) => {
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject && Object.hasOwn(value, name) ? [value[name] as Json] : [];
  });
}

function compare(value: Json, other: unknown): number {
  if (typeof value === 'number' && typeof other === 'number') return value - other;
  if (typeof value !== 'string' || typeof other !== 'string') return Number.NaN;
  return Buffer.compare(Buffer.from(value), Buffer.from(other));
}

/** Numbers from 0 to 1, the same at every run. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

describe('filters of subscriptions', () => {
  let env: TestEnv;
  before(async () => {
    env = await openTestEnv();
  });
  after(() => env.close());

  /** What the statements that record events say of each. */
  async function judged(cases: readonly { filter: WebhookFilter; data: Json }[]): Promise<boolean[]> {
    const given = cases.map(({ filter, data }) => ({
      path: compileFilter(filter, (path) => path.split('.')),
      data,
    }));
    const passes = passesFilter(Prisma.sql`path`, {
      name: Prisma.sql`'order.paid'::text`,
      data: Prisma.sql`data`,
    });
    const rows = await env.system.db.sql<{ passes: boolean }[]>`
      SELECT ${passes} AS passes
      FROM ROWS FROM (json_to_recordset(${JSON.stringify(given)}::json) AS (path text, data json)) WITH ORDINALITY AS given(path, data, at)
      ORDER BY at`;
    return rows.map((row) => row.passes);
  }

  async function expectAsMeant(cases: readonly { filter: WebhookFilter; data: Json }[]): Promise<void> {
    const found = await judged(cases);
    const meant = cases.map(({ filter, data }) => holds(filter, { event: 'order.paid', data }));
    const wrong = cases.flatMap((each, index) =>
      found[index] === meant[index] ? [] : [`${JSON.stringify(each)} is ${found[index]}`],
    );
    expect(wrong.slice(0, 5), `${wrong.length} of ${cases.length}`).to.deep.equal([]);
    expect(new Set(found)).to.deep.equal(new Set([true, false]));
  }

  const OPERATORS: Readonly<Record<string, (operand: FilterValue) => WebhookFilter | null>> = {
    equals: (equals) => ({ equals }),
    in: (value) => ({ in: [value, 'other'] }),
    exists: (value) => ({ exists: value === null }),
    prefix: (value) => (typeof value === 'string' && value ? { prefix: value } : null),
    greater: (value) => (typeof value === 'string' || typeof value === 'number' ? { greater: value } : null),
    less: (value) => (typeof value === 'string' || typeof value === 'number' ? { less: value } : null),
  };

  for (const [name, conditionOf] of Object.entries(OPERATORS)) {
    it(`judges ${name}, and what negates it, on every type of JSON, present and absent`, async () => {
      const conditions = OPERANDS.flatMap((operand) => conditionOf(operand) ?? []);
      const cases = conditions.flatMap((condition) => {
        const filter = { path: 'data.a', ...condition };
        const within = { path: 'data.a.b', ...condition };
        const data = [...VALUES.map((value) => ({ a: value })), { b: 1 }, {}];
        return data.flatMap((each) =>
          [filter, { not: filter }, within].map((one) => ({ filter: one, data: each })),
        );
      });

      await expectAsMeant(cases);
    });
  }

  it('judges trees of all operators', async () => {
    const random = randomFrom(33);
    const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
    const NAMES = ['a', 'b', 'erp id', 'x.y', '"', '$'];
    const tree = (depth: number): WebhookFilter => {
      const kind = depth > 0 ? pick(['leaf', 'not', 'all', 'any']) : 'leaf';
      if (kind === 'not') return { not: tree(depth - 1) };
      if (kind !== 'leaf') return { [kind]: [tree(depth - 1), tree(depth - 1)] };
      const path = ['data', ...(random() < 0.5 ? ['a'] : ['a', 'b'])].join('.');
      for (;;) {
        const condition = pick(Object.values(OPERATORS))(pick(OPERANDS));
        if (condition) return { path, ...condition };
      }
    };
    const json = (depth: number): Json => {
      const kind = depth > 0 ? pick(['value', 'list', 'object', 'object']) : 'value';
      if (kind === 'value') return pick(VALUES);
      if (kind === 'list') return [json(depth - 1), json(depth - 1)];
      return Object.fromEntries([NAMES[0], NAMES[1], pick(NAMES)].map((name) => [name, json(depth - 1)]));
    };

    await expectAsMeant(Array.from({ length: 4000 }, () => ({ filter: tree(4), data: json(3) })));
  });

  it('find members by names with dots, quotes and dollars, and judge by the event’s name', async () => {
    const data = { 'a.b': 1, '"': 2, $: 3, 'erp id': 4 };
    const names = Object.keys(data);
    const at = (name: string) => compileFilter({ path: name, equals: 1 }, () => ['data', name]);
    const passes = passesFilter(Prisma.sql`path`, {
      name: Prisma.sql`'order.paid'::text`,
      data: Prisma.sql`${JSON.stringify(data)}`,
    });

    const rows = await env.system.db.sql<{ passes: boolean }[]>`
      SELECT ${passes} AS passes FROM unnest(${names.map(at)}::text[]) WITH ORDINALITY AS given(path, at) ORDER BY at`;

    expect(rows.map((row) => row.passes)).to.deep.equal([true, false, false, false]);
    const isPaid = { path: 'event', equals: 'order.paid' };
    expect(
      await judged([
        { filter: isPaid, data },
        { filter: { not: isPaid }, data },
      ]),
    ).to.deep.equal([true, false]);
  });

  it('never fail a statement, whatever the path stored is', async () => {
    const paths = ['$.data.a + 1 == 2', '$.data.a', '$.data.a.datetime() > 1', 'strict $.data.x == 1'];
    const passes = passesFilter(Prisma.sql`path`, {
      name: Prisma.sql`'x'::text`,
      data: Prisma.sql`${'{"a":"b"}'}`,
    });

    const rows = await env.system.db.sql<{ passes: boolean }[]>`
      SELECT ${passes} AS passes FROM unnest(${paths}::text[]) AS given(path)`;

    expect(rows.map((row) => row.passes)).to.deep.equal([false, false, false, false]);
  });
});
