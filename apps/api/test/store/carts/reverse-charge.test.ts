import { randomUUID } from 'node:crypto';
import { customers, vat } from '@service/core';
import {
  paymentSucceeded,
  startVies,
  TEST_ADDRESS,
  useFixture,
  viesError,
  viesInvalid,
  viesValid,
} from '@service/testing';
import { expect } from 'chai';
import { useApi } from '../../harness.ts';
import { createProvider } from '../../webhooks/payment/callback.ts';
import { useShopOfEach } from '../shop.ts';
import { createShopper, type Shopper } from '../shopper.ts';

const VIENNA = { ...TEST_ADDRESS, city: 'Wien', postalCode: '1010', country: 'AT' };
const AUSTRIAN = 'ATU12345675';
const GREEK = 'GR 094259216';
const GERMAN = 'DE136695976';
const PASSWORD = 'a long enough password';

interface Business extends Shopper {
  id: string;
  /** Sets the customer's number and asks VIES. */
  number(vatNumber: string | null): Promise<void>;
  /** Asks VIES about the number again. */
  recheck(): Promise<void>;
}

describe('reverse charge', () => {
  const api = useApi();
  const vies = useFixture(startVies, { close: (server) => server.close() });
  const shop = useShopOfEach(api);

  beforeEach(() => vies.answer(viesValid));

  async function askVies(): Promise<void> {
    const eu = vat.createVies({ url: vies.url });
    for (const check of api.env.enqueuedVatChecks.splice(0))
      await customers.runVatCheck(api.env.system, eu, check);
  }

  async function business(): Promise<Business> {
    const email = `${randomUUID()}@example.com`;
    const { id } = (await shop.admin('POST', '/customers', { email, password: PASSWORD })).expect(201);
    const { token } = await customers.login(shop.store.storefront, { email, password: PASSWORD });
    return {
      ...createShopper(api, shop.store, token),
      id,
      async number(vatNumber) {
        (await shop.admin('PATCH', `/customers/${id}`, { vatNumber })).expect(200);
        await askVies();
      },
      async recheck() {
        (await shop.admin('POST', `/customers/${id}/vat/recheck`)).expect(202);
        await askVies();
      },
    };
  }

  /** A cart of 2 × 11.90, German VAT in it, that goes there. */
  async function cartOf(shopper: Shopper, address: object = VIENNA): Promise<string> {
    const cartId = await shopper.fullCart({ [(await shop.variant({ priceAmount: 1190 })).id]: 2 });
    (await shopper.setAddress(cartId, address)).expect(200);
    return cartId;
  }

  it('removes the tax for a valid number of another member state, and only for that', async () => {
    const engines = await business();
    const cartId = await cartOf(engines);
    const guests = await cartOf(shop);
    await engines.number(AUSTRIAN);

    expect(await engines.read(cartId)).to.deep.include({
      reverseCharge: true,
      subtotal: 2000,
      taxTotal: 0,
      total: 2000,
      taxLines: [{ country: 'AT', rateBasisPoints: 0, baseAmount: 2000, amount: 0 }],
    });
    expect(await shop.read(guests)).to.deep.include({ reverseCharge: false, taxTotal: 397, total: 2380 });
    expect(await engines.read(guests)).to.deep.include({ reverseCharge: false, total: 2380 });
    const claimed = (await engines.send('POST', `/${guests}/claim`)).expect(200);
    expect(claimed).to.include({ reverseCharge: true, taxTotal: 0, total: 2000 });
  });

  it('knows Greece, whose numbers begin with EL', async () => {
    const engines = await business();
    const cartId = await cartOf(engines);
    await engines.number(GREEK);

    expect(await engines.read(cartId)).to.include({ reverseCharge: true, total: 2000 });
  });

  for (const [what, prepare] of Object.entries({
    'while nobody has answered': async (engines: Business) => {
      await shop.admin('PATCH', `/customers/${engines.id}`, { vatNumber: AUSTRIAN });
      api.env.enqueuedVatChecks.splice(0);
    },
    'when VIES can’t say': async (engines: Business) => {
      vies.answer(() => viesError('MS_UNAVAILABLE'));
      await engines.number(AUSTRIAN);
    },
    'for a number that VIES doesn’t know': async (engines: Business) => {
      vies.answer(viesInvalid);
      await engines.number(AUSTRIAN);
    },
    'for a valid number of the store’s own country': (engines: Business) => engines.number(GERMAN),
    'for a number from outside the EU': (engines: Business) => engines.number('CHE123456788MWST'),
  })) {
    it(`is none ${what}: VAT is charged, and the order says so`, async () => {
      const engines = await business();
      const cartId = await cartOf(engines);
      await prepare(engines);

      expect(await engines.read(cartId)).to.include({ reverseCharge: false, taxTotal: 397, total: 2380 });
      const { order } = (await engines.checkOut(cartId)).expect(201);
      expect(order).to.include({ reverseCharge: false, taxTotal: 397, total: 2380 });
      expect((await shop.admin('GET', `/orders/${order.id}`)).expect(200).reverseCharge).to.equal(false);
    });
  }

  it('is none for goods that stay in the store’s country', async () => {
    const engines = await business();
    await engines.number(AUSTRIAN);

    expect(await engines.read(await cartOf(engines, TEST_ADDRESS))).to.include({
      reverseCharge: false,
      taxTotal: 380,
      total: 2380,
    });
  });

  it('comes and goes on open carts with what VIES says, from the next reading on', async () => {
    const engines = await business();
    const cartId = await cartOf(engines);
    const seen: boolean[] = [];
    const look = async () => seen.push((await engines.read(cartId)).reverseCharge);

    await look();
    await engines.number(AUSTRIAN);
    await look();
    vies.answer(viesInvalid);
    await engines.recheck();
    await look();
    vies.answer(viesValid);
    await engines.recheck();
    await look();
    await engines.number(null);
    await look();

    expect(seen).to.deep.equal([false, true, false, true, false]);
  });

  it('holds for a guest’s cart that the business checks out, which makes it theirs', async () => {
    const engines = await business();
    await engines.number(AUSTRIAN);
    const cartId = await cartOf(shop);

    const { detail } = (await engines.send('POST', `/${cartId}/checkout`, { expectedTotal: 2380 })).refused(
      'total_changed',
    );
    const { order } = (await engines.send('POST', `/${cartId}/checkout`, { expectedTotal: 2000 })).expect(
      201,
    );

    expect(detail).to.contain('2000');
    expect(order).to.include({ reverseCharge: true, taxTotal: 0, total: 2000 });
  });

  it('that ended after the shopper looked is not checked out at the old total', async () => {
    const engines = await business();
    await engines.number(AUSTRIAN);
    const cartId = await cartOf(engines);
    const { total } = await engines.read(cartId);
    vies.answer(viesInvalid);
    await engines.recheck();

    const { detail } = (await engines.send('POST', `/${cartId}/checkout`, { expectedTotal: total })).refused(
      'total_changed',
    );

    expect(detail).to.contain('2380');
  });

  it('stays on the order with the number that it rests on, whatever becomes of the number', async () => {
    const engines = await business();
    await engines.number(AUSTRIAN);
    const cartId = await cartOf(engines);

    const { order } = (await engines.checkOut(cartId)).expect(201);
    (await createProvider(api)(paymentSucceeded(order.id))).expect(200);
    await engines.number(null);
    const stored = (await shop.admin('GET', `/orders/${order.id}`)).expect(200);

    expect(order).to.include({ reverseCharge: true, taxTotal: 0, total: 2000 });
    expect(stored).to.deep.include({
      customerId: engines.id,
      reverseCharge: true,
      vatNumber: AUSTRIAN,
      vatStatus: 'valid',
      taxTotal: 0,
      total: 2000,
    });
    expect(stored.payments[0]).to.include({ amount: 2000 });
    expect(stored.lines[0]).to.include({ unitAmount: 1000, taxTotal: 0, rateBasisPoints: 0, total: 2000 });
    expect((await engines.send('GET', `/${cartId}/order`)).expect(200)).to.include({ vatNumber: AUSTRIAN });
  });
});
