import { expect } from 'chai';
import { useApi, useStore } from '../harness.ts';

describe('a product list by price', () => {
  const api = useApi();
  const shop = useStore(api);

  const create = async (title: string, variants: object[]) =>
    (
      await api.request('POST', '/admin/v1/products', {
        token: shop.token(),
        body: { title, status: 'published', variants },
      })
    ).expect(201);
  const list = async (query: string) =>
    (await api.request('GET', `/store/v1/products?${query}`, { key: shop.publishableKey })).expect(200);

  async function readByCursor(query: string, total: number) {
    const read: { priceFrom: number | null }[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await list(`${query}&pageSize=2${cursor ? `&cursor=${cursor}` : ''}`);
      expect(page).to.include({ total, isTotalCapped: false });
      read.push(...page.items);
      cursor = page.nextCursor;
    }
    return read;
  }

  it('is read by cursor through equal prices and none, up and down, each product once', async () => {
    const prices = [[300], [], [100], [300], [200], [100, 900], [], [300], [900], [600]];
    for (const [n, amounts] of prices.entries())
      await create(
        `Tea ${n}`,
        amounts.map((priceAmount, place) => ({
          sku: `${n}-${place}`,
          priceAmount,
          options: { n: `${place}` },
        })),
      );
    for (const { query, found } of [
      { query: '', found: [100, 100, 200, 300, 300, 300, 600, 900, null, null] },
      { query: '&priceMin=200', found: [100, 200, 300, 300, 300, 600, 900] },
      { query: '&priceMax=300', found: [100, 100, 200, 300, 300, 300] },
      { query: '&priceMax=9007199254740991', found: [100, 100, 200, 300, 300, 300, 600, 900] },
      { query: '&priceMin=200&priceMax=600', found: [200, 300, 300, 300, 600] },
    ])
      for (const sort of ['price', '-price']) {
        const whole = await list(`sort=${sort}${query}`);
        const read = await readByCursor(`sort=${sort}${query}`, found.length);
        const down = [
          ...found.filter((price) => price !== null).reverse(),
          ...found.filter((price) => !price),
        ];
        const shown = read.map(({ priceFrom }) => priceFrom);
        expect(shown, sort + query).to.deep.equal(sort === 'price' ? found : down);
        expect(read).to.deep.equal(whole.items);
      }
  });
});
