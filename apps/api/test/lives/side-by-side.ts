import { payments, reports } from '@service/core';
import type { Database } from '@service/db';
import { DAY_MS, SECOND_MS } from '@service/jobs/primitives';
import { type Clock, type TestVies, until } from '@service/testing';
import { expect } from 'chai';
import type { TestApi } from '../harness.ts';
import type { Shop } from '../store/shop.ts';
import { type Figures, modelFigures } from './books.ts';
import { comparePage, compareReports } from './compare.ts';
import { beginLife, type Life } from './life.ts';
import { type OpenShop, openShop } from './open-shop.ts';
import { readPage, readReports } from './read-pages.ts';
import { readRows } from './read-rows.ts';
import type { LifeTerms, Market } from './steps.ts';

interface Place {
  api: TestApi;
  vies: TestVies;
  reader: Database;
  clock: Clock;
}

/** Before this turn of them all a new day begins. */
const TURN_AT_MIDNIGHT = 4;

const CHANGES_AT_ONCE = 5000;

/** As often the front door is looked at when a life ends: the tables are after each step. */
const LOOKS_EVERY = 5;

/** A difference, and in which lives it may lie. */
export class Difference extends Error {
  readonly indices: readonly number[];
  constructor(error: unknown, indices: readonly number[]) {
    super((error as Error).message, { cause: error });
    this.indices = indices;
  }
}

/**
 * Lives that take their steps side by side in the shops of their markets: then a statement compares a step of them all. Answers the
 * shops. Throws a `Difference`.
 */
export async function liveSideBySide(place: Place, chosen: readonly LifeTerms[]): Promise<Shop[]> {
  const { api, clock } = place;
  clock.advance(untilMidnight(clock) - SECOND_MS);
  const markets = [...new Set(chosen.map(([{ market }]) => market))];
  const shops = new Map<Market, OpenShop>();
  for (const market of markets) shops.set(market, await openShop(place, market));
  const lives: Life[] = [];
  for (const [index, [terms]] of chosen.entries()) {
    const open = shops.get(terms.market) as OpenShop;
    lives.push(await found(index, () => beginLife(api, open, clock, terms)));
  }
  const stores = [...shops.values()].map(({ shop }) => ({
    shop,
    lives: [...lives.entries()].filter(([, life]) => life.shop === shop),
    atMidnight: modelFigures([]),
  }));
  const compare = (active: ReadonlySet<number>) => compareLives(place, stores, active);

  await compare(new Set(lives.keys()));
  for (let turn = 0; chosen.some(([, moments]) => turn < moments.length); turn += 1) {
    // Payments are refunded by their age.
    if (turn === TURN_AT_MIDNIGHT) await endDay(place, stores);
    else clock.advance(1);
    const active = new Set<number>();
    await eachStore(stores, async (index, life) => {
      const moment = chosen[index]?.[1][turn];
      if (moment && (await life.take(moment))) active.add(index);
    });
    await compare(active);
  }
  for (const store of stores) await look(store, dayOf(clock.now().getTime() - DAY_MS));
  return stores.map(({ shop }) => shop);
}

interface Store {
  shop: Shop;
  lives: readonly [number, Life][];
  /** What its reports said when the day ended. */
  atMidnight: Figures;
}

const modelsOf = ({ lives }: Store) => lives.map(([, life]) => life);

/** Stores have the time zone UTC. */
const untilMidnight = (clock: Clock) => DAY_MS - (clock.now().getTime() % DAY_MS);

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/** A worker adds up the day that is over, which changes nothing that a report says. */
async function endDay({ api, clock }: Place, stores: readonly Store[]): Promise<void> {
  clock.advance(untilMidnight(clock));
  for (const store of stores) store.atMidnight = modelFigures(modelsOf(store));
  while ((await reports.sumMoney(api.env.system, CHANGES_AT_ONCE)) > 0);
}

/** Does something for each life of a store after the other, and for the stores side by side. */
function eachStore(stores: readonly Store[], work: (index: number, life: Life) => Promise<void>) {
  return Promise.all(
    stores.map(async ({ lives }) => {
      for (const [index, life] of lives) await found(index, () => work(index, life));
    }),
  );
}

async function compareLives(
  place: Place,
  stores: readonly Store[],
  active: ReadonlySet<number>,
): Promise<void> {
  await settle(
    place.api,
    stores.map(({ shop }) => shop.store.tenantId),
  );
  for (const store of stores) {
    const { shop, lives, atMidnight } = store;
    const { tenantId } = shop.store;
    const moved = lives.filter(([index]) => active.has(index));
    if (moved.length === 0) continue;
    const rows = await readRows(
      { db: place.reader.tenant(tenantId), tenantId, today: dayOf(place.clock.now().getTime()) },
      {
        orders: moved.flatMap(([, life]) => life.orderIds()),
        variants: moved.flatMap(([, { variants }]) => variants),
      },
    );
    for (const [index, life] of moved) {
      const ids = new Set(life.orderIds());
      const orders = new Map(rows.orders.filter(({ id }) => ids.has(id)).map((order) => [order.id, order]));
      await found(index, () => life.compare({ orders, goods: rows.goods }));
    }
    const wrong = [
      ...compareReports(rows, modelsOf(store), atMidnight),
      ...[...rows.wrongLedgers, ...rows.wrongStock].map((each) => `wrong: ${JSON.stringify(each)}`),
    ];
    if (wrong.length > 0)
      throw new Difference(
        new Error(wrong.join('\n')),
        moved.map(([index]) => index),
      );
  }
}

/** Until nothing is under way at the provider. */
async function settle({ env }: TestApi, tenantIds: readonly string[]): Promise<void> {
  await until(async () => {
    const [{ isSending, isCancelling }] = await env.system.db.sql<
      [Record<'isSending' | 'isCancelling', boolean>]
    >`
      SELECT
        EXISTS (SELECT FROM refunds WHERE tenant_id = ANY (${tenantIds}::uuid[]) AND send_at IS NOT NULL) AS "isSending",
        EXISTS (SELECT FROM payments WHERE tenant_id = ANY (${tenantIds}::uuid[]) AND cancel_at IS NOT NULL) AS "isCancelling"`;
    if (isCancelling) await payments.cancelDuePayments(env.system);
    return !isSending && !isCancelling;
  }, 'the provider’s answers');
}

/** Whoever looks sees that the front door says the same as the tables. */
async function look(store: Store, yesterday: string): Promise<void> {
  const { shop, lives, atMidnight } = store;
  for (const [index, { family, named }] of lives)
    if (index % LOOKS_EVERY === 0)
      await found(index, () =>
        named(async () => {
          for (const order of family.orders)
            expect(comparePage(await readPage(shop, order), order, family)).to.deep.equal([]);
        }),
      );
  const shown = await readReports(shop, yesterday);
  expect(compareReports(shown, modelsOf(store), atMidnight)).to.deep.equal([]);
}

async function found<Result>(index: number, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw new Difference(error, [index]);
  }
}
