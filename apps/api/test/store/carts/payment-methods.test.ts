import { TEST_ADDRESS } from '@service/testing';
import { expect } from 'chai';
import type { Answer } from '../../client.ts';
import { useApi } from '../../harness.ts';
import { snapshot } from '../../table-snapshot.ts';
import { createShop, useShopOfEach } from '../shop.ts';

const TOTAL = 1190;
const SECRET = 'whsec_of_a_test_payment';

interface Method {
  paymentAccountId: string | null;
  name: string;
  instructions: string | null;
}

describe('the payment methods of a cart', () => {
  const api = useApi();
  const shop = useShopOfEach(api);

  const add = async (name: string, terms: object = {}) =>
    (await shop.addTransfer({ name: 'Ours', names: { en: name }, instructions: `Pay by ${name}`, ...terms }))
      .id;
  const change = async (id: string, body: object) =>
    (await shop.admin('PATCH', `/payment-accounts/${id}`, body)).expect(200);
  const cartOf = async (priceAmount = TOTAL, quantity = 1) =>
    shop.fullCart({ [(await shop.variant({ priceAmount })).id]: quantity });
  const list = async (cartId: string): Promise<Method[]> =>
    (await shop.send('GET', `/${cartId}/payment-methods`)).expect(200).items;
  const names = async (cartId: string) => (await list(cartId)).map(({ name }) => name);
  const checkOut = (cartId: string, paymentAccountId?: string) =>
    shop.checkOutWith(cartId, paymentAccountId === undefined ? {} : { paymentAccountId });

  it('are the deployment’s alone where the store has none that is active', async () => {
    await add('Transfer', { active: false });
    const cartId = await cartOf();

    const ofDeployment = {
      paymentAccountId: null,
      provider: 'fake',
      publishableKey: null,
      instructions: null,
    };
    expect(await list(cartId)).to.deep.equal([{ ...ofDeployment, name: 'Test payment', isChosen: false }]);
    const { payment } = (await checkOut(cartId)).expect(201);
    expect(payment).to.deep.include({ ...ofDeployment, redirectUrl: null, needs: 'client_secret' });
    expect(payment.clientSecret).to.match(/_secret_/);
  });

  it('are in the store’s order and the shopper’s language, and the first is the default', async () => {
    const transfer = await add('Transfer', { names: { de: 'Überweisung', en: 'Bank transfer' } });
    const cash = await add('Cash', { names: { en: 'Cash on pick-up' } });
    await change(cash, { position: 0 });
    const cartId = await cartOf();

    expect(await names(cartId)).to.deep.equal(['Cash on pick-up', 'Bank transfer']);
    (await shop.send('PATCH', `/${cartId}`, { locale: 'de' })).expect(200);
    expect(await names(cartId)).to.deep.equal(['Cash on pick-up', 'Überweisung']);
    const { order, payment } = (await checkOut(cartId)).expect(201);

    expect(payment).to.deep.include({ paymentAccountId: cash, needs: 'instructions', clientSecret: '' });
    expect(payment.instructions).to.equal('Pay by Cash');
    expect((await shop.getOrder(order.id)).payments[0]).to.deep.include({
      accountId: cash,
      provider: 'manual',
    });
    const chosen = (await checkOut(await cartOf(), transfer.toUpperCase())).expect(201);
    expect(chosen.payment).to.deep.include({ paymentAccountId: transfer, instructions: 'Pay by Transfer' });
  });

  it('are called by how one pays, in the shopper’s language, where the store names none', async () => {
    await shop.addTransfer({ name: 'Volksbank, the old one' });
    await shop.addTransfer({
      name: 'Shop Ltd',
      provider: 'fake',
      instructions: undefined,
      webhookSecret: SECRET,
    });
    await add('Cash');
    const cartId = await cartOf();

    expect(await names(cartId)).to.deep.equal(['Bank transfer', 'Test payment', 'Cash']);
    (await shop.send('PATCH', `/${cartId}`, { locale: 'fr' })).expect(200);
    expect(await names(cartId)).to.deep.equal(['Virement bancaire', 'Paiement de test', 'Cash']);
    const { items } = (await shop.admin('GET', '/payment-accounts')).expect(200);
    expect(items[0].defaultNames).to.include({ en: 'Bank transfer', fr: 'Virement bancaire' });
  });

  it('give their instructions in the shopper’s language, to the payment and the mail too', async () => {
    const inGerman = { instructionsByLocale: { de: 'Bitte an AT61 überweisen' } };
    await add('Transfer', inGerman);
    const instructions = async (cartId: string) => (await list(cartId)).map((method) => method.instructions);
    const [english, german] = [await cartOf(), await cartOf()];
    const language = { locale: 'de', email: 'ada@example.com' };
    (await shop.send('PATCH', `/${german}`, language)).expect(200);

    expect(await instructions(english)).to.deep.equal(['Pay by Transfer']);
    expect(await instructions(german)).to.deep.equal(['Bitte an AT61 überweisen']);
    expect((await checkOut(english)).expect(201).payment.instructions).to.equal('Pay by Transfer');
    const { order, payment } = (await checkOut(german)).expect(201);
    expect(payment.instructions).to.equal('Bitte an AT61 überweisen');
    const again = (await shop.send('POST', `/${german}/order/payment`, {})).expect(201);
    expect(again.payment).to.deep.equal(payment);
    const mails = await shop.store.admin.db.mail.findMany({ where: { orderId: order.id } });
    expect(mails).to.have.length(1);
    expect(mails[0]?.data).to.include({ instructions: 'Bitte an AT61 überweisen' });
  });

  const EUR = { currency: 'EUR' };
  const conditions: Record<string, [terms: object, isOffered: boolean]> = {
    'without conditions': [{}, true],
    'of the buyer’s country': [{ countries: ['at', 'de'] }, true],
    'of other countries': [{ countries: ['AT', 'CH'] }, false],
    'of the currency': [{ currencies: [{ currency: 'usd' }, { currency: 'eur' }] }, true],
    'of another currency': [{ currencies: [{ currency: 'USD' }] }, false],
    'from the total on': [{ currencies: [{ ...EUR, minimum: TOTAL }] }, true],
    'from more than the total': [{ currencies: [{ ...EUR, minimum: TOTAL + 1 }] }, false],
    'up to the total': [{ currencies: [{ ...EUR, maximum: TOTAL }] }, true],
    'up to less than the total': [{ currencies: [{ ...EUR, maximum: TOTAL - 1 }] }, false],
    'within limits of another currency': [{ currencies: [EUR, { currency: 'USD', maximum: 1 }] }, true],
    'switched off': [{ active: false }, false],
  };
  for (const [what, [terms, isOffered]] of Object.entries(conditions))
    it(`${isOffered ? 'have' : 'don’t have'} one ${what}, and the checkout agrees`, async () => {
      const always = await add('Always');
      const id = await add('Limited', terms);
      const cartId = await cartOf();

      expect(await names(cartId)).to.deep.equal(isOffered ? ['Always', 'Limited'] : ['Always']);
      const before = await snapshot(api.env);
      const answer = await checkOut(cartId, id);

      if (isOffered) return expect(answer.expect(201).payment.paymentAccountId).to.equal(id);
      await expectRefused(answer, before);
      expect((await checkOut(cartId)).expect(201).payment.paymentAccountId).to.equal(always);
    });

  /** Between the list that the shopper has seen and the checkout. */
  const meanwhile: Record<string, (id: string, cartId: string) => Promise<unknown>> = {
    'was switched off': (id) => change(id, { active: false }),
    'was deleted': async (id) => (await shop.admin('DELETE', `/payment-accounts/${id}`)).expect(204),
    'got other limits': (id) => change(id, { currencies: [{ ...EUR, maximum: TOTAL - 1 }] }),
    'got other countries': (id) => change(id, { countries: ['AT'] }),
    'takes less than the cart costs by now': async (id, cartId) => {
      await change(id, { currencies: [{ ...EUR, maximum: TOTAL }] });
      (await shop.addLine(cartId, (await shop.variant()).id)).expect(200);
    },
    'isn’t for where the bill goes by now': async (id, cartId) => {
      await change(id, { countries: ['DE'] });
      const elsewhere = { ...TEST_ADDRESS, country: 'AT', postalCode: '1010' };
      (await shop.send('POST', `/${cartId}/billing-address`, elsewhere)).expect(200);
    },
  };
  for (const [what, happens] of Object.entries(meanwhile))
    it(`refuse one that ${what}, and write nothing`, async () => {
      await add('Always');
      const id = await add('Chosen');
      const cartId = await cartOf();
      expect(await names(cartId)).to.deep.equal(['Always', 'Chosen']);
      await happens(id, cartId);
      expect(await names(cartId)).to.deep.equal(['Always']);
      const before = await snapshot(api.env);

      await expectRefused(await checkOut(cartId, id), before);
    });

  it('refuse another store’s, and say no more of it than of one that there isn’t', async () => {
    await add('Always');
    const other = await createShop(api);
    const { id } = await other.addTransfer({ name: 'Theirs' });
    const cartId = await cartOf();
    const before = await snapshot(api.env);

    const theirs = await checkOut(cartId, id);
    const unknown = await checkOut(cartId, cartId);

    await expectRefused(theirs, before);
    await expectRefused(unknown, before);
    const { detail, errors } = theirs.refused('payment_method_unavailable');
    expect({ detail: detail?.replace(id, cartId), errors }).to.deep.equal({
      detail: unknown.body.detail,
      errors: unknown.body.errors,
    });
  });

  it('are none in a currency that no account takes: nothing is ordered', async () => {
    await add('Dollars', { currencies: [{ currency: 'USD' }] });
    const cartId = await cartOf();
    expect(await list(cartId)).to.deep.equal([]);
    const before = await snapshot(api.env);

    (await checkOut(cartId)).refused('payment_method_unavailable');

    expect(await snapshot(api.env)).to.deep.equal(before);
  });

  it('are none where nothing is to be paid, which the checkout needs none for', async () => {
    await add('Dollars', { currencies: [{ currency: 'USD' }] });
    const cartId = await cartOf(0);

    expect(await list(cartId)).to.deep.equal([]);
    expect((await checkOut(cartId)).expect(201)).to.deep.include({ payment: null });
  });

  it('count for each of two checkouts at once', async () => {
    const ids = [await add('Transfer'), await add('Cash')];
    const cartIds = [await cartOf(), await cartOf()];

    const answers = await Promise.all(cartIds.map((cartId, at) => checkOut(cartId, ids[at])));
    const again = await Promise.all(ids.map((id) => checkOut(cartIds[0] ?? '', id)));

    expect(answers.map((answer) => answer.expect(201).payment.paymentAccountId)).to.deep.equal(ids);
    for (const answer of again) answer.refused('cart_completed');
  });

  async function expectRefused(answer: Answer, before: unknown): Promise<void> {
    expect(answer.refused('payment_method_unavailable').errors?.[0]).to.deep.include({
      path: '/body/paymentAccountId',
      code: 'not_offered',
    });
    expect(await snapshot(api.env)).to.deep.equal(before);
  }
});
