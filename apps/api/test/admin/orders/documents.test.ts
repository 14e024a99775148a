import { randomUUID } from 'node:crypto';
import { paymentSucceeded, TEST_ADDRESS } from '@service/testing';
import { expect } from 'chai';
import { startApi, type TestApi } from '../../harness.ts';
import { createShop, type Shop } from '../../store/shop.ts';
import { createShopper, type Shopper } from '../../store/shopper.ts';
import { createProvider } from '../../webhooks/payment/callback.ts';
import { pagesOf } from './pages-of.ts';

describe('invoices and credit notes', () => {
  let api: TestApi;
  let shop: Shop;

  before(async () => {
    api = await startApi();
    shop = await createShop(api);
  });

  after(() => api.close());

  async function order({ name = 'Łukasz Żółć', lines = 1, paid = true } = {}) {
    const cartId = await shop.createCart();
    for (let added = 0; added < lines; added += 1)
      (await shop.addLine(cartId, (await shop.variant()).id, 2)).expect(200);
    const address = { name, line1: 'Οδός 1', city: 'Größenau', postalCode: '10117', country: 'DE' };
    (await shop.setAddress(cartId, address)).expect(200);
    await shop.chooseShipping(cartId);
    const { order: placed } = (await shop.checkOut(cartId)).expect(201);
    if (paid) (await createProvider(api)(paymentSucceeded(placed.id))).expect(200);
    return placed as { id: string; number: number };
  }

  async function pdf(path: string, token = shop.store.token()) {
    const response = await fetch(`${api.url}/admin/v1${path}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(response.status, path).to.equal(200);
    expect(response.headers.get('content-type')).to.equal('application/pdf');
    expect(response.headers.get('cache-control')).to.equal('no-store');
    const pages = await pagesOf(await response.arrayBuffer());
    return {
      pages: pages.length,
      text: pages.join(' ').replace(/\s+/g, ' '),
      name: response.headers.get('content-disposition'),
    };
  }

  it('are PDFs whose text says store, buyer, lines, VAT by rate and sums, in any alphabet', async () => {
    const { id, number } = await order();

    const { text, name } = await pdf(`/orders/${id}/invoice`);

    expect(name).to.equal(`inline; filename="invoice-${number}.pdf"`);
    for (const part of [
      `Invoice ${number}`,
      'Test Store',
      'Łukasz Żółć',
      'Οδός 1',
      '10117 Größenau',
      'Darjeeling',
      'VAT DE 19 % on EUR 20.00',
      'EUR 3.80',
      'Total EUR 23.80',
      'Prices include VAT.',
    ])
      expect(text).to.include(part);
    expect(text).to.not.include('Reverse charge');
  });

  describe('of a business', () => {
    let business: Shopper;
    let customerId: string;
    before(async () => {
      const settings = { name: 'Test Store', currency: 'EUR', vatNumber: 'DE 136 695 976' };
      (await shop.admin('PUT', '/settings', settings)).expect(200);
      const customer = await shop.store.customer();
      customerId = customer.id;
      business = createShopper(api, shop.store, customer.token);
    });

    async function documents(vatStatus: string): Promise<string[]> {
      const data = {
        vatNumber: 'ATU12345675',
        vatStatus,
        vatCheckedAt: new Date(),
        vatCheckId: randomUUID(),
      };
      await shop.store.admin.db.customer.updateMany({ where: { id: customerId }, data });
      const cartId = await business.fullCart({ [(await shop.variant()).id]: 2 });
      (await business.setAddress(cartId, { ...TEST_ADDRESS, country: 'AT' })).expect(200);
      const { order: placed } = (await business.checkOut(cartId)).expect(201);
      (await createProvider(api)(paymentSucceeded(placed.id))).expect(200);
      const { creditNoteId } = (await shop.admin('POST', `/orders/${placed.id}/refunds`, {})).expect(201);
      const [invoice, creditNote] = [
        await pdf(`/orders/${placed.id}/invoice`),
        await pdf(`/credit-notes/${creditNoteId}`),
      ];
      return [invoice.text, creditNote.text];
    }

    it('carry both VAT numbers, and say that the buyer owes the tax under reverse charge', async () => {
      for (const text of await documents('valid'))
        for (const part of [
          'VAT number: DE136695976',
          'VAT number: ATU12345675',
          'VAT AT 0 % on EUR 20.00',
          'Article 196 of Directive 2006/112/EC',
        ])
          expect(text).to.include(part);
    });

    it('carry no VAT number of the buyer that nobody has proven', async () => {
      for (const text of await documents('unavailable')) {
        expect(text).to.include('VAT number: DE136695976').and.include('VAT AT 20 %');
        expect(text).to.not.include('ATU12345675').and.not.include('Reverse charge');
      }
    });
  });

  it('go on over pages', async () => {
    const { id } = await order({ lines: 60 });

    const { pages, text } = await pdf(`/orders/${id}/invoice`);

    expect(pages).to.be.above(1);
    expect(text.match(/Darjeeling/g)).to.have.length(60);
  });

  it('are numbered by refund, and name the invoice, the reason and the tax that goes back', async () => {
    const { id, number } = await order();
    const refund = async (body: object) =>
      (await shop.admin('POST', `/orders/${id}/refunds`, body)).expect(201);
    const { lines } = (await shop.admin('GET', `/orders/${id}`)).expect(200);
    const first = await refund({ lines: [{ lineId: lines[0].id, quantity: 1 }], reason: 'Gebrochen' });
    const second = await refund({});

    const { text } = await pdf(`/credit-notes/${first.creditNoteId}`);

    for (const part of [
      `Credit note ${first.creditNoteNumber}`,
      `For invoice: ${number}`,
      'Reason: Gebrochen',
      'Darjeeling',
      'VAT DE 19 % on EUR 10.00',
      'EUR 1.90',
      'EUR 11.90',
    ])
      expect(text).to.include(part);
    expect((await pdf(`/credit-notes/${second.creditNoteId}`)).text).to.include('Credit note 2');
  });

  it('are only there for orders that were paid', async () => {
    const { id } = await order({ paid: false });

    (await shop.admin('GET', `/orders/${id}/invoice`)).refused('not_paid');
  });
});
