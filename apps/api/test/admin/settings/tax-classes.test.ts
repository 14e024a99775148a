import { inTransaction } from '@service/core';
import {
  paymentSucceeded,
  queryAsOwner,
  TEST_ADDRESS,
  until,
  untilWaitedFor,
  validateCii,
} from '@service/testing';
import { expect } from 'chai';
import { useApi } from '../../harness.ts';
import { refundsSent } from '../../refunds-sent.ts';
import { useShopOfEach } from '../../store/shop.ts';
import { createShopper, type Shopper } from '../../store/shopper.ts';
import { pagesOf } from '../orders/pages-of.ts';

const SELLER = {
  ...{ name: 'Buch & Tee GmbH', line1: 'Weg 1', postalCode: '10117', city: 'Berlin', country: 'DE' },
  ...{ registration: 'Amtsgericht Charlottenburg, HRB 12345', email: 'laden@example.com' },
};

interface TaxLine {
  rateBasisPoints: number;
  exempt?: true;
  baseAmount: number;
  amount: number;
}

const sum = (amounts: number[]) => amounts.reduce((total, each) => total + each, 0);

describe('tax classes', () => {
  const api = useApi();
  const shop = useShopOfEach(api);

  const tax = (body: object) => shop.admin('PUT', '/settings/tax', { pricesIncludeTax: true, ...body });
  const ship = async (amount: number) =>
    (await shop.admin('PUT', '/settings/shipping', { options: [{ name: 'Paket', amount }] })).expect(200);
  const invoicing = async () => {
    const body = { name: 'Buch & Tee', currency: 'EUR', vatNumber: 'DE136695976', seller: SELLER };
    (await shop.admin('PUT', '/settings', body)).expect(200);
  };
  const taxLinesOf = ({ taxLines }: { taxLines: TaxLine[] }) =>
    taxLines.map(({ rateBasisPoints, exempt, baseAmount, amount }) =>
      exempt ? ['exempt', baseAmount, amount] : [rateBasisPoints, baseAmount, amount],
    );

  async function cartOf(lines: [priceAmount: number, taxClass: string][], shopper: Shopper = shop) {
    const cartId = await shopper.createCart();
    for (const [priceAmount, taxClass] of lines)
      (await shopper.addLine(cartId, (await shop.variant({ priceAmount, taxClass })).id)).expect(200);
    (await shopper.setAddress(cartId)).expect(200);
    (await shopper.chooseShipping(cartId)).expect(200);
    return cartId;
  }

  async function paid(cartId: string, shopper: Shopper = shop) {
    const { order } = (await shopper.checkOut(cartId)).expect(201);
    await shop.tell(paymentSucceeded(order.id));
    return shop.getOrder(order.id);
  }

  async function textOf(path: string, kind: 'pdf' | 'xml'): Promise<string> {
    const headers = { authorization: `Bearer ${shop.store.token()}` };
    const response = await fetch(`${api.url}/admin/v1${path}${kind === 'xml' ? '/xml' : ''}`, { headers });
    expect(response.status, path).to.equal(200);
    return kind === 'xml' ? response.text() : (await pagesOf(await response.arrayBuffer())).join(' ');
  }

  it('tax each line by its class, in documents, refunds and reports, and shipping as the goods', async () => {
    await invoicing();
    await ship(600);

    const order = await paid(
      await cartOf([
        [1070, 'reduced'],
        [1190, 'standard'],
      ]),
    );
    const [book, tea] = order.lines;
    const invoice = (await shop.admin('GET', `/orders/${order.id}/invoice/data`)).expect(200);
    const refund = { lines: [{ lineId: book.id, quantity: 1 }] };
    const { creditNoteId } = (await shop.refund(order.id, refund)).expect(201);
    const note = (await shop.admin('GET', `/credit-notes/${creditNoteId}/data`)).expect(200);
    const rest = (await shop.refund(order.id)).expect(201);
    const last = (await shop.admin('GET', `/credit-notes/${rest.creditNoteId}/data`)).expect(200);
    await refundsSent(shop.store);

    // Of 600 for shipping 284 are of the books, 316 of the tea.
    expect(taxLinesOf(order)).to.deep.equal([
      [700, 1265, 89],
      [1900, 1266, 240],
    ]);
    expect([book, tea].map((line) => [line.taxClass, line.rateBasisPoints, line.taxTotal])).to.deep.equal([
      ['reduced', 700, 70],
      ['standard', 1900, 190],
    ]);
    expect(order).to.include({ subtotal: 2260, shippingTotal: 600, taxTotal: 329, total: 2860 });
    expect(taxLinesOf(invoice)).to.deep.equal(taxLinesOf(order));
    expect(taxLinesOf(note)).to.deep.equal([[700, 1000, 70]]);
    for (const [index, [rate, base, amount]] of taxLinesOf(order).entries()) {
      const credited = [note, last].flatMap(({ taxLines }) =>
        taxLines.filter((each: TaxLine) => each.rateBasisPoints === rate),
      );
      expect(
        [sum(credited.map((each) => each.baseAmount)), sum(credited.map((each) => each.amount))],
        `${index}`,
      ).to.deep.equal([base, amount]);
    }
    for (const path of [`/orders/${order.id}/invoice`, `/credit-notes/${creditNoteId}`])
      expect(validateCii(await textOf(path, 'xml')), path).to.deep.equal([]);
    const xml = await textOf(`/orders/${order.id}/invoice`, 'xml');
    // Two lines, two charges for shipping, two sums.
    expect(xml.match(/<ram:CategoryCode>S</g)).to.have.lengthOf(6);
    expect(await textOf(`/orders/${order.id}/invoice`, 'pdf')).to.match(/7\s*%.*19\s*%/s);
    const { items } = (await shop.admin('GET', '/reports/taxes')).expect(200);
    expect(
      items.map((each: Record<string, number>) => [
        each.rateBasisPoints,
        each.soldBase,
        each.soldTax,
        each.amount,
      ]),
    ).to.deep.equal([
      [1900, 1266, 240, 0],
      [700, 1265, 89, 0],
    ]);
  });

  it('tax at a rate of four decimals to the cent, in prices, documents, refunds and reports', async () => {
    await invoicing();
    const rates = [{ country: 'DE', rateBasisPoints: 967.91 }];
    (await tax({ pricesIncludeTax: true, rates })).expect(200);
    const group = { name: 'Trade', pricesIncludeTax: false };
    const { id: customerGroupId } = (await shop.admin('POST', '/customer-groups', group)).expect(201);
    const { id, token } = await shop.store.customer();
    (await shop.admin('PATCH', `/customers/${id}`, { customerGroupId })).expect(200);
    const trader = createShopper(api, shop.store, token);

    const order = await paid(await cartOf([[109_679, 'standard']]));
    const net = await trader.read(await cartOf([[109_679, 'standard']], trader));
    const { creditNoteId } = (await shop.refund(order.id, { amount: 54_840 })).expect(201);
    await refundsSent(shop.store);
    const note = (await shop.admin('GET', `/credit-notes/${creditNoteId}/data`)).expect(200);
    const { items } = (await shop.admin('GET', '/reports/taxes')).expect(200);
    const books = await shop.admin('GET', '/reports/export');

    expect(taxLinesOf(order)).to.deep.equal([[967.91, 100_000, 9679]]);
    expect(order.lines[0].rateBasisPoints).to.equal(967.91);
    expect(net).to.include({ subtotal: 100_000, taxTotal: 9679 });
    expect(taxLinesOf(note)).to.deep.equal([[967.91, 50_000, 4840]]);
    expect(items[0]).to.include({ rateBasisPoints: 967.91, soldTax: 9679, creditedTax: 4840 });
    expect(books.body).to.include(',9.6791,1000.00,96.79');
    expect(await textOf(`/orders/${order.id}/invoice`, 'pdf')).to.match(/9\.6791\s*%/);
    expect(await textOf(`/orders/${order.id}/invoice`, 'xml')).to.include(
      '<ram:RateApplicablePercent>9.6791</ram:RateApplicablePercent>',
    );
    expect(validateCii(await textOf(`/orders/${order.id}/invoice`, 'xml'))).to.deep.equal([]);
  });

  it('tax shipping by a class of its own, where the store says so', async () => {
    (await tax({ shippingTaxClass: 'standard' })).expect(200);
    await ship(595);

    const cart = await shop.read(await cartOf([[1070, 'reduced']]));

    expect(taxLinesOf(cart)).to.deep.equal([
      [700, 1000, 70],
      [1900, 500, 95],
    ]);
  });

  it('tell on documents what is taxed at zero from what is exempt, with the store’s reason', async () => {
    await invoicing();
    const reason = 'Steuerfrei nach § 4 Nr. 17 UStG';
    (await tax({ exemptReason: reason, exemptReasonCode: 'VATEX-EU-132-1D' })).expect(200);

    const order = await paid(
      await cartOf([
        [500, 'exempt'],
        [300, 'zero'],
        [1190, 'standard'],
      ]),
    );
    const exempt = await paid(await cartOf([[500, 'exempt']]));
    const xml = await textOf(`/orders/${order.id}/invoice`, 'xml');
    const refund = { lines: [{ lineId: order.lines[0].id, quantity: 1 }] };
    const { creditNoteId } = (await shop.refund(order.id, refund)).expect(201);
    const note = await textOf(`/credit-notes/${creditNoteId}`, 'xml');
    await refundsSent(shop.store);

    expect(taxLinesOf(order)).to.deep.equal([
      [0, 300, 0],
      ['exempt', 500, 0],
      [1900, 1000, 190],
    ]);
    for (const text of [xml, note, await textOf(`/orders/${exempt.id}/invoice`, 'xml')]) {
      expect(validateCii(text)).to.deep.equal([]);
      expect(text).to.include('>E</ram:CategoryCode><ram:ExemptionReasonCode>VATEX-EU-132-1D<');
      expect(text).to.include(`<ram:ExemptionReason>${reason}<`);
    }
    expect(xml).to.include('>Z</ram:CategoryCode>').and.include('>S</ram:CategoryCode>');
    expect(note).to.include('>5.00</ram:GrandTotal').and.not.include('>Z</ram:').and.not.include('>S</ram:');
    expect(await textOf(`/orders/${order.id}/invoice`, 'pdf')).to.include(reason);
    const { items } = (await shop.admin('GET', '/reports/taxes')).expect(200);
    expect(
      items.map((each: Record<string, number | true>) => [
        each.rateBasisPoints,
        each.exempt ?? false,
        each.soldBase,
        each.creditedBase,
      ]),
    ).to.deep.equal([
      [1900, false, 1000, 0],
      [0, false, 300, 0],
      [0, true, 1000, 500],
    ]);
    const file = await fetch(`${api.url}/admin/v1/reports/export`, {
      headers: { authorization: `Bearer ${shop.store.token()}` },
    });
    expect(await file.text()).to.match(/,DE,,exempt,5\.00,0\.00/);
  });

  it('say on documents the tax of shipping, where the goods bear none', async () => {
    await invoicing();
    await ship(595);
    const classes = [{ code: 'books', name: 'Books' }];
    const rates = [{ country: 'DE', taxClass: 'books', rateBasisPoints: 0 }];
    (await tax({ classes, rates, shippingTaxClass: 'standard' })).expect(200);

    const order = await paid(await cartOf([[1000, 'books']]));
    const invoice = (await shop.admin('GET', `/orders/${order.id}/invoice/data`)).expect(200);

    expect(taxLinesOf(invoice)).to.deep.equal([
      [0, 1000, 0],
      [1900, 500, 95],
    ]);
    expect(invoice.exemption).to.equal(null);
    const xml = await textOf(`/orders/${order.id}/invoice`, 'xml');
    expect(validateCii(xml)).to.deep.equal([]);
    expect(xml).to.include('>Z</ram:CategoryCode>').and.include('>S</ram:CategoryCode>');
  });

  it('say on documents why shipping is exempt that has this class', async () => {
    await invoicing();
    await ship(500);
    const exemptReason = 'Steuerfrei nach § 4 Nr. 11b UStG';
    (await tax({ shippingTaxClass: 'exempt', exemptReason })).expect(200);

    const order = await paid(await cartOf([[1190, 'standard']]));
    const refund = (await shop.refund(order.id)).expect(201);
    await refundsSent(shop.store);

    for (const path of [`/orders/${order.id}/invoice`, `/credit-notes/${refund.creditNoteId}`]) {
      const xml = await textOf(path, 'xml');
      expect(validateCii(xml), path).to.deep.equal([]);
      expect(xml).to.include(`<ram:ExemptionReason>${exemptReason}<`);
    }
  });

  it('have rates by country, region and postal code, and clothing that one state exempts', async () => {
    (
      await tax({
        pricesIncludeTax: false,
        classes: [{ code: 'clothing', name: 'Clothing' }],
        rates: [
          { country: 'US', region: 'NY', rateBasisPoints: 400 },
          { country: 'US', region: 'NY', postalCode: '100*', rateBasisPoints: 887.5 },
          { country: 'US', region: 'NY', taxClass: 'clothing', rateBasisPoints: 0 },
          { country: 'US', postalCode: '90000-96199', rateBasisPoints: 725 },
        ],
      })
    ).expect(200);
    const cartId = await cartOf([
      [10_000, 'clothing'],
      [10_000, 'standard'],
    ]);
    const at = async (region: string | null, postalCode: string) => {
      const address = { ...TEST_ADDRESS, country: 'US', region, postalCode };
      return taxLinesOf((await shop.setAddress(cartId, address)).expect(200));
    };

    expect(await at('ny', '14201')).to.deep.equal([
      [0, 10_000, 0],
      [400, 10_000, 400],
    ]);
    expect(await at('NY', '10013-1234')).to.deep.equal([
      [0, 10_000, 0],
      [887.5, 10_000, 888],
    ]);
    expect(await at('CA', '94103')).to.deep.equal([[725, 20_000, 1450]]);
    expect(await at('OR', '97201')).to.deep.equal([[0, 20_000, 0]]);
  });

  it('are reported by state, and an address in another state isn’t taxed alike at the same rate', async () => {
    const rates = ['NY', 'NJ', 'TX'].map((region) => ({ country: 'US', region, rateBasisPoints: 625 }));
    (await tax({ pricesIncludeTax: false, rates })).expect(200);
    const bought = async (region: string) => {
      const cartId = await cartOf([[10_000, 'standard']]);
      const address = { ...TEST_ADDRESS, country: 'US', region, postalCode: '10013' };
      (await shop.setAddress(cartId, address)).expect(200);
      return { ...(await paid(cartId)), address };
    };
    const orders = [await bought('NY'), await bought('us-ny'), await bought('TX')];
    (await shop.refund(orders[2]?.id, { amount: 5000 })).expect(201);
    await refundsSent(shop.store);
    const { items } = (await shop.admin('GET', '/reports/taxes')).expect(200);
    const books = await shop.admin('GET', '/reports/export');

    expect(
      items.map((each: Record<string, number | string>) => [
        each.country,
        each.region,
        each.soldTax,
        each.creditedTax,
      ]),
    ).to.deep.equal([
      ['US', 'NY', 1250, 0],
      ['US', 'TX', 625, 294],
    ]);
    expect(books.body).to.include(',US,NY,6.25,100.00,6.25').and.to.include(',US,TX,6.25,47.06,2.94');
    const { id, address } = await bought('NJ');
    const change = (region: string) =>
      shop.admin('PATCH', `/orders/${id}`, { shippingAddress: { ...address, region } });
    (await change('TX')).refused('tax_would_change');
    (await change('nj')).expect(200);
  });

  it('charge the reduced rate of where goods go, or the store’s below the threshold of the OSS', async () => {
    const cartId = await cartOf([[1000, 'reduced']]);
    const toFrance = async () =>
      (await shop.setAddress(cartId, { ...TEST_ADDRESS, country: 'FR', postalCode: '75001' })).expect(200)
        .taxLines[0];

    expect(await toFrance()).to.include({ country: 'FR', rateBasisPoints: 1000 });
    (await tax({ belowOssThreshold: true })).expect(200);
    expect(await toFrance()).to.include({ country: 'DE', rateBasisPoints: 700 });
  });

  it('come off the prices of groups that see them without tax, each by its own rate', async () => {
    await ship(1190);
    const group = { name: 'Trade', pricesIncludeTax: false };
    const { id: customerGroupId } = (await shop.admin('POST', '/customer-groups', group)).expect(201);
    const { id, token } = await shop.store.customer();
    (await shop.admin('PATCH', `/customers/${id}`, { customerGroupId })).expect(200);
    const shopper = createShopper(api, shop.store, token);

    const cart = await shopper.read(
      await cartOf(
        [
          [1070, 'reduced'],
          [1190, 'standard'],
          [500, 'zero'],
        ],
        shopper,
      ),
    );

    expect(cart.lines.map((line: { unitAmount: number }) => line.unitAmount)).to.deep.equal([
      1000, 1000, 500,
    ]);
    expect(cart).to.include({ subtotal: 2500, shippingTotal: 1000, pricesIncludeTax: false });
    expect(taxLinesOf(cart)).to.deep.equal([
      [0, 700, 0],
      [700, 1400, 98],
      [1900, 1400, 266],
    ]);
    const { items } = (
      await api.request('GET', '/store/v1/products', { key: shop.store.publishableKey, token })
    ).expect(200);
    expect(items.map((item: { price: { from: number } }) => item.price.from).sort()).to.deep.equal([
      1000, 1000, 500,
    ]);
  });

  it('are refused where they contradict each other, and nothing is written', async () => {
    const rate = { country: 'DE', rateBasisPoints: 500 };
    const wrong: [path: string, code: string, body: object][] = [
      ['/body/rates/0/taxClass', 'unknown', { rates: [{ ...rate, taxClass: 'books' }] }],
      ['/body/rates/0/taxClass', 'unexpected', { rates: [{ ...rate, taxClass: 'exempt' }] }],
      ['/body/rates/1', 'duplicate', { rates: [rate, { ...rate, country: 'de', taxClass: 'standard' }] }],
      [
        '/body/rates/1',
        'duplicate',
        {
          rates: [
            { country: 'US', region: 'NY', postalCode: '100 13', rateBasisPoints: 1 },
            { country: 'US', region: 'us-ny', postalCode: '10013', rateBasisPoints: 2 },
          ],
        },
      ],
      ['/body/rates/0/rateBasisPoints', 'multipleOf', { rates: [{ ...rate, rateBasisPoints: 887.505 }] }],
      ['/body/rates/0/postalCode', 'range', { rates: [{ ...rate, postalCode: '00-950' }] }],
      ['/body/rates/0/postalCode', 'pattern', { rates: [{ ...rate, postalCode: '(a+)+$' }] }],
      ['/body/classes/0/code', 'duplicate', { classes: [{ code: 'zero', name: 'None' }] }],
      ['/body/classes/0/code', 'pattern', { classes: [{ code: 'Books', name: 'Books' }] }],
      ['/body/shippingTaxClass', 'unknown', { shippingTaxClass: 'parcels' }],
      ['/body/exemptReasonCode', 'enum', { exemptReasonCode: 'VATEX-EU-G' }],
    ];
    for (const [path, code, body] of wrong) {
      const { errors = [] } = (await tax(body)).refused('validation_failed');
      expect(errors.map((each) => [each.path, each.code])).to.deep.include([path, code]);
    }
    expect((await shop.admin('GET', '/settings/tax')).expect(200).version).to.equal(0);

    (await tax({ classes: [{ code: 'books', name: 'Books' }] })).expect(200);
    await shop.variant({ taxClass: 'books' });
    (await tax({ classes: [] })).refused('validation_failed');
    expect((await shop.admin('GET', '/settings/tax')).expect(200).version).to.equal(1);
  });

  it('of a product are only those that the store has', async () => {
    (await tax({ classes: [{ code: 'books', name: 'Books' }] })).expect(200);
    const body = { title: 'Faust', slug: 'faust', variants: [{ sku: 'FAUST', priceAmount: 1070 }] };
    (await shop.admin('POST', '/products', { ...body, taxClass: 'food' })).refused('validation_failed');
    const made = (await shop.admin('POST', '/products', { ...body, taxClass: 'books' })).expect(201);
    const path = `/products/${made.id}`;
    (await shop.admin('PATCH', path, { taxClass: 'food' })).refused('validation_failed');

    expect(made.taxClass).to.equal('books');
    expect((await shop.admin('PATCH', path, { taxClass: 'reduced' })).expect(200)).to.include({
      taxClass: 'reduced',
      version: 2,
    });
    expect((await shop.admin('POST', '/products', { title: 'Cup' })).expect(201).taxClass).to.equal(
      'standard',
    );
  });

  const GETTING = {
    new: () => shop.admin('POST', '/products', { title: 'Faust', slug: 'faust', taxClass: 'books' }),
    changed: async () => {
      const { id } = (await shop.admin('POST', '/products', { title: 'Tragedy' })).expect(201);
      return shop.admin('PATCH', `/products/${id}`, { slug: 'faust', taxClass: 'books' });
    },
  };
  for (const [which, getClass] of Object.entries(GETTING))
    it(`aren’t removed while a ${which} product is getting them`, async () => {
      (await tax({ classes: [{ code: 'books', name: 'Books' }] })).expect(200);
      const waiting = async () => {
        const [row] = await queryAsOwner<{ count: number }>(
          `SELECT count(*)::int AS count FROM pg_stat_activity
           WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        return row?.count;
      };

      const { getting, removing } = await inTransaction(shop.store.admin, async (tx) => {
        // The product has been given its class, and can't be written while the slug may become another's.
        const data = { tenantId: tx.tenantId, title: 'Held', slug: 'faust' };
        const { id } = await tx.db.product.create({ data });
        const getting = getClass();
        await untilWaitedFor(tx, api.env.system, 'the product');
        let isRemoved = false;
        const removing = tax({ classes: [] }).finally(() => {
          isRemoved = true;
        });
        await until(async () => isRemoved || (await waiting()) === 2, 'the removal');
        await tx.db.product.deleteMany({ where: { id } });
        return { getting, removing };
      });

      expect((await getting).status).to.be.oneOf([200, 201]);
      (await removing).refused('validation_failed');
      expect((await shop.admin('GET', '/settings/tax')).expect(200).classes).to.have.lengthOf(1);
    });

  it('list the rates of the EU’s member states with their source and its day', async () => {
    const { items, ...table } = (await shop.admin('GET', '/settings/tax/eu-rates')).expect(200);

    expect(items).to.have.lengthOf(27);
    expect(items).to.deep.include({ country: 'DE', standard: 1900, reduced: [700] });
    expect(items).to.deep.include({ country: 'FR', standard: 2000, reduced: [1000, 550, 210] });
    expect(items).to.deep.include({ country: 'DK', standard: 2500, reduced: [] });
    expect(table).to.deep.equal({
      source: 'European Commission, Taxes in Europe Database',
      readOn: '2026-08-22',
    });
  });
});
