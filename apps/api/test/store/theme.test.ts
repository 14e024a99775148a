import { catalog, compliance } from '@service/core';
import { expect } from 'chai';
import { useApi, useStore } from '../harness.ts';

const EXAMPLE = new URL('../../../../packages/theme-sdk/examples/plain/index.js', import.meta.url);

describe('the example theme, with what the Store API returns', () => {
  const api = useApi();
  const store = useStore(api);
  let slots: Record<'productCard' | 'footer', (data: object) => unknown>;

  before(async () => {
    ({ slots } = (await import(EXAMPLE.href)).default);
    await catalog.createProduct(store.admin, {
      title: 'Tea & <b>Biscuits</b>',
      status: 'published',
      images: [{ url: 'https://images.example.com/tea.jpg', alt: 'A cup' }],
      variants: [
        { sku: 'TEA-1', priceAmount: 1250, stockQuantity: 1 },
        { sku: 'TEA-2', priceAmount: 1900, stockQuantity: 1 },
      ],
    });
    await catalog.createProduct(store.admin, {
      title: 'Mug',
      status: 'published',
      variants: [{ sku: 'MUG', priceAmount: 700 }],
    });
  });

  const read = async (path: string) =>
    (await api.request('GET', `/store/v1/${path}`, { key: store.publishableKey })).expect(200);

  it('renders a card for each product of the list', async () => {
    const { items } = await read('products?sort=title');

    const cards = items.map((product: unknown) => String(slots.productCard({ product })));

    expect(cards).to.deep.equal([
      '<article class="card"><h2>Mug</h2>\n<p>Sold out</p></article>',
      '<article class="card"><img src="https://images.example.com/tea.jpg" alt="A cup">' +
        '<h2>Tea &amp; &lt;b&gt;Biscuits&lt;/b&gt;</h2>\n<p>from 12.50 EUR</p></article>',
    ]);
  });

  it('loads no tracker before the store is configured, and after it only with consent', async () => {
    const footer = async (visitor: object) => String(slots.footer({ config: await read('config'), visitor }));
    const unconfigured = await footer({ consented: true });
    await compliance.configureCompliance(store.admin, {
      cookieConsent: true,
      analytics: { webAnalytics: { id: 'G-"1"' } },
    });

    expect(unconfigured).to.equal('<footer></footer>');
    expect(await footer({})).to.equal('<footer></footer>');
    expect(await footer({ consented: true })).to.include('data-id="G-&quot;1&quot;"');
  });
});
