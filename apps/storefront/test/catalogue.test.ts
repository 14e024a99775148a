import { createStoreClient } from '@service/client-js';
import { catalog, privacy, redirects } from '@service/core';
import { eventually, openTestPage, TEST_ADDRESS, type TestPage } from '@service/testing';
import axe from 'axe-core';
import { expect } from 'chai';
import { useShop } from './use-shop.ts';

const PICTURES = ['front', 'back', 'side'].map((alt) => ({
  url: `https://pictures.example/${alt}.png`,
  alt,
}));

describe('the catalogue of the storefront', () => {
  const shop = useShop('shop_catalogue');

  before(async () => {
    const { store } = shop;
    const privacyText = { kind: 'privacy', version: '1' } as const;
    await privacy.publishText(store.admin, { ...privacyText, locale: 'en', text: 'We keep\nlittle.' });
    await privacy.publishText(store.admin, { ...privacyText, locale: 'de', text: 'Wir speichern wenig.' });
    const shirts = await catalog.createCategory(store.admin, { name: 'Shirts', description: 'Of linen.' });
    const variant = (Size: string, Colour: string, priceAmount: number, stockQuantity: number) => ({
      ...{ sku: `SHIRT-${Size}-${Colour}`, title: `${Size}, ${Colour}`, options: { Size, Colour } },
      ...{ priceAmount, stockQuantity },
    });
    await catalog.createProduct(store.admin, {
      ...{
        title: 'Shirt',
        slug: 'shirt',
        description: 'Cool in summer.',
        status: 'published',
        images: PICTURES,
      },
      categoryIds: [shirts.id],
      variants: [
        variant('S', 'red', 3000, 5),
        variant('S', 'blue', 3000, 0),
        variant('M', 'red', 3500, 5),
        variant('M', 'blue', 3500, 5),
      ],
    });
    await catalog.createProduct(store.admin, {
      ...{ title: 'Scarf', slug: 'scarf', status: 'published', categoryIds: [shirts.id] },
      variants: [{ sku: 'SCARF', priceAmount: 9000, stockQuantity: 0 }],
    });
  });

  const open = (path: string, headers: Record<string, string> = {}) =>
    fetch(shop.url + path, { redirect: 'manual', headers });
  const read = async (path: string, headers?: Record<string, string>) => (await open(path, headers)).text();

  const showPictures = ({ page }: Pick<TestPage, 'page'>) =>
    page.route('https://pictures.example/**', (route) =>
      route.fulfill({
        contentType: 'image/svg+xml',
        body: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" fill="#76618c"/></svg>',
      }),
    );
  const violations = ({ page }: Pick<TestPage, 'page'>) =>
    page.evaluate<string[]>('axe.run().then((found) => found.violations.map(({ id }) => id))');

  it('sells the variant whose values were chosen one by one, without a script', async function () {
    const browser = await openTestPage(shop.url, { javaScriptEnabled: false });
    if (!browser) {
      this.skipReason = 'there is no Chromium for this machine';
      return this.skip();
    }
    const { page } = browser;
    const choose = (name: string) => page.getByRole('link', { name, exact: true }).click();
    await page.goto(`${shop.url}/p/shirt`);
    await eventually(async () =>
      expect(await page.locator('.offer strong').textContent()).to.equal('€30.00'),
    );
    await choose('M');
    await page.getByText('€35.00').waitFor();
    await choose('blue');
    await page.locator('[aria-current]', { hasText: 'blue' }).waitFor();
    await choose('S (Sold out)');
    await page.getByText('Sold out. It may come back.').waitFor();
    await eventually(async () =>
      expect(await page.getByRole('button', { name: 'Add to cart' }).count()).to.equal(0),
    );
    await choose('M');
    await page.getByRole('button', { name: 'Add to cart' }).click();
    await page.getByText('Shirt, M, blue').waitFor();
    await browser.close();
  });

  it('suggests products to who types, by keyboard and mouse, and searches as before', async function () {
    const browser = await openTestPage(shop.url);
    if (!browser) {
      this.skipReason = 'there is no Chromium for this machine';
      return this.skip();
    }
    const { page, complaints } = browser;
    await showPictures(browser);
    const search = page.getByRole('combobox', { name: 'Produkte suchen' });
    const shirt = page.getByRole('option', { name: 'Shirt ab 30,00' });
    const suggest = async () => {
      await page.goto(`${shop.url}/de`);
      await search.pressSequentially('shi');
      await shirt.waitFor();
    };
    const pathOf = () => new URL(page.url()).pathname;

    await suggest();
    await search.press('ArrowDown');
    await eventually(async () =>
      expect(await search.getAttribute('aria-activedescendant')).to.equal(await shirt.getAttribute('id')),
    );
    await eventually(async () => expect(await shirt.getAttribute('aria-selected')).to.equal('true'));
    await page.evaluate(axe.source);
    expect(await violations(browser)).to.deep.equal([]);
    await search.press('Escape');
    await eventually(async () =>
      expect([await search.getAttribute('aria-expanded'), await shirt.count()]).to.deep.equal(['false', 0]),
    );
    await search.press('Enter');
    await page.waitForURL(/\/search\?q=shi$/);
    await suggest();
    await search.press('ArrowUp');
    await search.press('Enter');
    await page.waitForURL(/\/p\//);
    await eventually(async () => expect(pathOf()).to.equal('/p/shirt'));
    await suggest();
    await shirt.click();
    await page.waitForURL(/\/p\//);
    await eventually(async () => expect(pathOf()).to.equal('/p/shirt'));
    await browser.close();
    expect(complaints).to.deep.equal([]);
  });

  it('suggests nothing for nothing, and a few products at this visitor’s prices', async () => {
    const few = await open('/en/suggestions?q=s');

    expect(await read('/en/suggestions?q=%20')).to.equal('');
    expect(await few.text())
      .to.include('data-href="/p/scarf"')
      .and.include('€90.00');
    expect(few.headers.get('cache-control')).to.equal('private, max-age=60');
  });

  it('is accessible on the pages of lists, products and texts, narrow and wide', async function () {
    const browser = await openTestPage(shop.url);
    if (!browser) {
      this.skipReason = 'there is no Chromium for this machine';
      return this.skip();
    }
    const { page } = browser;
    await showPictures(browser);
    for (const path of [
      '/de',
      '/p/shirt',
      '/p/scarf',
      '/c/shirts?available=true',
      '/search?q=shirt',
      '/legal/privacy',
    ]) {
      for (const width of [360, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        await page.goto(shop.url + path);
        await page.evaluate(axe.source);
        const broken = await violations(browser);
        const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
        expect([broken, overflow], `${path} at ${width} px`).to.deep.equal([[], 0]);
        if (process.env.SCREENSHOTS)
          await page.screenshot({
            path: `${process.env.SCREENSHOTS}/shop${path.replaceAll(/\W/g, '-')}-${width}.png`,
            fullPage: true,
          });
      }
    }
    await browser.close();
  });

  it('leads from addresses of a former shop, but not from a page that it has', async () => {
    for (const [from, to] of [
      ['/products/shirt?ref=1', '/p/shirt'],
      ['/de/hemden', '/c/shirts'],
      ['/p/gone', '/p/scarf'],
      ['/de/nowhere', '/nowhere'],
      ['/p/shirt', '/p/scarf'],
    ])
      await redirects.setRedirect(shop.store.admin, { from: from as string, to: to as string });

    const led = async (path: string) => {
      const { status, headers } = await open(path);
      return [status, headers.get('location')];
    };
    expect(await led('/products/shirt?ref=1')).to.deep.equal([301, '/p/shirt']);
    expect(await led('/de/hemden')).to.deep.equal([301, '/de/c/shirts']);
    expect(await led('/de/p/gone')).to.deep.equal([301, '/de/p/scarf']);
    expect(await led('/p/shirt')).to.deep.equal([200, null]);
    for (const path of ['/products/none', '/de/nowhere'])
      expect(await led(path), path).to.deep.equal([404, null]);
  });

  it('narrows a list by an option, a price and what is in stock, and widens it again', async () => {
    const all = await read('/c/shirts');
    const titles = (text: string) => [...text.matchAll(/class="name">([^<]+)/g)].map(([, title]) => title);

    expect(titles(all)).to.have.members(['Shirt', 'Scarf']);
    expect(all).to.include('href="?option=Size%3AM" rel="nofollow">M');
    expect(titles(await read('/c/shirts?option=Size:M&option=Colour:blue'))).to.deep.equal(['Shirt']);
    expect(titles(await read('/c/shirts?option=Size:M&option=Colour:green'))).to.deep.equal([]);
    expect(titles(await read('/c/shirts?priceMin=8000'))).to.deep.equal(['Scarf']);
    const narrowed = await read('/c/shirts?option=Size:M&available=true&sort=price');
    expect(titles(narrowed)).to.deep.equal(['Shirt']);
    expect(narrowed)
      .to.include('href="?sort=price&amp;available=true" rel="nofollow"')
      .and.include('<input type="hidden" name="option" value="Size:M">');
    expect((await open('/c/shirts?priceMin=x&page=-1&option=nonsense&sort=no')).status).to.equal(200);
  });

  it('keeps the other values of a chosen option with their counts, and leads to them', async () => {
    const chosen = await read('/c/shirts?option=Colour:red&option=Size:M&option=Size:S');
    const link = (option: string[], rest: string) => {
      const query = new URLSearchParams(option.map((each): [string, string] => ['option', each]));
      return `href="?${String(query).replaceAll('&', '&amp;')}" rel="nofollow"${rest} <span class="quiet">1</span>`;
    };

    expect(chosen)
      .to.include(link(['Size:M', 'Colour:blue'], '>blue'))
      .and.include(link(['Size:M'], ' aria-current="true">red'))
      .and.include(link(['Colour:red', 'Size:S'], '>S'))
      .and.include(link(['Colour:red'], ' aria-current="true">M'));
  });

  it('tells search engines what a page is, in each language, and what is a visitor’s own', async () => {
    const product = await read('/de/p/shirt?variant=SHIRT-M-blue');
    const data = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(product)?.[1] ?? '');

    expect(product)
      .to.include('<title>Shirt – ')
      .and.include('<meta name="description" content="Cool in summer.">')
      .and.include(`<link rel="canonical" href="${shop.url}/de/p/shirt">`)
      .and.include(`hreflang="en" href="${shop.url}/en/p/shirt">`)
      .and.include('<meta property="og:type" content="product">')
      .and.include('<meta property="og:image" content="https://pictures.example/front.png">');
    expect(data.offers).to.have.length(4);
    expect(data.offers[1]).to.include({ price: '30.00', availability: 'https://schema.org/OutOfStock' });
    expect(await read('/c/shirts?sort=price')).to.include(
      `<link rel="canonical" href="${shop.url}/en/c/shirts">`,
    );
    for (const path of ['/cart', '/account', '/search?q=shirt', '/nothing'])
      expect(await read(path), path)
        .to.include('content="noindex"')
        .and.not.include('canonical');
    const sitemap = await read('/sitemap.xml');
    for (const path of ['/en/', '/de/', '/en/c/shirts', '/de/p/shirt', '/de/p/scarf', '/de/legal/privacy'])
      expect(sitemap).to.include(`<loc>${shop.url}${path}</loc>`);
    expect(sitemap).to.not.include('/legal/imprint');
    expect(await read('/robots.txt'))
      .to.include('Disallow: /cart\n')
      .and.include(`Sitemap: ${shop.url}/sitemap.xml`);
  });

  it('has the store’s legal texts at the foot of each page, in the reader’s language', async () => {
    expect(await read('/'))
      .to.include('<a href="/legal/privacy">Privacy</a>')
      .and.not.include('/legal/terms');
    expect(await read('/legal/privacy')).to.include('We keep\nlittle.');
    expect(await read('/de/legal/privacy'))
      .to.include('Wir speichern wenig.')
      .and.include('Datenschutz');
    expect((await open('/legal/terms')).status).to.equal(404);
  });

  it('names who sells on its imprint, once the settings do', async () => {
    const { env, store } = shop;
    const link = '<a href="/legal/imprint">Imprint</a>';
    expect((await open('/legal/imprint')).status).to.equal(404);
    expect(await read('/')).to.not.include(link);
    const { name, line1, postalCode, city, country } = TEST_ADDRESS;
    const contact = { email: 'hello@tea.example', phone: '+49 30 1234-56', contactName: 'Emmy Noether' };
    const registration = 'Amtsgericht Charlottenburg, HRB 12345';
    const seller = { name, line1, postalCode, city, country, registration, ...contact };
    const known = { seller, vatNumber: 'DE136695976' };
    await env.system.db.tenant.update({ where: { id: store.tenantId }, data: known });

    const api = createStoreClient({ baseUrl: shop.apiUrl, publishableKey: store.publishableKey });
    expect((await api.getStoreConfig()).seller).to.deep.equal({
      ...{ name, line1, line2: null, postalCode, city, region: null, country },
      ...{ registration, vatNumber: 'DE136695976', email: 'hello@tea.example', phone: '+49 30 1234-56' },
    });
    expect(await read('/')).to.include(link);
    expect(await read('/sitemap.xml')).to.include(`<loc>${shop.url}/en/legal/imprint</loc>`);
    const page = await read('/de/legal/imprint');
    for (const text of ['Impressum</h1>', name, line1, 'Deutschland', registration, 'DE136695976'])
      expect(page).to.include(text);
    expect(page).to.include('href="mailto:hello@tea.example"').and.include('href="tel:+4930123456"');
  });

  it('lets caches keep the pages of everybody alone', async () => {
    const first = await open('/p/shirt');
    const etag = first.headers.get('etag') ?? '';

    expect(first.headers.get('cache-control')).to.equal('public, max-age=0, s-maxage=60');
    expect(first.headers.get('vary')).to.include('Cookie').and.include('Accept-Language');
    expect((await open('/p/shirt', { 'if-none-match': etag, 'cache-control': 'max-age=0' })).status).to.equal(
      304,
    );
    for (const cookie of ['cart=a', 'session=cs_a', 'order=a'])
      expect((await open('/p/shirt', { cookie })).headers.get('cache-control'), cookie).to.equal(
        'private, no-store',
      );
    for (const path of ['/cart', '/account', '/nothing', '/de/p/shirt'])
      expect((await open(path)).headers.get('cache-control'), path).to.equal('private, no-store');
  });

  it('compresses the pages of the catalogue, and none that shows what is a visitor’s own', async () => {
    const own = { cookie: 'cart=a' };
    const encodingOf = async (path: string, headers?: Record<string, string>) =>
      (await open(path, { 'accept-encoding': 'br', ...headers })).headers.get('content-encoding');

    for (const path of ['/', '/p/shirt', '/style.css', '/search?q=shirt'])
      expect(await encodingOf(path), path).to.equal('br');
    expect(await encodingOf('/p/shirt', { 'accept-encoding': 'identity' })).to.equal(null);
    expect(await encodingOf('/p/shirt', own)).to.equal('br');
    for (const path of ['/cart', '/account', '/search?q=shirt', '/nothing'])
      expect(await encodingOf(path, own), path).to.equal(null);
    const compressed = await open('/p/shirt', { 'accept-encoding': 'br' });
    const plain = await open('/p/shirt', { 'accept-encoding': 'identity' });
    expect(compressed.headers.get('vary')).to.include('Accept-Encoding');
    expect(compressed.headers.get('etag')).to.equal(plain.headers.get('etag')).and.match(/^W\//);
    expect(await compressed.text()).to.equal(await plain.text());
  });
});
