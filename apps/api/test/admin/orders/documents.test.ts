import { randomUUID } from 'node:crypto';
import { paymentSucceeded, TEST_ADDRESS } from '@service/testing';
import { expect } from 'chai';
import { useApi } from '../../harness.ts';
import { createShop, useShop } from '../../store/shop.ts';
import { createShopper, type Shopper } from '../../store/shopper.ts';
import { createProvider } from '../../webhooks/payment/callback.ts';
import { pagesOf } from './pages-of.ts';

describe('invoices and credit notes', () => {
  const api = useApi();
  const shop = useShop(api);

  async function order({ name = 'Łukasz Żółć', lines = 1, paid = true, locale = '', address = {} } = {}) {
    const cartId = await shop.createCart();
    if (locale) (await shop.send('PATCH', `/${cartId}`, { locale })).expect(200);
    for (let added = 0; added < lines; added += 1)
      (await shop.addLine(cartId, (await shop.variant()).id, 2)).expect(200);
    const usual = { name, line1: 'Οδός 1', city: 'Größenau', postalCode: '10117', country: 'DE' };
    (await shop.setAddress(cartId, { ...usual, ...address })).expect(200);
    await shop.chooseShipping(cartId);
    const { order: placed } = (await shop.checkOut(cartId)).expect(201);
    if (paid) (await createProvider(api)(paymentSucceeded(placed.id))).expect(200);
    const { createdAt } = (await shop.admin('GET', `/orders/${placed.id}`)).expect(200);
    return { ...(placed as { id: string; number: number }), createdAt: createdAt as string };
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

  const numberOf = async (id: string) =>
    (await shop.admin('GET', `/orders/${id}/invoice/data`)).expect(200).number as string;

  async function documentsOf(id: string): Promise<string[]> {
    const { creditNoteId } = (await shop.admin('POST', `/orders/${id}/refunds`, {})).expect(201);
    const documents = [await pdf(`/orders/${id}/invoice`), await pdf(`/credit-notes/${creditNoteId}`)];
    return documents.map(({ text }) => text);
  }

  it('are PDFs whose text says store, buyer, lines, VAT by rate and sums, in any alphabet', async () => {
    const { id } = await order();
    const number = await numberOf(id);

    const { text, name } = await pdf(`/orders/${id}/invoice`);

    expect(name).to.equal(`inline; filename="invoice-${number}.pdf"`);
    for (const part of [
      `Invoice ${number}`,
      'Test Store',
      'Łukasz Żółć',
      'Οδός 1',
      '10117 Größenau',
      'Darjeeling',
      'of which VAT DE 19% on €20.00 €3.80',
      'Total €23.80',
      'Prices include VAT.',
      'Page 1 of 1',
    ])
      expect(text).to.include(part);
    expect(text).to.not.include('Intra-Community');
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
      return documentsOf(placed.id);
    }

    it('carry both VAT numbers, and name the exemption of goods to another member state', async () => {
      for (const text of await documents('valid'))
        for (const part of [
          'VAT number: DE136695976',
          'VAT number: ATU12345675',
          'VAT AT 0% on €20.00',
          'Article 138 of Directive 2006/112/EC',
        ])
          expect(text).to.include(part).and.not.include('Article 196');
    });

    it('carry no unproven VAT number of the buyer', async () => {
      for (const text of await documents('unavailable')) {
        expect(text).to.include('VAT number: DE136695976').and.include('VAT AT 20%');
        expect(text).to.not.include('ATU12345675').and.not.include('Intra-Community');
      }
    });
  });

  it('name the seller as it was at the checkout, and are in the shopper’s language', async () => {
    const address = { line1: 'Weg 1', postalCode: '10117', city: 'Berlin', country: 'DE' };
    const seller = { name: 'Tee GmbH', ...address, registration: 'HRB 12345', email: 'tee@example.com' };
    const settings = { name: 'Test Store', currency: 'EUR', vatNumber: 'DE136695976', seller };
    (await shop.admin('PUT', '/settings', settings)).expect(200);
    const { id, createdAt } = await order({ locale: 'de' });
    const number = await numberOf(id);
    const { creditNoteId } = (
      await shop.admin('POST', `/orders/${id}/refunds`, { reason: 'Gebrochen' })
    ).expect(201);
    const moved = { ...settings, seller: { ...seller, line1: 'Anderswo 2' }, locale: 'fr' };
    (await shop.admin('PUT', '/settings', moved)).expect(200);

    const [invoice, creditNote] = [
      await pdf(`/orders/${id}/invoice`),
      await pdf(`/credit-notes/${creditNoteId}`),
    ];

    const { text: later } = await pdf(`/orders/${(await order()).id}/invoice`);
    (await shop.admin('PUT', '/settings', { ...settings, locale: 'en' })).expect(200);

    const day = new Intl.DateTimeFormat('de-DE', { dateStyle: 'long', timeZone: 'UTC' });
    const both = ['Tee GmbH', 'Weg 1', '10117 Berlin', 'HRB 12345', 'tee@example.com', 'Deutschland'];
    const ofInvoice = [`Rechnung ${number}`, 'Gesamtbetrag 23,80 €', 'Bezahlt am', 'Seite 1 von 1'];
    const ofCreditNote = ['Rechnungskorrektur', `Zu Rechnung ${number}`, 'Korrekturbetrag 23,80 €'];
    for (const part of [...both, ...ofInvoice, 'USt-IdNr.: DE136695976', day.format(new Date(createdAt))])
      expect(invoice.text).to.include(part);
    for (const part of [...both, ...ofCreditNote, 'Grund: Gebrochen'])
      expect(creditNote.text).to.include(part);
    for (const { text } of [invoice, creditNote]) expect(text).to.not.include('Anderswo');
    expect(later).to.include('Anderswo 2').and.include('Facture');
  });

  it('tax goods for Northern Ireland, and exempt those for Great Britain and the Canaries', async () => {
    const to = async (country: string, postalCode: string) =>
      documentsOf((await order({ address: { country, postalCode } })).id);

    for (const text of await to('GB', 'BT1 5GS'))
      expect(text).to.include('VAT GB 20%').and.not.include('Article 146');
    for (const text of [...(await to('GB', 'SW1A 2AA')), ...(await to('ES', '35001'))])
      expect(text)
        .to.include('Article 146')
        .and.not.match(/VAT (GB|ES)/);
    for (const text of await to('ES', '28001')) expect(text).to.include('VAT ES 21%');
  });

  it('name the exemption of goods that leave the EU, and no VAT', async () => {
    const { id } = await order({ address: { country: 'US' } });

    for (const text of await documentsOf(id))
      expect(text)
        .to.include('Article 146 of Directive 2006/112/EC')
        .and.not.match(/include VAT|VAT US/);
  });

  it('say that no VAT is charged, where the store charges none', async () => {
    const rate = (rateBasisPoints: number) => ({
      pricesIncludeTax: true,
      rates: [{ country: 'DE', rateBasisPoints }],
    });
    (await shop.admin('PUT', '/settings/tax', rate(0))).expect(200);
    const { id } = await order();
    (await shop.admin('PUT', '/settings/tax', rate(1900))).expect(200);

    for (const text of await documentsOf(id))
      expect(text)
        .to.include('No VAT is charged.')
        .and.not.match(/include VAT|VAT DE|Article 1/);
  });

  it('count forints in hundredths, as the store and its provider do', async () => {
    const forints = await createShop(api);
    const settings = { name: 'Kávé', currency: 'HUF', country: 'HU' };
    (await forints.admin('PUT', '/settings', settings)).expect(200);
    const cartId = await forints.createCart();
    (await forints.addLine(cartId, (await forints.variant({ priceAmount: 1_234_500 })).id, 1)).expect(200);
    (await forints.setAddress(cartId, { ...TEST_ADDRESS, country: 'HU' })).expect(200);
    await forints.chooseShipping(cartId);
    const { order: placed } = (await forints.checkOut(cartId)).expect(201);
    (await createProvider(api)(paymentSucceeded(placed.id))).expect(200);

    const { text } = await pdf(`/orders/${placed.id}/invoice`, forints.store.token());

    expect(text).to.include('Total HUF 12,345.00').and.not.include('1,234,500');
  });

  it('keep long amounts on one line', async () => {
    const dinars = await createShop(api);
    (await dinars.admin('PUT', '/settings', { name: 'Chai', currency: 'KWD', country: 'KW' })).expect(200);
    const cartId = await dinars.createCart();
    const { id } = await dinars.variant({ priceAmount: 787_906_500, stockQuantity: 9999 });
    (await dinars.addLine(cartId, id, 9999)).expect(200);
    (await dinars.setAddress(cartId, { ...TEST_ADDRESS, country: 'KW' })).expect(200);
    await dinars.chooseShipping(cartId);
    const { order: placed } = (await dinars.checkOut(cartId)).expect(201);
    (await createProvider(api)(paymentSucceeded(placed.id))).expect(200);

    const { text } = await pdf(`/orders/${placed.id}/invoice`, dinars.store.token());

    expect(text).to.match(/9,999 KWD 787,906.500 0% KWD 7,878,277,093.500/);
    expect(text).to.include('Total KWD 7,878,277,093.500');
  });

  it('say how they were paid, by the provider’s own reference', async () => {
    const { id } = await order();
    const [payment] = (await shop.admin('GET', `/orders/${id}`)).expect(200).payments;

    expect((await pdf(`/orders/${id}/invoice`)).text).to.include(`Fake, ${payment.providerPaymentId}`);
  });

  it('have room for the longest names and addresses', async () => {
    const long = (length: number) => 'Łódź '.repeat(length / 5);
    const address = {
      name: long(255),
      company: long(255),
      line1: long(510),
      line2: long(510),
      city: long(255),
    };
    const { id } = await order({ name: long(255), address });

    const { pages, text } = await pdf(`/orders/${id}/invoice`);

    expect(pages).to.equal(1);
    expect(text).to.include('Total').and.include('Page 1 of 1');
  });

  it('go on over pages', async () => {
    const { id } = await order({ lines: 60 });

    const { pages, text } = await pdf(`/orders/${id}/invoice`);

    expect(pages).to.be.above(1);
    expect(text.match(/Darjeeling/g)).to.have.length(60);
    expect(text.match(/Unit price/g)).to.have.length(pages);
    expect(text).to.include(`Page ${pages} of ${pages}`);
  });

  it('are numbered by refund, and name the invoice, the reason and the tax that goes back', async () => {
    const { id } = await order();
    const number = await numberOf(id);
    const refund = async (body: object) =>
      (await shop.admin('POST', `/orders/${id}/refunds`, body)).expect(201);
    const { lines } = (await shop.admin('GET', `/orders/${id}`)).expect(200);
    const first = await refund({ lines: [{ lineId: lines[0].id, quantity: 1 }], reason: 'Gebrochen' });
    const second = await refund({});

    const { text } = await pdf(`/credit-notes/${first.creditNoteId}`);

    for (const part of [
      `Credit note ${first.creditNoteNumber}`,
      `For invoice ${number}`,
      'Reason: Gebrochen',
      'Darjeeling',
      'Credited €11.90',
      'of which VAT DE 19% on €10.00 €1.90',
    ])
      expect(text).to.include(part);
    expect((await pdf(`/credit-notes/${second.creditNoteId}`)).text).to.include(
      `Credit note ${second.creditNoteNumber}`,
    );
  });

  it('are only there for orders that were paid', async () => {
    const { id } = await order({ paid: false });

    (await shop.admin('GET', `/orders/${id}/invoice`)).refused('not_paid');
  });
});
