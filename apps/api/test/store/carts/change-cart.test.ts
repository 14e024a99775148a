import { randomUUID } from 'node:crypto';
import { catalog } from '@service/core';
import { createStore, TEST_ADDRESS } from '@service/testing';
import { expect } from 'chai';
import { useApi, useStore } from '../../harness.ts';
import { snapshot } from '../../table-snapshot.ts';
import { createShopper, type Shopper } from '../shopper.ts';

describe('/store/v1/carts', () => {
  const api = useApi();
  const store = useStore(api);
  let shopper: Shopper;

  before(async () => {
    shopper = createShopper(api, store);
  });

  it('start empty in the store’s currency', async () => {
    const cart = (await shopper.send('POST', '', {})).expect(201);

    expect(cart).to.deep.include({ currency: 'EUR', lines: [], total: 0, completed: false, version: 1 });
    expect((await shopper.send('GET', `/${cart.id}`)).expect(200)).to.deep.equal(cart);
  });

  for (const [what, headers] of Object.entries({
    'no key': {},
    'a key of no store': { 'X-Publishable-Key': 'pk_unknown' },
    'an empty key': { 'X-Publishable-Key': '' },
    'a bearer token in its place': { Authorization: 'Bearer pk_unknown' },
  })) {
    it(`are refused with 401 for ${what}`, async () => {
      const before = await snapshot(api.env);

      (await api.request('POST', '/store/v1/carts', { headers, body: {} })).refused('unauthenticated');

      expect(await snapshot(api.env)).to.deep.equal(before);
    });
  }

  describe('lines', () => {
    it('add up by variant, at the catalogue’s price', async () => {
      const cartId = await shopper.createCart();
      const [tea, mug] = [await store.variant(), await store.variant()];

      (await shopper.addLine(cartId, tea, 2)).expect(200);
      (await shopper.addLine(cartId, mug, 1)).expect(200);
      const cart = (await shopper.addLine(cartId, tea, 3)).expect(200);

      const lines = cart.lines.map(({ variantId, quantity, total }: Record<string, unknown>) => ({
        variantId,
        quantity,
        total,
      }));
      expect(lines).to.deep.equal([
        { variantId: tea, quantity: 5, total: 6250 },
        { variantId: mug, quantity: 1, total: 1250 },
      ]);
      expect(cart).to.include({ subtotal: 7500, shippingTotal: 0, total: 7500 });
    });

    it('add up also when they come at once', async () => {
      const cartId = await shopper.createCart();
      const tea = await store.variant();

      const answers = await Promise.all(Array.from({ length: 10 }, () => shopper.addLine(cartId, tea)));

      for (const answer of answers) answer.expect(200);
      const cart = (await shopper.send('GET', `/${cartId}`)).expect(200);
      expect(cart.lines.map(({ quantity }: { quantity: number }) => quantity)).to.deep.equal([10]);
    });

    const productOf = async (status: 'draft' | 'published', owner = store) => {
      const variants = [{ sku: randomUUID(), priceAmount: 1 }];
      const product = await catalog.createProduct(owner.admin, { title: randomUUID(), status, variants });
      return product.variants[0]?.id ?? '';
    };

    for (const [what, variantOf] of Object.entries({
      'of a draft': () => productOf('draft'),
      'of another store': async () => productOf('published', await createStore(api.env.system)),
      'that doesn’t exist': async () => randomUUID(),
    })) {
      it(`don’t take a variant ${what}: 404, nothing written`, async () => {
        const cartId = await shopper.createCart();
        const variantId = await variantOf();
        const before = await snapshot(api.env);

        (await shopper.addLine(cartId, variantId)).refused('not_found');

        expect(await snapshot(api.env)).to.deep.equal(before);
      });
    }

    for (const quantity of [0, -1, 1.5, 10_000, '1', null]) {
      it(`don’t take the quantity ${JSON.stringify(quantity)}`, async () => {
        const cartId = await shopper.createCart();
        const variantId = await store.variant();
        const before = await snapshot(api.env);

        const answer = await shopper.send('POST', `/${cartId}/lines`, { variantId, quantity });

        expect(answer.refused('validation_failed').errors?.map(({ path }) => path)).to.deep.equal([
          '/body/quantity',
        ]);
        expect(await snapshot(api.env)).to.deep.equal(before);
      });
    }

    it('never add up to more than an amount can say', async () => {
      const variants = [{ sku: randomUUID(), priceAmount: Number.MAX_SAFE_INTEGER }];
      const { variants: created } = await catalog.createProduct(store.admin, {
        title: randomUUID(),
        status: 'published',
        variants,
      });
      const cartId = await shopper.createCart();
      const variantId = created[0]?.id ?? '';
      (await shopper.addLine(cartId, variantId, 1)).expect(200);
      const before = await snapshot(api.env);

      (await shopper.addLine(cartId, variantId, 1)).refused('amount_too_large');

      expect(await snapshot(api.env)).to.deep.equal(before);
    });
  });

  describe('e-mail', () => {
    it('is stored trimmed and in lower case', async () => {
      const cartId = await shopper.createCart();

      const cart = (await shopper.send('PATCH', `/${cartId}`, { email: ' Ada@Example.COM ' })).expect(200);

      expect(cart).to.include({ email: 'ada@example.com', version: 2 });
    });

    it('is refused when it is none', async () => {
      const cartId = await shopper.createCart();

      (await shopper.send('PATCH', `/${cartId}`, { email: 'ada@home' })).refused('validation_failed');

      expect((await shopper.send('GET', `/${cartId}`)).body.email).to.equal(null);
    });
  });

  for (const kind of ['shipping', 'billing'] as const) {
    describe(`${kind} address`, () => {
      const set = (cartId: string, address: unknown) =>
        shopper.send('POST', `/${cartId}/${kind}-address`, address);
      const full = {
        ...TEST_ADDRESS,
        company: 'c'.repeat(255),
        line2: 'l'.repeat(512),
        region: 'r'.repeat(255),
        phone: 'p'.repeat(64),
      };

      it('is kept with every field, and replaced as a whole', async () => {
        const cartId = await shopper.createCart();
        const { [`${kind}Address`]: first } = (await set(cartId, { ...full, country: 'at' })).expect(200);

        const { [`${kind}Address`]: second } = (await set(cartId, { ...TEST_ADDRESS, company: null })).expect(
          200,
        );

        expect(first).to.deep.equal({ ...full, country: 'AT' });
        expect(second).to.deep.equal({ ...TEST_ADDRESS, company: null });
      });

      it('is taken at the upper limits', async () => {
        const cartId = await shopper.createCart();
        const text = (length: number) => 'x'.repeat(length);
        const longest = {
          name: text(255),
          line1: text(512),
          city: text(255),
          postalCode: text(32),
          country: 'DE',
        };

        (await set(cartId, longest)).expect(200);
      });

      const limits = {
        name: 255,
        company: 255,
        line1: 512,
        line2: 512,
        city: 255,
        postalCode: 32,
        region: 255,
        phone: 64,
      };
      const required = ['name', 'line1', 'city', 'postalCode', 'country'];
      const wrong: [field: string, what: string, value: unknown][] = [
        ...Object.entries(limits).flatMap(([field, limit]): [string, string, unknown][] => [
          [field, 'empty', ''],
          [field, `${limit + 1} characters`, 'x'.repeat(limit + 1)],
        ]),
        ...required.map((field): [string, string, unknown] => [field, 'missing', undefined]),
        ...required.map((field): [string, string, unknown] => [field, 'null', null]),
        ['country', 'three letters', 'DEU'],
        ['country', 'made up', 'XX'],
        ['country', 'made up too', 'ZZ'],
        ['country', 'a digit', 'D1'],
      ];
      it('is refused with the hint GB for UK, which would be charged no tax', async () => {
        const cartId = await shopper.createCart();
        const before = await snapshot(api.env);

        const { errors } = (await set(cartId, { ...full, country: 'UK' })).refused('validation_failed');

        expect(errors).to.deep.equal([
          {
            path: '/body/country',
            code: 'format',
            message: 'must be an assigned ISO 3166-1 alpha-2 code; the United Kingdom is GB, not UK',
          },
        ]);
        expect(await snapshot(api.env)).to.deep.equal(before);
      });

      for (const [field, what, value] of wrong) {
        it(`is refused: ${field} ${what}`, async () => {
          const cartId = await shopper.createCart();
          const before = await snapshot(api.env);

          const { errors } = (await set(cartId, { ...full, [field]: value })).refused('validation_failed');

          expect(errors?.map(({ path }) => path)).to.deep.equal([`/body/${field}`]);
          expect(await snapshot(api.env)).to.deep.equal(before);
        });
      }
    });
  }

  describe('shipping option', () => {
    it('is one of those that are listed', async () => {
      const cartId = await shopper.createCart();

      const { items } = (await shopper.send('GET', `/${cartId}/shipping-options`)).expect(200);
      const cart = (await shopper.chooseShipping(cartId)).expect(200);

      expect(items).to.have.length(1);
      expect(items[0]).to.include({ name: 'Free shipping', amount: 0 });
      expect(cart.shippingOptionId).to.equal(items[0].id);
    });

    it('of another store is unknown, and nothing is written', async () => {
      const other = await createStore(api.env.system);
      const option = await other.admin.db.shippingOption.findFirstOrThrow();
      const cartId = await shopper.createCart();
      const before = await snapshot(api.env);

      const answer = await shopper.send('POST', `/${cartId}/shipping-option`, {
        shippingOptionId: option.id,
      });

      answer.refused('not_found');
      expect(await snapshot(api.env)).to.deep.equal(before);
    });
  });
});
