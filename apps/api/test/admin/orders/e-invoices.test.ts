import { randomUUID } from 'node:crypto';
import { paymentSucceeded, TEST_ADDRESS, validateCii, validateXRechnung } from '@service/testing';
import { expect } from 'chai';
import fc from 'fast-check';
import { useApi } from '../../harness.ts';
import { refundsSent } from '../../refunds-sent.ts';
import { useShop } from '../../store/shop.ts';
import { createShopper, type Shopper } from '../../store/shopper.ts';
import { createEvents } from '../../webhooks/payment/provider-events.ts';
import { filesOf } from './pages-of.ts';

const SELLER = {
  name: 'Tee & Söhne <GmbH>',
  line1: 'Weg 1',
  postalCode: '10117',
  city: 'Berlin',
  country: 'DE',
  registration: 'Amtsgericht Charlottenburg, HRB 12345',
  email: 'tee@example.com',
};

const SETTINGS = { name: 'Test Store', currency: 'EUR', vatNumber: 'DE136695976', seller: SELLER };

const VIENNA = { ...TEST_ADDRESS, city: 'Wien', postalCode: '1010', country: 'AT' };

const VALID = { vatStatus: 'valid', vatCheckedAt: new Date(), vatCheckId: randomUUID() };

describe('e-invoices', () => {
  const api = useApi();
  const shop = useShop(api);

  const settings = async (changes: object = {}) =>
    (await shop.admin('PUT', '/settings', { ...SETTINGS, ...changes })).expect(200);
  const tax = async (body: object) => (await shop.admin('PUT', '/settings/tax', body)).expect(200);

  beforeEach(async () => {
    await settings();
    await tax({ pricesIncludeTax: true, rates: [] });
  });

  interface Terms {
    prices?: readonly (readonly [amount: number, quantity: number])[];
    shipping?: number;
    code?: string;
    address?: object;
    billingAddress?: object;
    shopper?: Shopper;
  }

  /** A paid order. */
  async function order({
    prices = [[1190, 2]],
    shipping = 0,
    code,
    address,
    billingAddress,
    shopper = shop,
  }: Terms = {}) {
    const options = [{ name: 'Parcel', amount: shipping }];
    (await shop.admin('PUT', '/settings/shipping', { options })).expect(200);
    const cartId = await shopper.createCart();
    for (const [priceAmount, quantity] of prices)
      (await shopper.addLine(cartId, (await shop.variant({ priceAmount })).id, quantity)).expect(200);
    (await shopper.setAddress(cartId, address)).expect(200);
    if (billingAddress)
      (await shopper.send('POST', `/${cartId}/billing-address`, billingAddress)).expect(200);
    await shopper.chooseShipping(cartId);
    if (code) (await shopper.send('POST', `/${cartId}/discount-code`, { code })).expect(200);
    const { order: placed } = (await shopper.checkOut(cartId)).expect(201);
    if (placed.total > 0) await shop.tell(paymentSucceeded(placed.id));
    return placed.id as string;
  }

  async function xml(path: string, query = ''): Promise<string> {
    const headers = { authorization: `Bearer ${shop.store.token()}` };
    const response = await fetch(`${api.url}/admin/v1${path}/xml${query}`, { headers });
    expect(response.status, path).to.equal(200);
    expect(response.headers.get('content-type')).to.match(/^application\/xml/);
    return response.text();
  }

  /** A customer with a valid VAT number of Austria, or one that is exempt. */
  async function business(changes: object): Promise<Shopper> {
    const { id, token } = await shop.store.customer();
    await shop.store.admin.db.customer.updateMany({ where: { id }, data: changes });
    return createShopper(api, shop.store, token);
  }

  async function discount(basisPoints: number): Promise<string> {
    const code = `OFF${randomUUID().slice(0, 8)}`;
    (await shop.admin('POST', '/discounts', { code, kind: 'percentage', basisPoints })).expect(201);
    return code;
  }

  it('keep the official rules, whatever is in the cart', async () => {
    const carts = fc.record({
      prices: fc.array(fc.tuple(fc.integer({ min: 0, max: 3000 }), fc.integer({ min: 1, max: 7 })), {
        minLength: 1,
        maxLength: 6,
      }),
      shipping: fc.constantFrom(0, 499),
      basisPoints: fc.constantFrom(undefined, 1250, 10_000),
      pricesIncludeTax: fc.boolean(),
    });
    const given = fc.sample(carts, { numRuns: 5, seed: 16931 });

    // Validation takes this process for longer than a connection stays open: everything is read before it.
    const read: [object, string][] = [];
    for (const { basisPoints, pricesIncludeTax, ...terms } of given) {
      await tax({ pricesIncludeTax, rates: [] });
      const code = basisPoints ? { code: await discount(basisPoints) } : {};
      const id = await order({ ...terms, ...code });
      read.push([terms, await xml(`/orders/${id}/invoice`)]);
    }
    const wrong = (await xml(`/orders/${await order()}/invoice`)).replace(
      /GrandTotalAmount>\d+/,
      'GrandTotalAmount>1',
    );
    for (const [terms, text] of read) expect(validateCii(text), JSON.stringify(terms)).to.deep.equal([]);
    expect(validateCii(wrong).join(' ')).to.include('[BR-CO-15]');
  });

  const kinds: [string, string, () => Promise<Terms>][] = [
    ['exported', 'G', async () => ({ address: { ...TEST_ADDRESS, country: 'CH' }, shipping: 499 })],
    ['of an exempt customer', 'E', async () => ({ shopper: await business({ taxExempt: true }) })],
    [
      'supplied to another member state',
      'K',
      async () => ({
        address: VIENNA,
        shopper: await business({ vatNumber: 'ATU12345675', ...VALID }),
      }),
    ],
    [
      'not taxed',
      'E',
      async () => {
        await tax({ pricesIncludeTax: true, rates: [{ country: 'DE', rateBasisPoints: 0 }] });
        return {};
      },
    ],
  ];
  for (const [kind, category, terms] of kinds)
    it(`keep the official rules where goods are ${kind}, and say so by their category`, async () => {
      const text = await xml(`/orders/${await order(await terms())}/invoice`);

      expect(validateCii(text)).to.deep.equal([]);
      expect(text).to.include(`<ram:CategoryCode>${category}</ram:CategoryCode>`).and.not.include('>S</ram:');
    });

  it('of credit notes and what cancels them keep the rules, and name what they change', async () => {
    const id = await order({
      prices: [
        [1190, 2],
        [333, 3],
      ],
      shipping: 499,
    });
    const { number } = (await shop.admin('GET', `/orders/${id}/invoice/data`)).expect(200);
    const { lines, payments } = (await shop.admin('GET', `/orders/${id}`)).expect(200);
    const body = { lines: [{ lineId: lines[1].id, quantity: 2 }], reason: 'Broken' };
    const { creditNoteId } = (await shop.admin('POST', `/orders/${id}/refunds`, body)).expect(201);
    await refundsSent(shop.store);
    const { refunds } = (await shop.admin('GET', `/orders/${id}`)).expect(200);
    const told = createEvents(payments[0].providerPaymentId, 2_000_000_000);
    await shop.tell(told.refund('updated', refunds[0].providerRefundId, 666, 'failed'));
    const [note] = (await shop.admin('GET', `/orders/${id}`)).expect(200).creditNotes;

    const credited = await xml(`/credit-notes/${creditNoteId}`);
    const cancelled = await xml(`/credit-notes/${note.cancellation.id}`);

    for (const text of [credited, cancelled]) expect(validateCii(text)).to.deep.equal([]);
    for (const part of [
      '<ram:TypeCode>381<',
      `>${number}</ram:IssuerAssignedID>`,
      '>Broken<',
      '>6.66</ram:GrandTotal',
    ])
      expect(credited).to.include(part);
    for (const part of ['<ram:TypeCode>380<', `>${note.number}</ram:IssuerAssignedID>`])
      expect(cancelled).to.include(part);
  });

  it('are there for shoppers as for operators: their own, and nobody else’s', async () => {
    const { token } = await shop.store.customer();
    const { token: another } = await shop.store.customer();
    const shopper = createShopper(api, shop.store, token);
    const id = await order({ shopper });
    const { cartId } = await shop.store.admin.db.order.findFirstOrThrow({ where: { id } });
    const { creditNoteId } = (await shop.admin('POST', `/orders/${id}/refunds`, { amount: 100 })).expect(201);
    await refundsSent(shop.store);
    const store = (path: string, session?: string) => ({
      path: `/store/v1${path}`,
      headers: {
        'x-publishable-key': shop.store.publishableKey,
        ...(session ? { authorization: `Bearer ${session}` } : {}),
      },
    });

    for (const [document, own] of [
      [`/orders/${id}/invoice`, 'invoice'],
      [`/credit-notes/${creditNoteId}`, `credit-notes/${creditNoteId}`],
    ] as const) {
      const expected = await xml(document);
      for (const base of [`/customers/me/orders/${id}`, `/carts/${cartId}/order`]) {
        const { path, headers } = store(`${base}/${own}/xml`, token);
        const response = await fetch(api.url + path, { headers });
        expect(response.headers.get('content-type')).to.match(/^application\/xml/);
        expect(await response.text(), path).to.equal(expected);
        for (const session of [another, undefined]) {
          const foreign = store(`${base}/${own}/xml`, session);
          const { status } = await fetch(api.url + foreign.path, { headers: foreign.headers });
          expect(status, foreign.path).to.equal(session || base.startsWith('/carts') ? 404 : 401);
        }
        const { headers: shown, path: ofOrder } = store(base, token);
        const { hasEInvoices } = (await (await fetch(api.url + ofOrder, { headers: shown })).json()) as {
          hasEInvoices: boolean;
        };
        expect(hasEInvoices).to.equal(true);
      }
    }
  });

  it('are in the PDF, as Factur-X in the profile EN 16931 and PDF/A-3', async () => {
    const id = await order();
    const headers = { authorization: `Bearer ${shop.store.token()}` };
    const bytes = await (await fetch(`${api.url}/admin/v1/orders/${id}/invoice`, { headers })).arrayBuffer();

    const { files, metadata } = await filesOf(bytes);

    expect(files).to.deep.equal({ 'factur-x.xml': await xml(`/orders/${id}/invoice`) });
    for (const part of ['<pdfaid:part>3<', '<pdfaid:conformance>B<', '<fx:ConformanceLevel>EN 16931<'])
      expect(metadata).to.include(part);
    expect(metadata).to.include('Tee + Söhne GmbH');
  });

  describe('for public buyers in Germany', () => {
    const XRECHNUNG = '?profile=xrechnung';
    const CONTACT = { contactName: 'Grace Hopper', phone: '+49 30 123456' };
    const OFFICE = {
      ...TEST_ADDRESS,
      name: 'Ada Lovelace',
      company: 'Bezirksamt',
      leitwegId: '991-12345-06',
    };
    const WAYS: Record<string, Terms> = {
      'goods and shipping': {
        prices: [
          [1190, 2],
          [333, 3],
        ],
        shipping: 499,
      },
      'an export': { address: { ...TEST_ADDRESS, country: 'CH' } },
      'nothing to pay': { prices: [[0, 1]] },
    };

    for (const [what, terms] of Object.entries(WAYS))
      it(`keep the official rules of XRechnung, of ${what}`, async () => {
        await settings({ seller: { ...SELLER, ...CONTACT } });
        const id = await order({ ...terms, billingAddress: OFFICE });

        const text = await xml(`/orders/${id}/invoice`, XRECHNUNG);
        const standard = await xml(`/orders/${id}/invoice`);

        expect(validateXRechnung(text)).to.deep.equal([]);
        expect(text).to.include('xrechnung_3.0</ram:ID>').and.include('>991-12345-06</ram:BuyerReference>');
        expect(text).to.include('<ram:URIID schemeID="0204">991-12345-06<');
        expect(validateCii(standard)).to.deep.equal([]);
        expect(validateXRechnung(standard).join(' '), 'a rule that isn’t kept').to.include('[BR-DE-21]');
        expect(standard).to.include('<ram:ID>urn:cen.eu:en16931:2017</ram:ID>');
      });

    it('keep them of credit notes and what cancels one', async () => {
      await settings({ seller: { ...SELLER, ...CONTACT } });
      const id = await order({ billingAddress: OFFICE });
      const { creditNoteId, id: refundId } = (
        await shop.admin('POST', `/orders/${id}/refunds`, { amount: 100 })
      ).expect(201);
      await refundsSent(shop.store);
      const { refunds, payments } = await shop.getOrder(id);
      expect(refunds[0].id).to.equal(refundId);
      const told = createEvents(payments[0].providerPaymentId, 2_000_000_000);
      await shop.tell(told.refund('updated', refunds[0].providerRefundId, 100, 'failed'));
      const [{ cancellation }] = (await shop.getOrder(id)).creditNotes;

      const texts = [
        await xml(`/credit-notes/${creditNoteId}`, XRECHNUNG),
        await xml(`/credit-notes/${cancellation.id}`, XRECHNUNG),
      ];
      for (const text of texts) expect(validateXRechnung(text)).to.deep.equal([]);
    });

    it('are refused without what XRechnung asks for, which is named', async () => {
      const id = await order();

      const { errors = [] } = (await shop.admin('GET', `/orders/${id}/invoice/xml${XRECHNUNG}`)).refused(
        'e_invoice_incomplete',
      );

      expect(errors.map(({ path }) => path)).to.deep.equal([
        '/order/billingAddress/leitwegId',
        '/settings/seller/contactName',
        '/settings/seller/phone',
      ]);
      (await shop.admin('GET', `/orders/${id}/invoice/xml?profile=peppol`)).refused('validation_failed');
      const cartId = await shop.createCart();
      for (const leitwegId of ['991', '991-12345-6', 'Bezirksamt'])
        (await shop.send('POST', `/${cartId}/billing-address`, { ...OFFICE, leitwegId })).refused(
          'validation_failed',
        );
    });
  });

  it('are refused where the document lacks what they need, which is named; its PDF has none', async () => {
    await settings({ vatNumber: null, seller: null });
    const id = await order();
    await settings();

    const { errors = [] } = (await shop.admin('GET', `/orders/${id}/invoice/xml`)).refused(
      'e_invoice_incomplete',
    );

    expect(errors.map(({ path }) => path)).to.deep.equal(['/settings/seller', '/settings/vatNumber']);
    expect((await shop.admin('GET', `/orders/${id}`)).expect(200).hasEInvoices).to.equal(false);
    const headers = { authorization: `Bearer ${shop.store.token()}` };
    const response = await fetch(`${api.url}/admin/v1/orders/${id}/invoice`, { headers });
    expect((await filesOf(await response.arrayBuffer())).files).to.deep.equal({});
    (await shop.admin('GET', `/orders/${randomUUID()}/invoice/xml`)).refused('not_found');
  });
});
