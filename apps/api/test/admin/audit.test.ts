import { audit, inTransaction } from '@service/core';
import { MINUTE_MS } from '@service/jobs/primitives';
import { createClock, createStore } from '@service/testing';
import { expect } from 'chai';
import { useApi, useStoreOfEach } from '../harness.ts';

describe('GET /admin/v1/audit', () => {
  const clock = createClock();
  const api = useApi({ now: clock.now });
  const store = useStoreOfEach(api);

  const list = async (query = '', of = store) =>
    (await api.request('GET', `/admin/v1/audit${query}`, { token: of.token(['users:read']) })).expect(200);
  const rename = (name: string, token = store.token()) =>
    api.request('PUT', '/admin/v1/settings', { token, body: { name, currency: 'EUR' } });
  const createKey = async () =>
    (
      await api.request('POST', '/admin/v1/api-keys', {
        token: store.token(),
        body: { name: 'Till', permissions: ['settings:write', 'settings:read'] },
      })
    ).expect(201);

  it('records actor, action, old and new values, and the request of each change', async () => {
    const answer = await rename('Tea House');

    const { items, total } = await list();
    expect(total).to.equal(1);
    expect(items[0]).to.deep.include({
      action: 'settings.replaced',
      subject: { type: 'settings', id: store.tenantId },
      requestId: answer.headers.get('x-request-id'),
      createdAt: clock.now().toISOString(),
    });
    expect(items[0].actor).to.match(/^admin:[0-9a-f-]{36}$/);
    expect([items[0].before.name, items[0].after.name]).to.deep.equal(['Test Store', 'Tea House']);
  });

  it('keeps a variant, its stock and its product as they were before and after', async () => {
    const made = await api.request('POST', '/admin/v1/products', {
      token: store.token(),
      body: { title: 'Tea', variants: [{ sku: 'TEA', priceAmount: 100, stockQuantity: 7 }] },
    });
    const { id: productId, variants } = made.expect(201);
    const variantId = variants[0].id;
    const product = `/admin/v1/products/${productId}`;
    const variant = `${product}/variants/${variantId}`;
    const send = (method: string, path: string, body?: object) =>
      api.request(method, path, { token: store.token(), ...(body ? { body } : {}) });

    (await send('PATCH', variant, { weightGrams: 250 })).expect(200);
    (await send('POST', `${variant}/stock/adjustments`, { delta: -2 })).expect(200);
    (await send('DELETE', variant)).expect(204);
    (await send('DELETE', product)).expect(204);

    const one = async (action: string) => (await list(`?action=${action}`)).items[0];
    const updated = await one('variant.updated');
    expect([updated.before.weightGrams, updated.after.weightGrams]).to.deep.equal([null, 250]);
    const adjusted = await one('stock.adjusted');
    expect([adjusted.before.quantity, adjusted.after.quantity, adjusted.after.delta]).to.deep.equal([
      7, 5, -2,
    ]);
    expect((await one('variant.deleted')).before).to.deep.include({ id: variantId, stockQuantity: 5 });
    expect((await one('product.deleted')).before).to.deep.include({ id: productId, variants: [] });
  });

  it('names a program by its key', async () => {
    const { id, key } = await createKey();

    (await rename('By a program', key)).expect(200);

    const { items } = await list('?action=settings.replaced');
    expect(items[0].actor).to.equal(`api-key:${id}`);
  });

  it('holds no secret', async () => {
    const { key } = await createKey();
    const subscription = await api.request('POST', '/admin/v1/webhooks/subscriptions', {
      token: store.token(),
      body: { url: 'http://127.0.0.1:1/hook', events: ['order.paid'] },
    });
    const { secret } = subscription.expect(201);

    const text = JSON.stringify(await list());

    expect(text).to.include('webhook_subscription.created').and.include('api_key.created');
    for (const hidden of [key, secret]) expect(text).to.not.include(hidden);
  });

  it('redacts whatever sounds like a secret, at any depth, and nothing else', async () => {
    const secret = 'hunter2';
    const before = {
      password: secret,
      newPassword: secret,
      clientSecret: secret,
      accessToken: secret,
      passwordHash: secret,
      answerSealed: secret,
      credentials: { user: secret },
      list: [{ key: secret, keyboard: 'qwerty', name: 'Ada' }],
    };

    await inTransaction(store.admin, (tx) =>
      audit.recordChange(tx, {
        action: 'test.changed',
        subject: { type: 'test', id: store.tenantId },
        before,
      }),
    );

    const { items } = await list('?action=test.changed');
    const redacted = '[redacted]';
    expect(items[0].before).to.deep.equal({
      password: redacted,
      newPassword: redacted,
      clientSecret: redacted,
      accessToken: redacted,
      passwordHash: redacted,
      answerSealed: redacted,
      credentials: redacted,
      list: [{ key: redacted, keyboard: 'qwerty', name: 'Ada' }],
    });
  });

  it('leaves no record of a change that was refused', async () => {
    await store.variant();
    const before = (await list()).total;

    (
      await api.request('PUT', '/admin/v1/settings', {
        token: store.token(),
        body: { name: 'Tea', currency: 'USD' },
      })
    ).refused('currency_in_use');

    expect((await list()).total).to.equal(before);
  });

  it('is filtered by action, subject, actor and time, newest first, page by page', async () => {
    await rename('First');
    clock.advance(MINUTE_MS);
    const noon = clock.now().toISOString();
    await rename('Second');
    clock.advance(MINUTE_MS);
    const later = clock.now().toISOString();
    const { id } = await createKey();
    const names = async (query: string) =>
      (await list(query)).items.map(({ after }: { after: { name: string } }) => after.name);

    expect(await names('')).to.deep.equal(['Till', 'Second', 'First']);
    expect(await names('?action=settings.replaced')).to.deep.equal(['Second', 'First']);
    expect(await names(`?subjectType=api_key&subjectId=${id}`)).to.deep.equal(['Till']);
    expect(await names(`?from=${noon}`)).to.deep.equal(['Till', 'Second']);
    expect(await names(`?from=${noon}&to=${later}`)).to.deep.equal(['Second']);
    expect(await names('?actor=admin:nobody')).to.deep.equal([]);
    expect(await names('?page=2&pageSize=2')).to.deep.equal(['First']);
    (await api.request('GET', '/admin/v1/audit?from=yesterday', { token: store.token() })).refused(
      'validation_failed',
    );
  });

  it('shows another store nothing', async () => {
    await rename('Tea House');

    const other = await createStore(api.env.system);

    expect(await list('', other)).to.deep.include({ items: [], total: 0 });
  });
});
