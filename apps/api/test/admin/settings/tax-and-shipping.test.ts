import { randomUUID } from 'node:crypto';
import { createClock, paymentSucceeded, TEST_ADDRESS } from '@service/testing';
import { expect } from 'chai';
import { useApi } from '../../harness.ts';
import { refundsSent } from '../../refunds-sent.ts';
import { createShop, useShopOfEach } from '../../store/shop.ts';
import { createShopper, type Shopper } from '../../store/shopper.ts';
import { createProvider } from '../../webhooks/payment/callback.ts';

describe('/admin/v1/settings', () => {
  const clock = createClock(new Date('2026-03-10T12:00:00.000Z'));
  const api = useApi({ now: clock.now });
  const shop = useShopOfEach(api);

  const shipTo = async (cartId: string, country: string) =>
    (await shop.send('POST', `/${cartId}/shipping-address`, { ...TEST_ADDRESS, country })).expect(200);

  describe('/tax', () => {
    it('starts with prices that include tax and no rates of its own', async () => {
      const settings = (await shop.admin('GET', '/settings/tax')).expect(200);

      expect(settings).to.deep.equal({
        ...{ pricesIncludeTax: true, rates: [], classes: [], shippingTaxClass: null },
        ...{ belowOssThreshold: false, exemptReason: null, exemptReasonCode: null, provider: null },
        version: 0,
      });
    });

    it('charges the standard rate of where the goods go, and none outside of the EU', async () => {
      const { id } = await shop.variant({ priceAmount: 10_000 });
      const cartId = await shop.createCart();
      (await shop.addLine(cartId, id)).expect(200);

      const french = await shipTo(cartId, 'fr');
      const finnish = await shipTo(cartId, 'FI');
      const american = await shipTo(cartId, 'US');

      expect(french.taxLines).to.deep.equal([
        { country: 'FR', rateBasisPoints: 2000, baseAmount: 8333, amount: 1667 },
      ]);
      expect(finnish.taxLines[0]).to.include({ country: 'FI', rateBasisPoints: 2550, amount: 2032 });
      expect(american).to.include({ taxTotal: 0, total: 10_000, reverseCharge: false });
    });

    it('taxes small lines as a whole, and credits all of it in whatever parts they are refunded', async () => {
      const variants = [];
      for (let line = 0; line < 12; line += 1) variants.push((await shop.variant({ priceAmount: 3 })).id);
      const { order } = (
        await shop.checkOut(await shop.fullCart(Object.fromEntries(variants.map((id) => [id, 1]))))
      ).expect(201);
      (await createProvider(api)(paymentSucceeded(order.id))).expect(200);

      const { lines, taxLines } = (await shop.admin('GET', `/orders/${order.id}`)).expect(200);
      const invoice = (await shop.admin('GET', `/orders/${order.id}/invoice/data`)).expect(200);
      const notes = [];
      for (const { id } of lines) {
        const refund = { lines: [{ lineId: id, quantity: 1 }] };
        const { creditNoteId } = (await shop.admin('POST', `/orders/${order.id}/refunds`, refund)).expect(
          201,
        );
        notes.push((await shop.admin('GET', `/credit-notes/${creditNoteId}/data`)).expect(200));
      }
      await refundsSent(shop.store);

      // Each line by itself holds less than half a cent.
      const ofAll = [{ country: 'DE', rateBasisPoints: 1900, baseAmount: 30, amount: 6 }];
      expect(taxLines).to.deep.equal(ofAll);
      expect(invoice).to.deep.include({ taxLines: ofAll, taxTotal: 6, total: 36 });
      const sum = (amounts: number[]) => amounts.reduce((total, each) => total + each, 0);
      expect(sum(lines.map(({ taxTotal }: { taxTotal: number }) => taxTotal))).to.equal(6);
      const credited = notes.flatMap((note) => note.taxLines);
      expect(sum(credited.map(({ amount }) => amount))).to.equal(6);
      expect(sum(credited.map(({ baseAmount }) => baseAmount))).to.equal(30);
    });

    it('lets a rate of the store go before the table, from its day on', async () => {
      const { id } = await shop.variant({ priceAmount: 10_000 });
      const cartId = await shop.createCart();
      (await shop.addLine(cartId, id)).expect(200);
      const rates = [
        { country: 'us', rateBasisPoints: 850 },
        { country: 'FR', rateBasisPoints: 550, validFrom: '2020-01-01' },
        { country: 'AT', rateBasisPoints: 1, validFrom: '2999-01-01' },
      ];

      const settings = (await shop.admin('PUT', '/settings/tax', { pricesIncludeTax: false, rates })).expect(
        200,
      );

      expect(settings.rates[0]).to.deep.equal({ country: 'US', rateBasisPoints: 850 });
      expect((await shop.admin('GET', '/settings/tax')).body).to.deep.equal(settings);
      expect(await shipTo(cartId, 'US')).to.include({ subtotal: 10_000, taxTotal: 850, total: 10_850 });
      expect(await shipTo(cartId, 'FR')).to.include({ taxTotal: 550 });
      expect(await shipTo(cartId, 'AT')).to.include({ taxTotal: 2000, pricesIncludeTax: false });
    });

    it('begins with a rate on its day in the store’s time zone, for every group', async () => {
      const { id } = await shop.variant({ priceAmount: 11_900 });
      const [today, tomorrow] = ['2026-03-10', '2026-03-11'];
      const rates = [
        { country: 'DE', rateBasisPoints: 1900, validFrom: today },
        { country: 'DE', rateBasisPoints: 700, validFrom: tomorrow },
      ];
      (await shop.admin('PUT', '/settings/tax', { pricesIncludeTax: true, rates })).expect(200);
      const net = { name: 'Net', pricesIncludeTax: false };
      const group = (await shop.admin('POST', '/customer-groups', net)).expect(201);
      const member = await shop.store.customer();
      (await shop.admin('PATCH', `/customers/${member.id}`, { customerGroupId: group.id })).expect(200);
      const ofGroup = createShopper(api, shop.store, member.token);
      const shownIn = async (timeZone: string) => {
        const {
          pendingHosts: _,
          version: __,
          ...settings
        } = (await shop.admin('GET', '/settings')).expect(200);
        (await shop.admin('PUT', '/settings', { ...settings, timeZone })).expect(200);
        const cartId = await shop.createCart();
        (await shop.addLine(cartId, id)).expect(200);
        const { taxLines } = await shipTo(cartId, 'DE');
        const { lines } = (await ofGroup.addLine(await ofGroup.createCart(), id)).expect(200);
        return [taxLines[0].rateBasisPoints, lines[0].unitAmount];
      };

      expect(await shownIn('UTC')).to.deep.equal([1900, 10_000]);
      // 12:00 in UTC is 01:00 of the next day there.
      expect(await shownIn('Pacific/Auckland')).to.deep.equal([700, 11_121]);
    });

    it('refuses a rate above the whole and a country that is none', async () => {
      const put = (rate: object) =>
        shop.admin('PUT', '/settings/tax', { pricesIncludeTax: true, rates: [rate] });

      (await put({ country: 'DE', rateBasisPoints: 10_001 })).refused('validation_failed');
      (await put({ country: 'Germany', rateBasisPoints: 1900 })).refused('validation_failed');
      (await put({ country: 'DE', rateBasisPoints: 1900, validFrom: 'soon' })).refused('validation_failed');
      expect((await shop.admin('GET', '/settings/tax')).body).to.include({ version: 0 });
    });
  });

  describe('/shipping', () => {
    const putOptions = (options: object[]) => shop.admin('PUT', '/settings/shipping', { options });

    it('replaces the options: changed by id, new without one, gone when not listed', async () => {
      const { options } = (await shop.admin('GET', '/settings/shipping')).expect(200);
      const parcel = { name: 'Parcel', amount: 490, countries: ['de', 'AT', 'DE'], freeFrom: 5000 };

      const first = (await putOptions([parcel, { ...options[0], name: 'Pick-up' }])).expect(200);
      const second = (await putOptions([{ ...first.options[0], amount: 590 }])).expect(200);

      expect(first.options.map(({ name }: { name: string }) => name)).to.deep.equal(['Parcel', 'Pick-up']);
      expect(first.options[0]).to.deep.include({ countries: ['DE', 'AT'], freeFrom: 5000 });
      expect(first.options[1].id).to.equal(options[0].id);
      expect(second.options).to.deep.equal([{ ...first.options[0], amount: 590 }]);
      expect((await shop.admin('GET', '/settings/shipping')).body).to.deep.equal(second);
    });

    it('offers an option where it ships, free from its threshold on', async () => {
      (
        await putOptions([
          { name: 'Parcel', amount: 490, countries: ['DE'], freeFrom: 3000 },
          { name: 'Abroad', amount: 1490 },
        ])
      ).expect(200);
      const { id } = await shop.variant({ priceAmount: 1500 });
      const cartId = await shop.createCart();
      (await shop.addLine(cartId, id)).expect(200);
      const offered = async () => (await shop.send('GET', `/${cartId}/shipping-options`)).expect(200).items;
      const named = (options: { name: string; amount: number }[]) =>
        options.map(({ name, amount }) => [name, amount]);

      await shipTo(cartId, 'DE');
      const one = await offered();
      (await shop.addLine(cartId, id)).expect(200);
      const two = await offered();
      await shipTo(cartId, 'FR');
      const french = await offered();

      expect(named(one)).to.deep.equal([
        ['Parcel', 490],
        ['Abroad', 1490],
      ]);
      expect(named(two)).to.deep.equal([
        ['Parcel', 0],
        ['Abroad', 1490],
      ]);
      expect(named(french)).to.deep.equal([['Abroad', 1490]]);
      const choice = { shippingOptionId: one[0].id };
      (await shop.send('POST', `/${cartId}/shipping-option`, choice)).refused('not_found');
    });

    it('charges by weight, quantity or value, as far as the last tier reaches', async () => {
      const tiers = [
        { from: 2000, amount: 690 },
        { from: 5000, amount: null },
      ];
      const few = [{ from: 3, amount: 0 }];
      const options = [
        { name: 'Parcel', amount: 490, tiersBy: 'weight', tiers },
        { name: 'Courier', amount: 900, tiersBy: 'quantity', tiers: few },
        {
          name: 'Van',
          amount: 5000,
          tiersBy: 'value',
          tiers: [{ from: 4000, amount: 1000 }],
          freeFrom: 6000,
        },
      ];
      const saved = (await putOptions(options)).expect(200);
      const { id } = await shop.variant({ priceAmount: 2000, weightGrams: 1000 });
      const download = await shop.variant({ priceAmount: 9000, weightGrams: 9000, requiresShipping: false });
      const cartId = await shop.createCart();
      (await shop.addLine(cartId, download.id)).expect(200);
      const offered = async () => {
        (await shop.addLine(cartId, id)).expect(200);
        const { items } = (await shop.send('GET', `/${cartId}/shipping-options`)).expect(200);
        return items.map(({ name, amount }: { name: string; amount: number }) => `${name} ${amount}`);
      };

      expect(saved.options[0]).to.deep.include({ tiersBy: 'weight', tiers, postalCodes: [] });
      expect(await offered()).to.deep.equal(['Parcel 490', 'Courier 900', 'Van 5000']);
      expect(await offered()).to.deep.equal(['Parcel 690', 'Courier 900', 'Van 1000']);
      (await shop.chooseShipping(cartId)).expect(200);
      expect(await offered()).to.deep.equal(['Parcel 690', 'Courier 0', 'Van 0']);
      await offered();
      const heavy = await offered();
      const cart = await shop.read(cartId);
      const choice = { shippingOptionId: saved.options[0].id };

      expect(heavy).to.deep.equal(['Courier 0', 'Van 0']);
      expect(cart).to.deep.include({ issues: ['shipping_option_unavailable'], shippingTotal: 0 });
      (await shop.send('POST', `/${cartId}/shipping-option`, choice)).refused('not_found');
      expect(await shop.read(cartId)).to.deep.equal(cart);
    });

    it('has the tiers of each currency, in the terms of the buyer', async () => {
      const euros = [{ from: 2, amount: 1190 }];
      const francs = [{ from: 2, amount: 2000 }];
      const prices = [{ currency: 'chf', amount: 1500, tiers: francs }];
      const options = [{ name: 'Parcel', amount: 595, tiersBy: 'quantity', tiers: euros, prices }];
      (await putOptions(options)).expect(200);
      const { id } = await shop.variant({ priceAmount: 1190 });
      const list = (await shop.admin('POST', '/price-lists', { name: 'CHF', currency: 'CHF' })).expect(201);
      const priced = { prices: [{ variantId: id, minQuantity: 1, amount: 1300 }] };
      (await shop.admin('POST', `/price-lists/${list.id}/prices`, priced)).expect(200);
      const group = (
        await shop.admin('POST', '/customer-groups', { name: 'Net', pricesIncludeTax: false })
      ).expect(201);
      const member = await shop.store.customer();
      (await shop.admin('PATCH', `/customers/${member.id}`, { customerGroupId: group.id })).expect(200);
      const totalsOf = async (cartId: string, shopper = shop as Shopper) => {
        (await shopper.addLine(cartId, id, 2)).expect(200);
        (await shopper.setAddress(cartId)).expect(200);
        return (await shopper.chooseShipping(cartId)).expect(200).shippingTotal;
      };
      const net = createShopper(api, shop.store, member.token);

      expect(await totalsOf(await shop.createCart())).to.equal(1190);
      expect(await totalsOf((await shop.send('POST', '', { currency: 'CHF' })).expect(201).id)).to.equal(
        2000,
      );
      expect(await totalsOf(await net.createCart(), net)).to.equal(1000);
    });

    it('offers an option by postal code, once the address has one', async () => {
      (
        await putOptions([
          { name: 'Bike', amount: 300, countries: ['DE'], postalCodes: ['10*', '12000-12999'] },
          { name: 'Post', amount: 490 },
        ])
      ).expect(200);
      const cartId = await shop.createCart();
      (await shop.addLine(cartId, (await shop.variant()).id)).expect(200);
      const offered = async (postalCode?: string) => {
        if (postalCode) (await shop.setAddress(cartId, { ...TEST_ADDRESS, postalCode })).expect(200);
        const { items } = (await shop.send('GET', `/${cartId}/shipping-options`)).expect(200);
        return items.map(({ name }: { name: string }) => name);
      };

      expect(await offered()).to.deep.equal(['Post']);
      expect(await offered('10117')).to.deep.equal(['Bike', 'Post']);
      (await shop.chooseShipping(cartId)).expect(200);
      expect(await offered('12 345')).to.deep.equal(['Bike', 'Post']);
      expect(await offered('80331')).to.deep.equal(['Post']);
      expect(await shop.read(cartId)).to.deep.include({ issues: ['shipping_option_unavailable'] });
    });

    it('offers a cart the options that take all of its goods, by their profiles', async () => {
      (
        await putOptions([
          { name: 'Parcel', amount: 490 },
          { name: 'Freight', amount: 4900, profiles: ['bulky'] },
          { name: 'Van', amount: 9900, profiles: ['bulky', 'cooled'] },
        ])
      ).expect(200);
      const [tea, sofa, ice] = [
        await shop.variant(),
        await shop.variant({ shippingProfile: 'bulky' }),
        await shop.variant({ shippingProfile: 'cooled' }),
      ];
      const cartId = await shop.createCart();
      const offered = async ({ id }: { id: string }) => {
        (await shop.addLine(cartId, id)).expect(200);
        const { items } = (await shop.send('GET', `/${cartId}/shipping-options`)).expect(200);
        return items.map(({ name }: { name: string }) => name);
      };

      expect(await offered(tea)).to.deep.equal(['Parcel', 'Freight', 'Van']);
      (await shop.chooseShipping(cartId)).expect(200);
      expect(await offered(sofa)).to.deep.equal(['Freight', 'Van']);
      expect(await shop.read(cartId)).to.deep.include({ issues: ['shipping_option_unavailable'] });
      expect(await offered(ice)).to.deep.equal(['Van']);
      (await shop.setAddress(cartId)).expect(200);
      expect((await shop.chooseShipping(cartId)).expect(200)).to.include({ shippingTotal: 9900 });
      expect((await shop.checkOut(cartId)).expect(201).order).to.include({ shippingTotal: 9900 });

      const path = `/products/${tea.productId}/variants/${tea.id}`;
      const before = (await shop.admin('GET', path)).expect(200);
      (await shop.admin('PATCH', path, { shippingProfile: 'Bulky!' })).refused('validation_failed');
      expect((await shop.admin('GET', path)).body).to.deep.equal(before);
      (await putOptions([{ name: 'Van', amount: 1, profiles: ['Bulky!'] }])).refused('validation_failed');
    });

    it('refuses tiers and postal codes that can’t be used, each by its place, and changes nothing', async () => {
      const before = (await shop.admin('GET', '/settings/shipping')).expect(200);
      const option = { name: 'Parcel', amount: 490 };
      const tiers = [{ from: 2, amount: 1 }];
      const prices = [{ currency: 'CHF', amount: 1, tiers }];
      const wrong: [string, object][] = [
        ['/body/options/0/tiers', { ...option, tiers }],
        ['/body/options/0/prices/0/tiers', { ...option, prices }],
        ['/body/options/0/tiers/1/from', { ...option, tiersBy: 'weight', tiers: [...tiers, ...tiers] }],
        ['/body/options/0/postalCodes/0', { ...option, postalCodes: ['20000-10000'] }],
        ['/body/options/0/postalCodes/1', { ...option, postalCodes: ['1*', '1-22'] }],
        ['/body/options/0/postalCodes/0', { ...option, postalCodes: ['.*'] }],
        ['/body/options/0/postalCodes', { ...option, postalCodes: Array(101).fill('1*') }],
        ['/body/options/0/tiers', { ...option, tiersBy: 'value', tiers: Array(51).fill(tiers[0]) }],
      ];
      for (const [path, body] of wrong) {
        const { errors = [] } = (await putOptions([body])).refused('validation_failed');
        expect(errors.map((each) => each.path)).to.deep.equal([path]);
      }

      expect((await shop.admin('GET', '/settings/shipping')).body).to.deep.equal(before);
    });

    it('taxes shipping with the goods', async () => {
      (await putOptions([{ name: 'Parcel', amount: 119 }])).expect(200);
      const cartId = await shop.fullCart({ [(await shop.variant({ priceAmount: 1190 })).id]: 1 });

      const cart = (await shop.send('GET', `/${cartId}`)).expect(200);

      expect(cart).to.include({ shippingTotal: 119, taxTotal: 209, total: 1309 });
      expect(cart.taxLines).to.deep.equal([
        { country: 'DE', rateBasisPoints: 1900, baseAmount: 1100, amount: 209 },
      ]);
    });

    it('tells a cart whose option is no longer offered, and refuses its checkout', async () => {
      (await putOptions([{ name: 'Parcel', amount: 490, countries: ['DE'] }])).expect(200);
      const { id } = await shop.variant({ priceAmount: 1500 });
      const [moved, removed] = [await shop.fullCart({ [id]: 1 }), await shop.fullCart({ [id]: 1 })];

      const cart = await shipTo(moved, 'FR');
      (await putOptions([{ name: 'Other', amount: 1 }])).expect(200);

      expect(cart).to.deep.include({ issues: ['shipping_option_unavailable'], shippingTotal: 0 });
      for (const cartId of [moved, removed]) {
        const { errors = [] } = (await shop.checkOut(cartId)).refused('cart_incomplete');
        expect(errors.map(({ path }) => path)).to.deep.equal(['/cart/shippingOptionId']);
      }
    });

    it('refuses an id that is unknown, listed twice or of another store, and changes nothing', async () => {
      const before = (await shop.admin('GET', '/settings/shipping')).expect(200);
      const other = await createShop(api);
      const others = (await other.admin('GET', '/settings/shipping')).expect(200);
      const option = { name: 'Mine', amount: 1 };

      (await putOptions([{ ...option, id: randomUUID() }])).refused('validation_failed');
      (await putOptions([{ ...option, id: others.options[0].id }])).refused('validation_failed');
      (await putOptions([before.options[0], before.options[0]])).refused('validation_failed');

      expect((await shop.admin('GET', '/settings/shipping')).body).to.deep.equal(before);
      expect((await other.admin('GET', '/settings/shipping')).body).to.deep.equal(others);
    });

    it('keeps the options of one replacement when several come at once', async () => {
      const answers = await Promise.all(
        ['A', 'B', 'C', 'D'].map((name) =>
          putOptions([
            { name: `${name}1`, amount: 1 },
            { name: `${name}2`, amount: 2 },
          ]),
        ),
      );

      for (const answer of answers) answer.expect(200);
      const { options } = (await shop.admin('GET', '/settings/shipping')).expect(200);
      expect(options).to.have.lengthOf(2);
      expect(options[0].name[0]).to.equal(options[1].name[0]);
    });
  });
});
