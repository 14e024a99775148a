import { catalog } from '@service/core';
import { expect } from 'chai';
import { CSV, useImports } from './import-scene.ts';

/** A file with these columns; a row says some of them. */
function csv(columns: readonly string[], rows: readonly Record<string, string>[]): string {
  const quote = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const lines = rows.map((row) => columns.map((column) => quote(row[column] ?? '')).join(','));
  return `${[columns.map(quote).join(','), ...lines].join('\n')}\n`;
}

/** As Shopify's export had them until 2025, without those that nothing here is like. */
const SHOPIFY =
  'Handle,Title,Body (HTML),Vendor,Product Category,Type,Tags,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Option3 Name,Option3 Value,Variant SKU,Variant Grams,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Fulfillment Service,Variant Price,Variant Compare At Price,Variant Requires Shipping,Variant Taxable,Variant Barcode,Image Src,Image Position,Image Alt Text,Gift Card,SEO Title,SEO Description,Variant Image,Variant Weight Unit,Variant Tax Code,Cost per item,Status'.split(
    ',',
  );
/** And since. */
const SHOPIFY_SINCE =
  'Title,URL handle,Description,Vendor,Product category,Type,Tags,Published on online store,Status,SKU,Barcode,Option1 name,Option1 value,Option1 Linked To,Option2 name,Option2 value,Option2 Linked To,Price,Compare-at price,Cost per item,Charge tax,Tax code,Inventory tracker,Inventory quantity,Continue selling when out of stock,Weight value (grams),Weight unit for display,Requires shipping,Fulfillment service,Product image URL,Image position,Image alt text,Variant image URL,Gift card,SEO title,SEO description'.split(
    ',',
  );
const WOOCOMMERCE =
  'ID,Type,SKU,"GTIN, UPC, EAN, or ISBN",Name,Published,Is featured?,Visibility in catalog,Short description,Description,Date sale price starts,Date sale price ends,Tax status,Tax class,In stock?,Stock,Low stock amount,Backorders allowed?,Sold individually?,Weight (kg),Length (cm),Width (cm),Height (cm),Sale price,Regular price,Categories,Tags,Images,Parent,Position,Attribute 1 name,Attribute 1 value(s),Attribute 1 visible,Attribute 1 global'
    .replace('"GTIN, UPC, EAN, or ISBN"', 'GTIN')
    .split(',')
    .map((column) => (column === 'GTIN' ? 'GTIN, UPC, EAN, or ISBN' : column));

interface Node {
  name: string;
  slug: string;
  children: Node[];
}

