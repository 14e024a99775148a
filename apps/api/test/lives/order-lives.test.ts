import { createClock } from '@service/testing';
import { expect } from 'chai';
import fc from 'fast-check';
import { useApi } from '../harness.ts';
import { createShop, type Shop } from '../store/shop.ts';
import { beginLife } from './life.ts';
import { lives, terms } from './steps.ts';

/** `npm run fuzz` lives twenty thousand; a part of them is lived with all other tests. */
const LIVES = Number(process.env.ORDER_LIVES ?? 100);
const SEED = Number(process.env.ORDER_SEED ?? 20_261_125);
const LIVES_OF_A_STORE = 50;

describe('random lives of orders', () => {
  const clock = createClock();
  const api = useApi({ now: clock.now });

  it(`are what a model says after each step, ${LIVES} of them`, async function () {
    let shop: Shop;
    let lived = 0;
    this.timeout(Math.max(300_000, LIVES * 5_000));
    await fc.assert(
      fc.asyncProperty(terms, lives, async (bought, moments) => {
        if (lived++ % LIVES_OF_A_STORE === 0) shop = await openShop();
        const life = await beginLife(api, shop, clock, bought);
        for (const [step, beside] of moments) await life.live(step, beside);
      }),
      { numRuns: LIVES, seed: SEED },
    );
    expect(await api.env.system.db.sql`SELECT * FROM missing_money(NULL)`).to.deep.equal([]);
  });

  /** It takes 10 % off for whoever knows the code, and ships faster for 4.90. */
  async function openShop(): Promise<Shop> {
    const shop = await createShop(api);
    const tenth = { code: 'TENTH', kind: 'percentage', basisPoints: 1000 };
    (await shop.admin('POST', '/discounts', tenth)).expect(201);
    const options = [
      { name: 'Post', amount: 0 },
      { name: 'Courier', amount: 490 },
    ];
    (await shop.admin('PUT', '/settings/shipping', { options })).expect(200);
    return shop;
  }
});
