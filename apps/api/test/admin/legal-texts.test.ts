import { createHash } from 'node:crypto';
import { privacy } from '@service/core';
import { DAY_MS } from '@service/jobs/primitives';
import { createClock } from '@service/testing';
import { expect } from 'chai';
import { useApi } from '../harness.ts';
import { createShop, type Shop, useShop } from '../store/shop.ts';
import { snapshot } from '../table-snapshot.ts';

describe('legal texts', () => {
  const clock = createClock();
  const api = useApi({ now: clock.now });
  const shop = useShop(api);

  const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
  async function publish(kind: string, version: string, text: string, locale = 'en') {
    clock.advance(1000);
    return (await shop.admin('POST', '/legal-texts', { kind, locale, version, text })).expect(201);
  }
  const require = (requiredTexts: string[]) =>
    shop.admin('PUT', '/settings/privacy', {
      ...{ inactiveCustomerMonths: null, cartDays: null, mailDays: null },
      requiredTexts,
    });
  const current = async () =>
    (await api.request('GET', '/store/v1/legal-texts', { key: shop.store.publishableKey })).expect(200).items;
  const fullCart = async () => shop.fullCart({ [(await shop.variant()).id]: 1 });

  it('are published with their hash, and a published one is never changed', async () => {
    const first = await publish('terms', '2026-01', 'Pay and get tea.');
    expect(first.sha256).to.equal(hashOf('Pay and get tea.'));
    const before = await snapshot(api.env);
    const again = { kind: 'terms', locale: 'en', version: '2026-01', text: 'Pay twice.' };
    (await shop.admin('POST', '/legal-texts', again)).refused('duplicate_version');
    expect(await snapshot(api.env)).to.deep.equal(before);

    await publish('terms', '2026-01', 'Zahlen, dann Tee.', 'de');
    await publish('terms', '2026-02', 'Pay, wait, get tea.');

    expect(await current()).to.deep.equal([
      {
        ...{ kind: 'terms', locale: 'de', version: '2026-01', sha256: hashOf('Zahlen, dann Tee.') },
        ...{ text: 'Zahlen, dann Tee.', isRequired: false },
      },
      {
        ...{ kind: 'terms', locale: 'en', version: '2026-02', sha256: hashOf('Pay, wait, get tea.') },
        ...{ text: 'Pay, wait, get tea.', isRequired: false },
      },
    ]);
    const { items } = (await shop.admin('GET', '/legal-texts?kind=terms')).expect(200);
    expect(items.map(({ version }: { version: string }) => version)).to.deep.equal([
      '2026-02',
      '2026-01',
      '2026-01',
    ]);
    expect((await shop.admin('GET', '/legal-texts?kind=privacy')).expect(200).total).to.equal(0);
  });

  it('can only be required when one of the kind is published', async () => {
    const before = await snapshot(api.env);
    (await require(['withdrawal'])).refused('text_missing');
    expect(await snapshot(api.env)).to.deep.equal(before);
  });

  it('are kept with the order that accepted them; a required one that is missing stops it', async () => {
    const terms = await publish('terms', '2026-03', 'Terms 3');
    const withdrawal = await publish('withdrawal', '1', 'You may return it.');
    (await require(['terms', 'withdrawal'])).expect(200);
    const cartId = await fullCart();
    const accepted = (text: { kind: string; sha256: string }) => ({ kind: text.kind, sha256: text.sha256 });
    const before = await snapshot(api.env);

    for (const [body, codes] of [
      [{}, ['missing', 'missing']],
      [{ acceptedTexts: [accepted(terms)] }, ['missing']],
      [{ acceptedTexts: [accepted(terms), { kind: 'withdrawal', sha256: hashOf('another') }] }, ['outdated']],
      [
        { acceptedTexts: [accepted(withdrawal), { kind: 'terms', sha256: hashOf('Pay, wait, get tea.') }] },
        ['outdated'],
      ],
    ] as const) {
      const { errors } = (await shop.checkOutWith(cartId, body)).refused('texts_not_accepted');
      expect(errors?.map(({ code }) => code)).to.deep.equal(codes);
    }
    expect(await snapshot(api.env)).to.deep.equal(before);

    const body = { acceptedTexts: [accepted(terms), accepted(withdrawal), accepted(terms)] };
    const { order } = (await shop.checkOutWith(cartId, body)).expect(201);
    await publish('terms', '2026-04', 'Terms 4');

    const { acceptedTexts } = (await shop.admin('GET', `/orders/${order.id}`)).expect(200);
    const common = { locale: 'en' };
    expect(acceptedTexts.map(({ acceptedAt: _, ...text }: { acceptedAt: string }) => text)).to.deep.equal([
      { ...common, kind: 'terms', version: '2026-03', sha256: terms.sha256 },
      { ...common, kind: 'withdrawal', version: '1', sha256: withdrawal.sha256 },
    ]);
    (await require([])).expect(200);
    const free = (await shop.checkOutWith(await fullCart(), {})).expect(201);
    expect((await shop.admin('GET', `/orders/${free.order.id}`)).expect(200).acceptedTexts).to.deep.equal([]);
  });

  it('are required by the store that says so alone', async () => {
    (await require(['terms'])).expect(200);
    const other = await createShop(api);

    (await other.checkOutWith(await other.fullCart({ [(await other.variant()).id]: 1 }), {})).expect(201);

    (await require([])).expect(200);
  });
});

