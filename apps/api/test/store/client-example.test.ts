import { createStoreClient } from '@service/client-js';
import { expect } from 'chai';
import { buy } from '../../../../packages/client-js/examples/checkout.ts';
import { useApi } from '../harness.ts';
import { useShop } from './shop.ts';

describe('the example of a checkout in docs/client.md', () => {
  const api = useApi();
  const shop = useShop(api);

  it('makes an order of what the cart held, with a payment to open', async () => {
    const { productId } = await shop.variant({ priceAmount: 1250 });
    const { publishableKey, admin } = shop.store;
    const { slug } = await admin.db.product.findFirstOrThrow({ where: { id: productId } });
    const client = createStoreClient({ baseUrl: api.url, publishableKey });

    const { order, payment } = await buy(client, slug, 'ada@shopper.example');

    expect(order).to.include({ status: 'pending', total: 2500 });
    expect(payment?.clientSecret).to.be.a('string').that.is.not.equal('');
  });
});
