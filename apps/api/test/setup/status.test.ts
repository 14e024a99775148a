import { expect } from 'chai';
import { useApi, useStore } from '../harness.ts';

describe('setup status', () => {
  const api = useApi();
  const store = useStore(api);

  const call = (method: string, path: string, body?: object) =>
    api.request(method, path, { token: store.token(), body });
  async function done(): Promise<string[]> {
    const { body } = await call('GET', '/setup/v1/status');
    return body.steps
      .filter((step: { done: boolean }) => step.done)
      .map(({ step }: { step: string }) => step);
  }

  it('says of a new store that only its shipping is there, and what to do', async () => {
    const { body } = await call('GET', '/setup/v1/status');

    expect(body.complete).to.equal(false);
    expect(body.steps.map(({ step }: { step: string }) => step)).to.eql([
      'catalogue',
      'shipping',
      'tax',
      'seller',
      'payment',
      'compliance',
      'webhooks',
    ]);
    for (const { todo } of body.steps) expect(todo).to.match(/\.$/);
    expect(await done()).to.eql(['shipping']);
  });

  it('ticks each step off as it is done', async () => {
    await call('POST', '/admin/v1/products', {
      title: 'Draft',
      variants: [{ sku: 'd', priceAmount: 1 }],
    });
    expect(await done()).to.eql(['shipping']);

    await store.variant();
    const seller = { name: 'Tea GmbH', line1: 'Weg 1', postalCode: '10117', city: 'Berlin', country: 'DE' };
    await call('PUT', '/admin/v1/settings', { name: 'Tea', currency: 'EUR', countries: ['DE'], seller });
    await call('POST', '/setup/v1/compliance/configure', { cookieConsent: false });
    await call('POST', '/admin/v1/webhooks/subscriptions', {
      url: 'http://127.0.0.1:9/hook',
      events: ['order.paid'],
    });

    expect(await done()).to.eql(['catalogue', 'shipping', 'tax', 'seller', 'compliance', 'webhooks']);
  });
});