describe('what a store keeps for how long', () => {
  const clock = createClock();
  const api = useApi({ now: clock.now });
  const shop = useShop(api);

  const never = { inactiveCustomerMonths: null, cartDays: null, mailDays: null, requiredTexts: [] };
  const keep = async (of: Shop, settings: object) =>
    (await of.admin('PUT', '/settings/privacy', { ...never, ...settings })).expect(200);
  const eraseInactive = () => privacy.eraseInactive(api.env.system, new AbortController().signal);

  it('is nothing that is deleted, until it says so', async () => {
    expect((await shop.admin('GET', '/settings/privacy')).expect(200)).to.deep.equal({
      ...never,
      version: 0,
    });
    expect(await keep(shop, { cartDays: 3 })).to.deep.equal({ ...never, cartDays: 3, version: 1 });
    for (const wrong of [{ cartDays: 0 }, { mailDays: 366 }, { requiredTexts: ['terms', 'terms'] }])
      (await shop.admin('PUT', '/settings/privacy', { ...never, ...wrong })).refused('validation_failed');
    await keep(shop, {});
  });

  it('are customers who neither sign in nor order for months; others, and other stores’, stay', async () => {
    const other = await createShop(api);
    const [idle, active, foreign] = [
      await shop.store.customer(),
      await shop.store.customer(),
      await other.store.customer(),
    ];
    await keep(shop, { inactiveCustomerMonths: 12 });
    expect(await eraseInactive()).to.equal(0);

    clock.advance(200 * DAY_MS);
    const login = { email: active.email, password: active.password };
    (
      await api.request('POST', '/store/v1/customers/login', { key: shop.store.publishableKey, body: login })
    ).expect(200);
    clock.advance(200 * DAY_MS);
    // The session itself is long gone.
    await shop.store.admin.db.customerSession.deleteMany();

    expect(await eraseInactive()).to.equal(1);
    clock.advance(60_000);
    await privacy.processErasures(api.env.system);

    (await shop.admin('GET', `/customers/${idle.id}`)).refused('not_found');
    (await shop.admin('GET', `/customers/${active.id}`)).expect(200);
    (await other.admin('GET', `/customers/${foreign.id}`)).expect(200);
    const records = await shop.store.admin.db.auditRecord.findMany({
      where: { subjectType: 'customer_erasure' },
    });
    expect(records.map(({ actor }) => actor)).to.deep.equal(['system', 'system']);
    expect(await eraseInactive()).to.equal(0);
  });
});
