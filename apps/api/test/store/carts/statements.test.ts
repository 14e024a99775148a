import { type PostgresSpy, spyOnPostgres, TEST_ADDRESS } from '@service/testing';
import { expect } from 'chai';
import { startApi, type TestApi } from '../../harness.ts';
import { createShop, type Shop } from '../shop.ts';

const LINES = 200;

describe('what a cart costs the database', () => {
  let api: TestApi;
  let shop: Shop;
  let variantIds: string[];
  let spy: PostgresSpy;

  before(async function () {
    this.timeout(60_000);
    api = await startApi();
    shop = await createShop(api);
    variantIds = [];
    for (let index = 0; index < LINES; index += 1) variantIds.push((await shop.variant()).id);
    spy = spyOnPostgres();
  });
  after(async () => {
    spy.close();
    await api.close();
  });

  /** A cart that could be checked out. */
  async function cartOf(lines: number): Promise<string> {
    const cartId = await shop.fullCart({ [variantIds[0] ?? '']: 1 });
    await shop.store.admin.db.cartLine.createMany({
      data: variantIds.slice(1, lines).map((variantId) => ({
        tenantId: shop.store.tenantId,
        cartId,
        variantId,
        quantity: 1,
        seenUnitAmount: 1190n,
      })),
    });
    return cartId;
  }

  async function statementsOf(act: () => Promise<{ expect(status: number): unknown }>, status = 200) {
    spy.statements();
    (await act()).expect(status);
    return spy.statements().length;
  }

  const changes: Record<
    string,
    (cartId: string, lineId: string) => Promise<{ expect(status: number): unknown }>
  > = {
    'reading it': (cartId) => shop.send('GET', `/${cartId}`),
    'adding a line': (cartId) => shop.addLine(cartId, variantIds[0] ?? ''),
    'changing a line': (cartId, lineId) => shop.send('PATCH', `/${cartId}/lines/${lineId}`, { quantity: 3 }),
    'the e-mail': (cartId) => shop.send('PATCH', `/${cartId}`, { email: 'ada@example.com' }),
    'the shipping address': (cartId) => shop.setAddress(cartId),
    'the billing address': (cartId) => shop.send('POST', `/${cartId}/billing-address`, TEST_ADDRESS),
    'a discount code': (cartId) => shop.send('POST', `/${cartId}/discount-code`, { code: 'FLAT' }),
    'taking the code off': (cartId) => shop.send('DELETE', `/${cartId}/discount-code`),
    'removing a line': (cartId, lineId) => shop.send('DELETE', `/${cartId}/lines/${lineId}`),
  };

  it('is at most three statements for each change, the same for 1 and 200 lines', async () => {
    await shop.admin('POST', '/discounts', { code: 'FLAT', kind: 'free_shipping' });
    const counted: Record<string, number[]> = {};
    for (const lines of [1, LINES]) {
      const cartId = await cartOf(lines);
      const [line] = (await shop.send('GET', `/${cartId}`)).expect(200).lines;
      for (const [what, change] of Object.entries(changes))
        counted[what] = [...(counted[what] ?? []), await statementsOf(() => change(cartId, line.id))];
    }

    for (const [what, [few = 0, many]] of Object.entries(counted)) {
      expect(few, what).to.be.within(1, 3);
      expect(many, what).to.equal(few);
    }
    expect(counted['reading it']).to.deep.equal([1, 1]);
  });

  it('is as many statements for the checkout of 200 lines as for one', async () => {
    const [small, large] = [await cartOf(1), await cartOf(LINES)];

    const few = await statementsOf(() => shop.checkOut(small), 201);
    const many = await statementsOf(() => shop.checkOut(large), 201);

    expect(many).to.equal(few);
    // The cart closed and read, the stock reserved, the order placed, the payment with its reference.
    expect(few).to.equal(5);
  });
});