describe('POST /admin/v1/products/import of another program’s export', () => {
  const scene = useImports();
  const { take, send, refusedRows, products } = scene;
  const find = async (slug: string) =>
    (await products()).find((product: { slug: string }) => product.slug === slug);
  /** Each with its slug and that of what it is below. */
  const categories = async () => {
    const { items } = (await scene.api.request('GET', '/admin/v1/categories', { token: scene.token })).expect(
      200,
    );
    const below = (nodes: Node[], parent: string | null): object[] =>
      nodes.flatMap(({ name, slug, children }) => [{ name, slug, parent }, ...below(children, slug)]);
    return below(items, null);
  };

  const shirt = {
    Handle: 'shirt',
    Title: 'Shirt',
    'Body (HTML)': '<p>Soft <b>cotton</b> &amp; linen.</p><p>Washable</p>',
    Vendor: 'Acme',
    Type: 'Shirts',
    Tags: 'summer, new',
    Published: 'true',
    'Option1 Name': 'Size',
    'Option1 Value': 'S',
    'Option2 Name': 'Colour',
    'Option2 Value': 'Red',
    'Variant SKU': 'SHIRT-S',
    'Variant Grams': '180',
    'Variant Inventory Tracker': 'shopify',
    'Variant Inventory Qty': '7',
    'Variant Inventory Policy': 'deny',
    'Variant Price': '19.90',
    'Variant Compare At Price': '24.90',
    'Variant Requires Shipping': 'true',
    'Variant Taxable': 'true',
    'Variant Barcode': '4006381333931',
    'Image Src': 'https://cdn.example/back.jpg',
    'Image Position': '2',
    'Gift Card': 'false',
    Status: 'active',
  };

  it('takes products, variants, pictures and types of Shopify', async () => {
    const file = csv(SHOPIFY, [
      shirt,
      {
        Handle: 'shirt',
        'Option1 Value': 'M',
        'Option2 Value': 'Red',
        'Variant Inventory Policy': 'continue',
        'Variant Price': '19.90',
        'Variant Requires Shipping': 'true',
        'Image Src': 'https://cdn.example/front.jpg',
        'Image Position': '1',
        'Image Alt Text': 'From the front',
      },
      { Handle: 'shirt', 'Image Src': 'https://cdn.example/label.jpg', 'Image Position': '3' },
      {
        ...{ Handle: 'course', Title: 'Course', Published: 'false', Status: 'active' },
        ...{ 'Option1 Name': 'Title', 'Option1 Value': 'Default Title', 'Variant SKU': 'COURSE' },
        ...{ 'Variant Price': '100.00', 'Variant Requires Shipping': 'false', 'Variant Taxable': 'false' },
      },
      {
        Handle: 'voucher',
        Title: 'Voucher',
        'Option1 Value': '10',
        'Variant Price': '10',
        'Gift Card': 'true',
      },
    ]);

    const done = await take(file, CSV);

    expect(done).to.include({ rows: 4, created: 3, refused: 1 });
    expect(await refusedRows(done.id)).to.deep.equal([
      { number: 4, reason: 'A gift card is no product here.', row: { slug: 'voucher', title: 'Voucher' } },
    ]);
    const found = await find('shirt');
    expect(found).to.deep.include({
      title: 'Shirt',
      description: 'Soft cotton & linen.\n\nWashable',
      status: 'published',
      taxClass: 'standard',
      metadata: { vendor: 'Acme', tags: 'summer, new' },
    });
    expect(found.images.map(({ url, alt }: { url: string; alt: string }) => [url, alt])).to.deep.equal([
      ['https://cdn.example/front.jpg', 'From the front'],
      ['https://cdn.example/back.jpg', null],
      ['https://cdn.example/label.jpg', null],
    ]);
    expect(found.variants).to.have.length(2);
    expect(found.variants[0]).to.deep.include({
      sku: 'SHIRT-S',
      title: 'S / Red',
      options: { Size: 'S', Colour: 'Red' },
      priceAmount: 1990,
      compareAtAmount: 2490,
      stockQuantity: 7,
      allowBackorder: false,
      weightGrams: 180,
      metadata: { barcode: '4006381333931' },
    });
    expect(found.variants[1]).to.include({ sku: 'shirt-m-red', allowBackorder: true, stockQuantity: 0 });
    const course = await find('course');
    expect(course).to.include({ status: 'draft', taxClass: 'zero' });
    expect(course.variants[0]).to.deep.include({ title: null, options: {}, requiresShipping: false });
    expect(await categories()).to.deep.equal([{ name: 'Shirts', slug: 'shirts', parent: null }]);
  });

  it('takes the columns that Shopify has now', async () => {
    const file = csv(SHOPIFY_SINCE, [
      {
        ...{ Title: 'Mug', 'URL handle': 'mug', 'Published on online store': 'TRUE', Status: 'active' },
        ...{ SKU: 'MUG', 'Option1 name': 'Title', 'Option1 value': 'Default Title', Price: '12.5' },
        ...{ 'Inventory tracker': 'shopify', 'Inventory quantity': '3', 'Weight value (grams)': '310' },
        ...{
          'Continue selling when out of stock': 'DENY',
          'Charge tax': 'TRUE',
          'Requires shipping': 'TRUE',
        },
      },
    ]);

    expect(await take(file, CSV)).to.include({ created: 1, refused: 0 });

    const { variants } = await find('mug');
    expect(variants[0]).to.include({
      sku: 'MUG',
      priceAmount: 1250,
      stockQuantity: 3,
      allowBackorder: false,
      weightGrams: 310,
    });
  });

  const hoodie = {
    ...{ ID: '44', Type: 'variable', SKU: 'hoodie', Name: 'Hoodie', Published: '1', 'Tax status': 'taxable' },
    ...{ Description: 'With a <em>zip</em>', 'In stock?': '1', Categories: 'Clothing > Hoodies, Sale' },
    ...{ 'Attribute 1 name': 'Colour', 'Attribute 1 value(s)': 'Blue, Green', Tags: 'warm' },
    Images: 'https://shop.example/1.jpg, https://shop.example/2.jpg',
  };

  it('takes simple and variable products of WooCommerce with their categories', async () => {
    const file = csv(WOOCOMMERCE, [
      hoodie,
      {
        ...{ ID: '45', Type: 'simple, virtual', Name: 'Album', Published: '0', 'Tax class': 'reduced-rate' },
        ...{ 'Tax status': 'taxable', 'In stock?': '1', 'Regular price': '15', Categories: 'Music' },
      },
      { ID: '46', Type: 'grouped', SKU: 'set', Name: 'Set', Published: '1' },
      {
        ...{ ID: '47', Type: 'variation', SKU: 'hoodie-blue', Name: 'Hoodie - Blue', Parent: 'hoodie' },
        ...{ 'Regular price': '45,00', 'Sale price': '42,00', 'In stock?': '1', Stock: '4', Published: '1' },
        ...{ 'Low stock amount': '2', 'Backorders allowed?': '0', 'Weight (kg)': '1,5', 'Length (cm)': '30' },
        ...{ 'Attribute 1 name': 'Colour', 'Attribute 1 value(s)': 'Blue' },
        'GTIN, UPC, EAN, or ISBN': '4006381333931',
      },
      {
        ...{ ID: '48', Type: 'variation', Name: 'Hoodie - Green', Parent: 'hoodie', 'Regular price': '45' },
        ...{ 'Sale price': '40', 'Date sale price ends': '2031-01-01', Stock: 'parent', 'In stock?': '1' },
        ...{ 'Attribute 1 name': 'Colour', 'Attribute 1 value(s)': 'Green' },
      },
      { ID: '50', Type: 'variation', SKU: 'lost', Parent: 'id:49', 'Regular price': '1' },
      { ID: '51', Type: 'simple', SKU: 'second', Name: 'Album', Published: '1', 'Regular price': '16' },
      { ID: '52', Type: 'variable', SKU: 'empty', Name: 'Empty', Published: '1' },
    ]);

    const done = await take(file, CSV);

    expect(done).to.include({ rows: 7, created: 4, refused: 3 });
    expect((await refusedRows(done.id)).map(({ reason }: { reason: string }) => reason)).to.deep.equal([
      'A product of type grouped isn’t taken.',
      'There is no product id:49 further up.',
      'It has no variations, so there is nothing to sell.',
    ]);
    const found = await find('hoodie');
    expect(found).to.deep.include({
      title: 'Hoodie',
      description: 'With a zip',
      status: 'published',
      metadata: { tags: 'warm' },
    });
    expect(found.images).to.have.length(2);
    expect(found.variants[0]).to.deep.include({
      sku: 'hoodie-blue',
      title: 'Blue',
      options: { Colour: 'Blue' },
      priceAmount: 4200,
      compareAtAmount: 4500,
      stockQuantity: 4,
      lowStockThreshold: 2,
      allowBackorder: false,
      weightGrams: 1500,
      lengthMm: 300,
      metadata: { barcode: '4006381333931' },
    });
    // Its sale has an end, and its stock is counted with that of the others.
    expect(found.variants[1]).to.include({
      sku: 'WC-48',
      priceAmount: 4500,
      compareAtAmount: null,
      stockQuantity: 0,
      allowBackorder: false,
    });
    const album = await find('album');
    expect(album).to.include({ status: 'draft', taxClass: 'reduced' });
    expect(album.variants[0]).to.include({ sku: 'WC-45', requiresShipping: false, allowBackorder: true });
    expect(await find('album-51')).to.include({ title: 'Album' });
    expect(await categories()).to.deep.equal([
      { name: 'Music', slug: 'music', parent: null },
      { name: 'Clothing', slug: 'clothing', parent: null },
      { name: 'Hoodies', slug: 'hoodies', parent: 'clothing' },
      { name: 'Sale', slug: 'sale', parent: null },
    ]);
  });

  it('changes nothing when the same export is taken again', async () => {
    const files = [
      csv(SHOPIFY, [shirt]),
      csv(WOOCOMMERCE, [hoodie, { ...hoodie, Type: 'simple', SKU: 'one', 'Regular price': '9', ID: '60' }]),
    ];
    for (const file of files) await take(file, CSV);
    const before = [await products(), await categories()];

    for (const file of files) expect(await take(file, CSV)).to.include({ created: 0, updated: 0 });

    expect([await products(), await categories()]).to.deep.equal(before);
  });

  it('refuses a file with a line that was cut, and keeps nothing of it', async () => {
    const file = csv(SHOPIFY, [shirt]).replace(/,[^,]*\n$/, '\n');

    (await send(file, CSV)).refused('validation_failed');

    expect(await scene.shop.admin.db.fileImport.count()).to.equal(0);
  });

  it('refuses too many columns, and lines of one product that are too many or too long', async () => {
    const { Handle, 'Variant Price': price } = shirt;
    const wide = Array.from({ length: 1001 - SHOPIFY.length }, (_, at) => `Field ${at}`);
    const long = Array.from({ length: 34 }, () => ({ Handle, Tags: 'x'.repeat(250_000) }));
    const many = Array.from({ length: 2501 }, () => ({ Handle, 'Variant Price': price }));

    (await send(csv([...SHOPIFY, ...wide], [shirt]), CSV)).refused('validation_failed');
    for (const rows of [long, many])
      (await send(csv(['Handle', 'Tags', 'Variant Price'], rows), CSV)).refused('validation_failed');

    expect(await scene.shop.admin.db.fileImport.count()).to.equal(0);
  });

  it('refuses a row whose category would have a longer name than one may have', async () => {
    const named = (length: number) => csv(SHOPIFY, [{ ...shirt, Type: 'x'.repeat(length) }]);

    expect(await take(named(256), CSV)).to.include({ created: 0, refused: 1 });
    expect(await categories()).to.deep.equal([]);
    expect(await take(named(255), CSV)).to.include({ created: 1, refused: 0 });
    expect(await categories()).to.have.length(1);
  });

  it('makes a category once, also for two files that name it at the same moment', async () => {
    const simple = { ...hoodie, Type: 'simple', 'Regular price': '9' };
    for (const SKU of ['one', 'two'])
      (await send(csv(WOOCOMMERCE, [{ ...simple, SKU, Name: SKU }]), CSV)).expect(202);

    await Promise.all([1, 2].map(() => catalog.processImports(scene.api.env.system)));

    expect(await products()).to.have.length(2);
    expect(await categories()).to.have.length(3);
  });

  it('makes no category for a row that is only tried', async () => {
    const { id } = (await send(csv(SHOPIFY, [shirt]), CSV, { dryRun: true })).expect(202);
    await catalog.processImports(scene.api.env.system);

    expect(await scene.progress(id)).to.include({ created: 1, refused: 0 });
    expect(await categories()).to.deep.equal([]);
  });
});
