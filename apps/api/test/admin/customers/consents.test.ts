import { createStore } from '@service/testing';
import { expect } from 'chai';
import { newEmail, useCustomerScene } from '../../store/customers/scene.ts';
import { snapshot } from '../../table-snapshot.ts';

describe('the consents of a customer', () => {
  const scene = useCustomerScene();

  const list = async (id: string) =>
    (await scene.admin('GET', `/customers/${id}/consents`)).expect(200).items;

  it('record consent, time, source and text version, and stay when later ones follow', async () => {
    const ada = await scene.shopper();
    const own = (body: object) => scene.ask('POST', '/customers/me/consents', body, ada.token);

    const given = (await own({ purpose: 'marketing', granted: true, textVersion: '2026-01' })).expect(201);
    scene.clock.advance(1000);
    (await own({ purpose: 'profiling', granted: false })).expect(201);
    scene.clock.advance(1000);
    const heard = { purpose: 'marketing', granted: false, textVersion: '2026-02', source: 'phone' };
    (await scene.admin('POST', `/customers/${ada.id}/consents`, heard)).expect(201);

    expect(given).not.to.have.any.keys('actor', 'clientAddress');
    const consents = await list(ada.id);
    expect(
      consents.map(({ id: _, createdAt: _at, actor, ...rest }: Record<string, string>) => [
        actor?.split(':')[0],
        rest,
      ]),
    ).to.deep.equal([
      ['admin', { ...heard, clientAddress: null }],
      [
        'customer',
        {
          purpose: 'profiling',
          granted: false,
          textVersion: null,
          source: 'storefront',
          clientAddress: '127.0.0.1',
        },
      ],
      [
        'customer',
        {
          purpose: 'marketing',
          granted: true,
          textVersion: '2026-01',
          source: 'storefront',
          clientAddress: '127.0.0.1',
        },
      ],
    ]);
    expect((await scene.admin('GET', `/customers/${ada.id}`)).expect(200).acceptsMarketing).to.equal(false);
    const { items } = (await scene.ask('GET', '/customers/me/consents', undefined, ada.token)).expect(200);
    expect(items).to.have.length(3);
    expect(items[2]).to.deep.equal(given);
  });

  it('follow every change of `acceptsMarketing`, whoever makes it, and nothing else', async () => {
    const ada = await scene.shopper();
    const change = (body: object) => scene.ask('PATCH', '/customers/me', body, ada.token);
    (await change({ acceptsMarketing: true })).expect(200);
    scene.clock.advance(1000);
    (await change({ acceptsMarketing: true, phone: '+49 30 1' })).expect(200);
    (await scene.admin('PATCH', `/customers/${ada.id}`, { acceptsMarketing: false })).expect(200);
    const made = { email: newEmail(), acceptsMarketing: true };
    const { id } = (await scene.admin('POST', '/customers', made)).expect(201);

    const shown = (items: { granted: boolean; source: string }[]) =>
      items.map(({ granted, source }) => [granted, source]);
    expect(shown(await list(ada.id))).to.deep.equal([
      [false, 'operator'],
      [true, 'storefront'],
    ]);
    expect(shown(await list(id))).to.deep.equal([[true, 'operator']]);
  });

  it('are never changed, not even by the service itself', async () => {
    const ada = await scene.shopper();
    (
      await scene.ask('POST', '/customers/me/consents', { purpose: 'marketing', granted: true }, ada.token)
    ).expect(201);
    const before = await list(ada.id);
    const { db } = scene.store.admin;
    const refused = await db.consent
      .updateMany({ data: { granted: false } })
      .catch((error: Error) => error.message);

    expect(String(refused)).to.include('a consent is never changed');
    expect(await list(ada.id)).to.deep.equal(before);
  });

  it('are unknown to other customers and stores, and a misspelt one writes nothing', async () => {
    const [ada, other] = [await scene.shopper(), await scene.shopper()];
    (
      await scene.ask('POST', '/customers/me/consents', { purpose: 'marketing', granted: true }, ada.token)
    ).expect(201);
    const stranger = await createStore(scene.api.env.system);
    const before = await snapshot(scene.api.env);

    expect(
      (await scene.ask('GET', '/customers/me/consents', undefined, other.token)).expect(200).items,
    ).to.deep.equal([]);
    const url = `/admin/v1/customers/${ada.id}/consents`;
    (await scene.api.request('GET', url, { token: stranger.token() })).refused('not_found');
    for (const body of [{ purpose: 'Marketing!', granted: true }, { purpose: 'marketing' }])
      (await scene.ask('POST', '/customers/me/consents', body, ada.token)).refused('validation_failed');
    expect(await snapshot(scene.api.env)).to.deep.equal(before);
  });
});
