import { TEST_SETTINGS } from '@service/testing';
import { expect } from 'chai';
import { startApi } from '../harness.ts';

describe('GET /webhooks/addresses', () => {
  it('lists the addresses of deliveries, and may be cached for an hour', async () => {
    const api = await startApi();

    const answer = await api.request('GET', '/webhooks/addresses');

    expect(answer.expect(200)).to.deep.equal({ addresses: TEST_SETTINGS.publishedAddresses });
    expect(answer.headers.get('cache-control')).to.include('max-age=3600');
    await api.close();
  });
});
