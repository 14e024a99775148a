import { catalog, customers, redirects } from '@service/core';
import { elsewhere, eventually, until } from '@service/testing';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { GREEN_DOT } from '../client-calls.ts';
import type { TestApi } from '../harness.ts';
import type { Shop } from '../store/shop.ts';
import { type ConsoleBrowser, useShopConsole } from './browser.ts';

describe('the catalogue in the console', () => {
  const opened = useShopConsole();
  let api: TestApi;
  let browser: ConsoleBrowser;
  let page: Page;
  let shop: Shop;

  before(() => {
    ({ api, browser, page, shop } = opened());
  });

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const dialog = () => page.getByRole('dialog');
  const createProduct = (input: object = {}) =>
    catalog.createProduct(shop.store.admin, {
      title: 'Darjeeling',
      slug: `tea-${crypto.randomUUID()}`,
      variants: [
        { sku: `A-${crypto.randomUUID()}`, priceAmount: 1250, stockQuantity: 10 },
        { sku: `B-${crypto.randomUUID()}`, priceAmount: 2300, stockQuantity: 5 },
      ],
      ...input,
    });
  const variantsOf = async (id: string) => (await shop.admin('GET', `/products/${id}`)).expect(200).variants;

  describe('categories', () => {
    /** Names with their level, as the API has them. */
    async function tree(): Promise<string[]> {
      type Node = { name: string; children: Node[] };
      const lines = (nodes: Node[], level: number): string[] =>
        nodes.flatMap(({ name, children }) => [`${'-'.repeat(level)}${name}`, ...lines(children, level + 1)]);
      return lines((await shop.admin('GET', '/categories')).expect(200).items, 0);
    }
    const item = (name: string) => page.getByRole('treeitem', { name, exact: true });
    const moved = (text: string) => page.getByText(text, { exact: false }).waitFor();

    before(async () => {
      for (const name of ['Tea', 'Coffee', 'Mugs']) await catalog.createCategory(shop.store.admin, { name });
    });

    beforeEach(() => browser.open('/catalogue/categories'));

    it('move by mouse: below another, and to a place among siblings', async () => {
      await item('Mugs').dragTo(item('Tea'));
      await moved('“Mugs” is now 1 of 1 below “Tea”.');
      expect(await tree()).to.deep.equal(['Tea', '-Mugs', 'Coffee']);

      await item('Coffee').dragTo(item('Tea'), { targetPosition: { x: 60, y: 3 } });
      await moved('“Coffee” is now 1 of 2 at the top.');
      expect(await tree()).to.deep.equal(['Coffee', 'Tea', '-Mugs']);
    });

    it('move by keyboard, and the focus goes with them', async () => {
      await item('Mugs').click();
      await item('Mugs').press('Alt+ArrowLeft');
      await moved('“Mugs” is now 3 of 3 at the top.');
      await page.keyboard.press('Alt+ArrowUp');
      await moved('“Mugs” is now 2 of 3 at the top.');
      await page.keyboard.press('Alt+ArrowRight');
      await moved('“Mugs” is now 1 of 1 below “Coffee”.');

      expect(await tree()).to.deep.equal(['Coffee', '-Mugs', 'Tea']);
      await eventually(async () =>
        expect(await page.evaluate('document.activeElement.textContent')).to.equal('Mugs'),
      );
      await page.keyboard.press('ArrowUp');
      await eventually(async () =>
        expect(await page.evaluate('document.activeElement.textContent')).to.equal('Coffee'),
      );
      await page.keyboard.press('ArrowLeft');
      await item('Mugs').waitFor({ state: 'detached' });
    });

    it('move without dragging, by a list of places', async () => {
      await item('Tea').click();
      await button('Move to…').click();
      await dialog().getByLabel('Place').selectOption({ label: 'Before “Coffee”' });
      await dialog().getByRole('button', { name: 'Move', exact: true }).click();

      await moved('“Tea” is now 1 of 2 at the top.');
      expect(await tree()).to.deep.equal(['Tea', 'Coffee', '-Mugs']);
    });

    it('are made, and deleted with what it means', async () => {
      await button('New category').click();
      await dialog().getByLabel('Name').fill('Gifts');
      await dialog().getByRole('button', { name: 'Create' }).click();
      await page.getByRole('heading', { name: 'Gifts' }).waitFor();
      await button('Delete').click();
      await dialog().getByText('Its products stay', { exact: false }).waitFor();
      await dialog().getByRole('button', { name: 'Delete' }).click();

      await item('Gifts').waitFor({ state: 'detached' });
      expect(await tree()).to.deep.equal(['Tea', 'Coffee', '-Mugs']);
    });

    it('keep what two operators change in different fields', async () => {
      await item('Tea').click();
      const { id } = (await shop.admin('GET', '/categories')).body.items[0];
      await page.getByLabel('Title for search engines').fill('The best tea');
      (await shop.admin('PATCH', `/categories/${id}`, { name: 'Teas' })).expect(200);
      await button('Save').click();

      await page.getByRole('heading', { name: 'Teas' }).waitFor();
      await eventually(async () => expect(await page.getByRole('alert').count()).to.equal(0));
      expect((await shop.admin('GET', `/categories/${id}`)).body).to.include({
        name: 'Teas',
        seoTitle: 'The best tea',
      });
    });
  });

  describe('a product', () => {
    const cell = (name: string) => page.getByRole('textbox', { name });
    it('is made, published, and changed', async () => {
      await browser.open('/catalogue/products/new');
      await page.getByLabel('Title').fill('Assam');
      await page.getByLabel('SKU').fill('ASSAM-100');
      await page.getByLabel('Price (EUR)').fill('9,90');
      await page.getByLabel('In stock').fill('7');
      await button('Create').click();
      await page.getByRole('heading', { name: 'Assam', level: 1 }).waitFor();
      await button('Publish').click();
      await button('Unpublish').waitFor();
      await button('Add an address').click();
      await page.getByLabel('Address of image 1').fill('https://images.example/assam.jpg');
      await button('Save').click();
      await page.getByText('Saved.', { exact: true }).waitFor();

      const [product] = (await shop.admin('GET', '/products?q=Assam')).body.items;
      expect(product).to.deep.include({
        status: 'published',
        images: elsewhere({ url: 'https://images.example/assam.jpg' }),
      });
      expect(product.variants[0]).to.include({ sku: 'ASSAM-100', priceAmount: 990, stockQuantity: 7 });
    });

    it('has a grid of variants with undo, paste and the arrow keys', async () => {
      const { id, variants } = await createProduct();
      const [a = '', b = ''] = variants.map(({ sku }) => sku);
      await browser.open(`/catalogue/products/${id}`);
      await cell(`Price (EUR) of ${a}`).fill('13.00');
      await page.keyboard.press('Enter');
      await eventually(async () =>
        expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).to.equal(
          `Price (EUR) of ${b}`,
        ),
      );
      await page.keyboard.press('Control+a');
      await page.keyboard.type('nothing');
      await button('Save').click();
      await page.getByText('Cells that are marked', { exact: false }).waitFor();
      expect((await variantsOf(id))[0].priceAmount).to.equal(1250);

      await cell(`Price (EUR) of ${b}`).press('Control+z');
      await eventually(async () => expect(await cell(`Price (EUR) of ${b}`).inputValue()).to.equal('23.00'));
      await cell(`Title of ${a}`).focus();
      await browser.paste('Small\tSize=S\nLarge\tSize=L\n');
      await page.getByRole('checkbox', { name: `Shipped of ${b}` }).uncheck();
      await cell(`Shipping profile of ${a}`).fill('bulky');
      await page.getByRole('combobox', { name: `Tax class of ${b}` }).selectOption('Reduced');
      await cell(`Content of ${a}`).fill('250 g / 100 g');
      await cell(`Content of ${b}`).fill('2 m²');
      await button('Save').click();
      await page.getByText('2 variants are saved.').waitFor();

      const [first, second] = await variantsOf(id);
      expect(first).to.deep.include({ priceAmount: 1300, title: 'Small', options: { Size: 'S' } });
      expect(second).to.deep.include({ priceAmount: 2300, title: 'Large', options: { Size: 'L' } });
      expect(first.shippingProfile).to.equal('bulky');
      expect([first.taxClass, second.taxClass]).to.deep.equal([null, 'reduced']);
      expect(first).to.include({ contentAmount: 250, contentUnit: 'g', referenceAmount: 100 });
      expect(second).to.include({ contentAmount: 2, contentUnit: 'm2', referenceAmount: null });
      await eventually(async () => expect(await cell(`Content of ${b}`).inputValue()).to.equal('2 m²'));
      expect([first.requiresShipping, second.requiresShipping]).to.deep.equal([true, false]);
    });

    it('takes a price that is typed back with the reader’s comma for what it was', async () => {
      const sku = `C-${crypto.randomUUID()}`;
      const { id } = await createProduct({ variants: [{ sku, priceAmount: 2490 }] });
      await browser.open(`/catalogue/products/${id}`);
      await browser.choose('Deutsch');
      const price = cell(`Preis (EUR) von ${sku}`);
      await price.fill('25,90');
      await page.getByText('1 Variante ist nicht gespeichert.').waitFor();
      await price.fill('24,90');
      await page.getByText('1 Variante ist nicht gespeichert.').waitFor({ state: 'hidden' });
      await eventually(async () => expect(await price.inputValue()).to.equal('24,90'));
      await eventually(async () => expect(await price.getAttribute('class')).to.equal(null));
      await price.fill('25,90');
      await button('Speichern').click();
      await page.getByText('1 Variante ist gespeichert.').waitFor();
      await browser.choose('English');
      expect((await variantsOf(id))[0].priceAmount).to.equal(2590);
    });

    it('adds rows for what is pasted below the last one, and says so', async () => {
      const { id } = await createProduct({
        variants: [{ sku: `M-${crypto.randomUUID()}`, priceAmount: 900 }],
      });
      const [{ sku }] = await variantsOf(id);
      const sizes = ['S', 'M', 'L', 'XL', '2XL', '3XL'];
      await browser.open(`/catalogue/products/${id}`);
      await cell(`SKU of ${sku}`).focus();
      await browser.paste(sizes.map((size) => `${sku}-${size}\tMug ${size}\tSize=${size}\t9.00`).join('\n'));
      await page.getByText('6 rows are pasted, 5 of them as new variants.').waitFor();
      await eventually(async () => expect(await button('Publish').isDisabled()).to.equal(true));
      await button('Save').click();
      await page.getByText('6 variants are saved.').waitFor();

      const saved = await variantsOf(id);
      expect(saved.map(({ options }: { options: { Size: string } }) => options.Size)).to.deep.equal(sizes);
    });

    it('makes a variant of each size in each colour', async () => {
      const sku = `M-${crypto.randomUUID()}`;
      const { id } = await createProduct({ variants: [{ sku, priceAmount: 900 }] });
      const options = async () => (await variantsOf(id)).map((each: { options: object }) => each.options);
      await browser.open(`/catalogue/products/${id}`);
      const make = async (colours: string, count: number) => {
        await button('Variants of options').click();
        await page.getByLabel('Option 1, such as Size').fill('Size');
        await page.getByLabel('Values of option 1').fill('S, M,L');
        await page.getByLabel('Option 2, such as Size').fill('Colour');
        await page.getByLabel('Values of option 2').fill(colours);
        await button(`Create ${count} variants`).click();
      };
      await make('red, dark blue', 6);
      await eventually(async () =>
        expect(await cell(`SKU of ${sku}-M-DARK-BLUE`).inputValue()).to.equal(`${sku}-M-DARK-BLUE`),
      );
      await button('Save').click();
      await page.getByText('6 variants are saved.').waitFor();
      const made = await options();
      expect(made[0]).to.deep.equal({ Size: 'S', Colour: 'red' });
      expect(made).to.have.length(6);

      await make('red, green', 6);
      await button('Save').click();
      await page.getByText('3 variants are saved.').waitFor();
      expect((await options()).slice(0, 6)).to.deep.equal(made);
      expect(
        new Set((await variantsOf(id)).map((each: { priceAmount: number }) => each.priceAmount)),
      ).to.deep.equal(new Set([900]));
    });

    it('is hidden from shoppers, and by Undo in the corner shown again', async () => {
      const { id } = await createProduct({ status: 'published' });
      const statusOf = async () => (await shop.admin('GET', `/products/${id}`)).body.status;
      await browser.open(`/catalogue/products/${id}`);
      await button('Unpublish').click();
      const notice = page.getByRole('alertdialog');
      await notice.getByText('The product is hidden from shoppers.').waitFor();
      expect(await statusOf()).to.equal('draft');

      await notice.getByRole('button', { name: 'Undo' }).click();
      await button('Unpublish').waitFor();
      expect(await statusOf()).to.equal('published');
      await eventually(async () => expect(await notice.count()).to.equal(0));
    });

    it('is hidden with others that are selected in the list, and by Undo shown again', async () => {
      const title = `Oolong ${crypto.randomUUID()}`;
      const [shown, also, draft] = [
        await createProduct({ title, status: 'published' }),
        await createProduct({ title, status: 'published' }),
        await createProduct({ title }),
      ];
      const states = async () =>
        Promise.all(
          [shown, also, draft].map(
            async ({ id }) => (await shop.admin('GET', `/products/${id}`)).body.status,
          ),
        );
      await browser.open(`/catalogue/products?q=${encodeURIComponent(title)}`);
      await page.getByLabel('Select all 3').check();
      await button('Unpublish').click();
      await page.getByText('2 products are hidden from shoppers.').waitFor();
      expect(await states()).to.deep.equal(['draft', 'draft', 'draft']);

      await button('Undo').click();
      await page.getByText('2 products are published.').waitFor();
      expect(await states()).to.deep.equal(['published', 'published', 'draft']);
    });

    it('is published as it is on the page: what is typed is saved first', async () => {
      const { id } = await createProduct();
      await browser.open(`/catalogue/products/${id}`);
      await page.getByLabel('Description').fill('From the first harvest.');
      await button('Edit metadata').click();
      await dialog().getByLabel('Fields').fill('garden = Margaret’s Hope');
      await dialog().getByRole('button', { name: 'Save' }).click();
      await dialog().waitFor({ state: 'detached' });
      await button('Save and publish').click();
      await button('Unpublish').waitFor();
      await page.getByLabel('Description').fill('From the second harvest.');
      await button('Save').click();
      await page.getByText('Saved.', { exact: true }).waitFor();

      expect((await shop.admin('GET', `/products/${id}`)).body).to.deep.include({
        status: 'published',
        description: 'From the second harvest.',
        metadata: { garden: 'Margaret’s Hope' },
      });
    });

    it('isn’t published where what is typed can’t be saved', async () => {
      const [taken, { id }] = [await createProduct(), await createProduct()];
      await browser.open(`/catalogue/products/${id}`);
      await page.getByLabel('Slug').fill(taken.slug);
      await button('Save and publish').click();
      await page.getByRole('alert').waitFor();

      expect((await shop.admin('GET', `/products/${id}`)).body.status).to.equal('draft');
    });

    it('keeps what is typed while a picture is uploaded', async () => {
      const { id } = await createProduct({
        images: [{ url: 'https://images.example/a.jpg', alt: 'Before' }],
      });
      let release = () => {};
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route('**/admin/v1/pictures', async (route) => {
        await released;
        await route.continue();
      });
      await browser.open(`/catalogue/products/${id}`);
      const dot = { name: 'dot.png', mimeType: 'image/png', buffer: GREEN_DOT };
      await Promise.all([
        page.waitForRequest('**/admin/v1/pictures'),
        page.getByLabel('Upload pictures').setInputFiles(dot),
      ]);
      await page.getByLabel('What image 1 shows').fill('After');
      release();
      await page.getByLabel('What image 2 shows').waitFor();
      await page.unroute('**/admin/v1/pictures');
      await button('Save').click();
      await page.getByText('Saved.', { exact: true }).waitFor();

      const { images } = (await shop.admin('GET', `/products/${id}`)).body;
      expect(images.map(({ alt }: { alt: string | null }) => alt)).to.deep.equal(['After', null]);

      const title = `Sencha ${id}`;
      (await shop.admin('PATCH', `/products/${id}`, { title, images: images.slice(1) })).expect(200);
      await browser.open(`/catalogue/products?q=${encodeURIComponent(title)}`);
      await page.locator('tbody tr img').first().waitFor();
      const width = () => page.evaluate<number>('document.querySelector("tbody tr img").naturalWidth');
      await until(async () => (await width()) > 0, 'a thumbnail');
    });

    it('keeps what two operators change in different cells, and asks where both changed the same', async () => {
      const { id, variants } = await createProduct();
      const [a, b] = variants;
      await browser.open(`/catalogue/products/${id}`);
      await cell(`Price (EUR) of ${a?.sku}`).fill('20.00');
      await cell(`Price (EUR) of ${b?.sku}`).fill('30.00');
      const patch = (variantId = '', body: object) =>
        shop.admin('PATCH', `/products/${id}/variants/${variantId}`, body);
      (await patch(a?.id, { stockQuantity: 99 })).expect(200);
      (await patch(b?.id, { priceAmount: 2900 })).expect(200);
      await button('Save').click();

      await page.getByText(`${b?.sku}: somebody else has changed it meanwhile`).waitFor();
      await eventually(async () =>
        expect(await page.getByText(`${a?.sku}: somebody else`, { exact: false }).count()).to.equal(0),
      );
      await eventually(async () =>
        expect(await page.getByRole('alert').getByRole('row').count()).to.equal(2),
      );
      await button('Overwrite with mine').click();
      await page.getByText('1 variant is saved.').waitFor();

      const [now, other] = await variantsOf(id);
      expect(now).to.include({ priceAmount: 2000, stockQuantity: 99 });
      expect(other).to.include({ priceAmount: 3000, stockQuantity: 5 });
    });

    it('has its images elsewhere fetched, and shows what stays as it is', async () => {
      const [there, gone] = ['https://images.example/there.png', 'https://images.example/gone.png'];
      const { id } = await createProduct({ images: [{ url: there, alt: 'A dot' }, { url: gone }] });
      await browser.open(`/catalogue/products/${id}`);
      await page.getByText('2 images of this product are', { exact: false }).waitFor();
      await button('Import them').click();
      await page.getByText('0 of 2 done', { exact: true }).waitFor();
      await catalog.processPictureImports(api.env.system, async (_tenantId, url) =>
        url === there ? GREEN_DOT : { code: 'unexpected_status', detail: 'Its server responds with 404.' },
      );

      await page.getByText('2 of 2 done, one stays as it is', { exact: true }).waitFor();
      await page.getByText(`${gone}: Its server responds with 404.`, { exact: false }).waitFor();
      await page.getByText('One image of this product is', { exact: false }).waitFor();
      const { images } = (await shop.admin('GET', `/products/${id}`)).expect(200);
      expect(images[0]).to.include({ alt: 'A dot', width: 1 });
      expect(images[1]).to.deep.equal(elsewhere({ url: gone })[0]);
    });

    it('has its stock adjusted, with the movements', async () => {
      const { id, variants } = await createProduct();
      await browser.open(`/catalogue/products/${id}`);
      await button(`Stock of ${variants[0]?.sku}`).click();
      await dialog().getByText('First stock').waitFor();
      await dialog().getByLabel('Change by').fill('-3');
      await dialog().getByLabel('Note').fill('Broken');
      await dialog().getByRole('button', { name: 'Adjust' }).click();

      await dialog().getByText('Broken').waitFor();
      await eventually(async () =>
        expect(new URL(page.url()).searchParams.get('stock')).to.equal(variants[0]?.id),
      );
      expect((await variantsOf(id))[0].stockQuantity).to.equal(7);

      await dialog().getByLabel('Low stock at').fill('3');
      await button('Set').click();
      await dialog().locator('[name=lowStockThreshold][value="3"]').waitFor();
      expect((await variantsOf(id))[0].lowStockThreshold).to.equal(3);
    });
  });

  describe('every page', () => {
    const setRole = (role: string) =>
      api.env.system.db.adminUser.updateMany({ where: { email: shop.store.adminEmail }, data: { role } });

    afterEach(() => setRole('owner'));

    it('imports a file with its progress and refused rows, and exports', async () => {
      await browser.open('/catalogue/import');
      const rows = [
        { slug: 'mug', title: 'Mug', sku: 'MUG', priceAmount: 900 },
        { slug: 'cup', title: 'Cup', sku: 'CUP', priceAmount: -1 },
      ];
      await page.getByLabel('File').setInputFiles({
        name: 'products.ndjson',
        mimeType: 'application/x-ndjson',
        buffer: Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join('')),
      });
      await button('Import').click();
      await page.getByText('0 of 2 rows').waitFor();
      await catalog.processImports(api.env.system);

      await page.getByText('2 of 2 rows').waitFor();
      await page.getByText('/priceAmount', { exact: false }).first().waitFor();
      await page.getByText('Completed, 1 refused').waitFor();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: 'As CSV' }).click(),
      ]);
      expect(download.suggestedFilename()).to.equal('products.csv');
    });

    it('checks a file first, shows what would change, and then imports the same file', async () => {
      const { id } = await createProduct({
        title: 'Kettle',
        variants: [{ sku: 'KETTLE-1', priceAmount: 4900 }],
      });
      await browser.open('/catalogue/import');
      await page.getByLabel('File').setInputFiles({
        name: 'prices.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from('sku;price\nKETTLE-1;39,90\n'),
      });
      await button('Check the file').click();
      await page.getByText('0 of 1 rows').waitFor();
      await catalog.processImports(api.env.system);

      await page.getByText('Checked, nothing is changed yet').waitFor();
      const row = page.getByRole('row', { name: 'KETTLE-1' });
      await eventually(async () =>
        expect(await row.textContent()).to.equal('1KETTLE-1priceAmount: 4900priceAmount: 3990'),
      );
      const price = async () => (await variantsOf(id))[0].priceAmount;
      expect(await price()).to.equal(4900);
      await button('Import prices.csv').click();
      await page.getByText('0 of 1 rows').waitFor();
      await catalog.processImports(api.env.system);

      await page.getByText('Completed', { exact: true }).waitFor();
      expect(await price()).to.equal(3990);
    });

    it('calls an import of which nothing was taken no success', async () => {
      await browser.open('/catalogue/import');
      await page.getByLabel('File').setInputFiles({
        name: 'products.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from('slug,title,sku,priceAmount\ncup,Cup,CUP,39,90\n'),
      });
      await button('Import').click();
      await page.getByText('0 of 1 rows').waitFor();
      await catalog.processImports(api.env.system);

      const outcome = page.getByText('1 refused, nothing changed');
      await outcome.waitFor();
      await eventually(async () => expect(await outcome.getAttribute('data-tone')).to.equal('bad'));
      await page.getByText('The row has 5 cells, and the header 4', { exact: false }).waitFor();
    });

    it('imports customers from the list of customers, and says which rows were refused', async () => {
      await browser.open('/customers');
      await page.getByRole('link', { name: 'Import customers' }).click();
      await page.getByLabel('File').setInputFiles({
        name: 'customers.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from('email;name\nimported@example.com;Grace Hopper\nnobody;Nobody\n'),
      });
      await button('Import').click();
      await page.getByText('0 of 2 rows').waitFor();
      await customers.processCustomerImports(api.env.system);

      await page.getByText('Completed, 1 refused').waitFor();
      await page.getByRole('row', { name: '/email is no e-mail address' }).waitFor();
      const { items } = (await shop.admin('GET', '/customers?q=imported@example.com')).expect(200);
      expect(items[0]).to.include({ name: 'Grace Hopper' });
    });

    it('adds a redirect, imports others, and deletes one', async () => {
      await browser.open('/settings/redirects');
      await page.getByLabel('From').fill('/products/tea');
      await page.getByLabel('To', { exact: true }).fill('/p/tea');
      await button('Add a redirect').click();
      await page.getByRole('row', { name: '/products/tea' }).waitFor();
      await page.getByLabel('File').setInputFiles({
        name: 'redirects.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from('from,to\n/products/mug,/p/mug\n'),
      });
      await button('Import').click();
      await page.getByText('0 of 1 rows').waitFor();
      await redirects.processRedirectImports(api.env.system);

      await page.getByRole('row', { name: '/products/mug' }).waitFor();
      await button('Delete: /products/tea').click();
      await dialog().getByRole('button', { name: 'Delete', exact: true }).click();
      await page.getByRole('row', { name: '/products/tea' }).waitFor({ state: 'detached' });
      const { items } = (await shop.admin('GET', '/redirects')).expect(200);
      expect(items.map(({ from }: { from: string }) => from)).to.deep.equal(['/products/mug']);
    });

    it('fits at 360, 768 and 1440 px, and is accessible, light and dark', async () => {
      const { items } = (await shop.admin('GET', '/categories')).body;
      const product = await createProduct({
        title: 'Darjeeling First Flush',
        status: 'published',
        description: 'From the first harvest of the year.',
        categoryIds: [items[0].id],
        images: [{ url: 'https://images.example/darjeeling.jpg', alt: 'A cup of tea' }],
        variants: [
          {
            sku: 'DFF-100',
            title: '100 g',
            options: { Size: '100 g' },
            priceAmount: 1250,
            stockQuantity: 20,
          },
          { sku: 'DFF-250', title: '250 g', options: { Size: '250 g' }, priceAmount: 2890, stockQuantity: 4 },
        ],
      });
      await browser.inspect('catalogue', {
        'products-none': '/catalogue/products?q=nothing-like-this',
        product: `/catalogue/products/${product.id}`,
        'product-stock': `/catalogue/products/${product.id}?stock=${product.variants[0]?.id}`,
        categories: `/catalogue/categories?id=${items[0].id}`,
      });
    });

    it('shows a viewer nothing that changes anything', async () => {
      const { id } = await createProduct();
      const { items } = (await shop.admin('GET', '/categories')).body;
      await setRole('viewer');
      for (const path of [
        '/catalogue/products',
        `/catalogue/products/${id}`,
        `/catalogue/categories?id=${items[0].id}`,
        '/catalogue/import',
      ]) {
        await browser.open(path);
        await page.waitForLoadState('networkidle');
        // The head of a table sorts it, which changes nothing.
        const acts = page.locator('main').getByRole('button').and(page.locator(':not(th *)'));
        await eventually(async () => {
          const names = await acts.allInnerTexts();
          const changing = names.filter((name) => name !== 'Stock');
          expect(changing, path).to.deep.equal([]);
        });
        // What an export contains is a viewer's choice: it changes nothing.
        const withStock = page.getByLabel('With the stock');
        const editable = page.locator('main input:not([readonly]):not(:disabled):not([type=search])');
        await eventually(async () =>
          expect((await editable.count()) - (await withStock.count()), path).to.equal(0),
        );
        await eventually(async () =>
          expect(await page.getByRole('link', { name: 'New product' }).count()).to.equal(0),
        );
      }
    });

    it('logged no error but the conflicts, and called no other origin', () => {
      browser.assertQuiet(/status of (409|412)/);
    });
  });
});
