import { customerGroups, customers, discounts, prices, privacy } from '@service/core';
import { eventually } from '@service/testing';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { addOperator } from '../admin/operators.ts';
import type { TestApi } from '../harness.ts';
import type { Shop } from '../store/shop.ts';
import { type ConsoleBrowser, useShopConsole } from './browser.ts';

describe('customers, prices and settings in the console', () => {
  const opened = useShopConsole();
  let api: TestApi;
  let browser: ConsoleBrowser;
  let page: Page;
  let shop: Shop;
  /** Its page is open when another operator deletes it. */
  let deletedList = '';

  before(() => {
    ({ api, browser, page, shop } = opened());
  });

  const button = (name: string, exact = true) => page.getByRole('button', { name, exact });
  const dialog = () => page.getByRole('dialog');
  const get = async (path: string) => (await shop.admin('GET', path)).expect(200);

  it('goes on behind what a search has looked at, also where a page of it is empty', async () => {
    const { tenantId } = shop.store;
    const { system } = api.env.database;
    // More than a few match, and none of the newest 3,000.
    await system.sql.count`
      INSERT INTO customers (tenant_id, email, created_at, updated_at)
      SELECT ${tenantId}::uuid, CASE WHEN n > 3000 THEN 'old' ELSE 'new' END || n || '@long.example', at, at
      FROM (SELECT n, now() - n * interval '1 minute' AS at FROM generate_series(1, 5100) n) numbered`;

    await browser.open('/customers?q=old');
    await button('Next').click();
    await page.getByText('old3001@long.example').waitFor();
    await page.getByText('Further entries').waitFor();
    await button('First page').click();
    await page.getByText('old3001@long.example').waitFor({ state: 'detached' });
    await eventually(async () => expect(new URL(page.url()).search).to.equal('?q=old'));

    await system.sql.count`
      DELETE FROM customers WHERE tenant_id = ${tenantId}::uuid AND email LIKE '%@long.example'`;
  });

  it('says where buyers without an account are found', async () => {
    const { id: variantId } = await shop.variant();
    const { order } = (await shop.checkOut(await shop.fullCart({ [variantId]: 1 }))).expect(201);
    const { shippingAddress } = await get(`/orders/${order.id}`);

    await browser.open(`/customers?q=${encodeURIComponent(shippingAddress.name)}`);
    await page.getByText('No customer matches.').waitFor();
    await page.getByRole('link', { name: /Found in \d+ orders?\./ }).click();

    await page.getByRole('link', { name: String(order.number) }).waitFor();
  });

  it('adds a customer, whose VAT number is checked again, and disables them', async () => {
    await browser.open('/customers');
    await button('New customer').first().click();
    await dialog().getByLabel('E-mail address').fill('ada@example.com');
    await dialog().getByLabel('VAT number').fill('DE 136 695 976');
    await dialog().getByRole('button', { name: 'Create' }).click();
    await page.getByText('Being checked').waitFor();
    const id = page.url().split('/').at(-1) ?? '';
    await api.env.system.db.customer.updateMany({ where: { id }, data: { vatStatus: 'unavailable' } });
    await page.reload();
    await page.getByText('VIES doesn’t respond').waitFor();
    await button('Check again').click();
    await page.getByText('Being checked').waitFor();

    await button('Disable').click();
    await dialog().getByText('The customer is signed out at once', { exact: false }).waitFor();
    await dialog().getByRole('button', { name: 'Disable' }).click();
    await button('Enable').waitFor();
    expect(await get(`/customers/${id}`)).to.include({ disabled: true, vatStatus: 'pending', isB2b: true });
  });

  it('keeps a customer’s addresses, and asks before one is deleted', async () => {
    const { id } = await customers.createCustomer(shop.store.admin, { email: 'annie@example.com' });
    const addresses = async () => (await get(`/customers/${id}/addresses`)).items;
    await browser.open(`/customers/${id}`);
    await button('Add an address').click();
    for (const [label, value] of [
      ['Name of the recipient', 'Annie Easley'],
      ['Street and number', 'Lakeside 1'],
      ['Postal code', '10117'],
      ['City', 'Berlin'],
    ] as const)
      await dialog().getByLabel(label, { exact: true }).fill(value);
    await browser.pick('Country', 'german');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await button('Edit: Lakeside 1').click();
    await dialog().getByLabel('Company').fill('NASA');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await page.getByText('Annie Easley, NASA, Lakeside 1', { exact: false }).waitFor();
    expect((await addresses())[0]).to.include({ company: 'NASA', country: 'DE', version: 2 });

    await button('Delete: Lakeside 1').click();
    await dialog().getByText('Orders keep their own copy.').waitFor();
    await dialog().getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No address yet.', { exact: false }).waitFor();
    expect(await addresses()).to.deep.equal([]);
  });

  it('exports what is known of a customer, and erases them after a preview', async () => {
    const email = 'mary@example.com';
    const { id } = await customers.createCustomer(shop.store.admin, { email });
    await browser.open(`/customers/${id}`);
    await button('Export data').click();
    await page.getByText('Being written', { exact: false }).waitFor();
    await privacy.processExports(api.env.system);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download' }).click(),
    ]);
    expect(file.suggestedFilename()).to.equal(`customer-${id}.json`);

    await button('Delete personal data…').click();
    await dialog().getByRole('heading', { name: 'This stays' }).waitFor();
    await dialog().getByText('Orders of the former shop').waitFor();
    const erase = dialog().getByRole('button', { name: 'Delete for good' });
    await eventually(async () => expect(await erase.isDisabled()).to.equal(true));
    await dialog().getByLabel('To confirm', { exact: false }).fill(email);
    await erase.click();
    await page.getByText('Being deleted', { exact: false }).waitFor();
    expect(await get(`/customers/${id}/erasure`)).to.include({ status: 'pending' });
  });

  it('publishes terms, and requires them at the checkout', async () => {
    await browser.open('/settings/privacy');
    await page.getByLabel('Version').fill('2026-05');
    await page.getByLabel('Text', { exact: true }).fill('Pay, and get tea.');
    await button('Publish a text').click();
    await page.getByRole('cell', { name: '2026-05' }).waitFor();
    await page.getByLabel('Delete messages after', { exact: false }).fill('14');
    await page.getByLabel('Terms of business', { exact: true }).check();
    await button('Save').click();
    await page.getByText('Saved.', { exact: true }).waitFor();
    expect(await get('/settings/privacy')).to.include({ mailDays: 14, cartDays: null, version: 1 });
    expect((await get('/settings/privacy')).requiredTexts).to.deep.equal(['terms']);
  });

  it('makes a customer group and a price list, sets prices, and puts a customer into the group', async () => {
    const variant = await shop.variant({ priceAmount: 1190 });
    await browser.open('/customer-groups');
    await button('New group').first().click();
    await dialog().getByLabel('Name').fill('Trade');
    await dialog().getByLabel('Prices').selectOption('Without tax');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await page.getByRole('cell', { name: 'Trade', exact: true }).waitFor();
    await page.getByRole('cell', { name: 'Without tax' }).waitFor();
    expect((await get('/customer-groups')).items[0]).to.include({ pricesIncludeTax: false });

    await browser.open('/price-lists?new=yes');
    await dialog().getByLabel('Name').fill('Trade prices');
    await dialog().getByLabel('For', { exact: true }).selectOption('Trade');
    await dialog().getByText('Its amounts exclude tax.').waitFor();
    await browser.pick('Currency', 'eur');
    await dialog().getByRole('button', { name: 'Create' }).click();
    await button('Set prices').click();
    await button('Darjeeling').first().click();
    await dialog().getByLabel('price (EUR)', { exact: false }).first().fill('9,90');
    await button('Another quantity of', false).first().click();
    await dialog().getByLabel('price (EUR)', { exact: false }).nth(1).fill('8.90');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await page.getByRole('cell', { name: '€8.90' }).waitFor();
    const { items: lists } = await get('/price-lists');
    const stored = async () =>
      (await get(`/price-lists/${lists[0].id}/prices`)).items.map(
        ({ minQuantity, amount }: { minQuantity: number; amount: number }) => [minQuantity, amount],
      );
    expect(await stored()).to.deep.equal([
      [1, 990],
      [10, 890],
    ]);
    await button('Remove', false).first().click();
    await page.getByRole('cell', { name: '€9.90' }).waitFor({ state: 'detached' });
    expect(await stored()).to.deep.equal([[10, 890]]);

    const { id } = await customers.createCustomer(shop.store.admin, { email: 'rosa@example.com' });
    await browser.open(`/customers/${id}`);
    await page.getByLabel('Customer group').selectOption('Trade');
    await button('Save').click();
    await page.getByText('Saved.', { exact: true }).waitFor();
    expect(await get(`/customers/${id}`)).to.include({ customerGroupId: lists[0].customerGroupId });
    expect((await get(`/products/${variant.productId}`)).variants[0].priceAmount).to.equal(1190);
  });

  it('sets twenty prices at once: pasted by SKU, and as a part of the base price', async () => {
    const variants = Array.from({ length: 20 }, (_, at) => ({ sku: `GRID-${at}`, priceAmount: 1000 + at }));
    (await shop.admin('POST', '/products', { title: 'Grid', variants })).expect(201);
    const { id } = (await shop.admin('POST', '/price-lists', { name: 'Grid', currency: 'EUR' })).expect(201);
    const stored = async () =>
      (await get(`/price-lists/${id}/prices?pageSize=50`)).items.map(
        ({ sku, amount }: { sku: string; amount: number }) => [sku, amount],
      );
    await browser.open(`/price-lists/${id}?set=yes`);
    await page.getByLabel('Product or SKU').fill('GRID-');
    await page.keyboard.press('Enter');
    await page.getByLabel('GRID-3: price (EUR)').focus();
    await browser.paste('GRID-7\t7,50\nGRID-19\t19.00\nELSEWHERE\t1');
    await page.getByText('2 prices pasted. 1 line matches no row.').waitFor();
    await button('Save').click();
    await page.getByRole('cell', { name: '€7.50' }).waitFor();
    expect(await stored()).to.have.deep.members([
      ['GRID-7', 750],
      ['GRID-19', 1900],
    ]);

    await page.getByLabel('Select all', { exact: false }).check();
    await button('Apply to selected').click();
    await button('Save').click();
    await page.getByRole('cell', { name: '€8.15' }).waitFor();
    expect(await stored()).to.have.deep.members(
      variants.map(({ sku, priceAmount }) => [sku, Math.round(priceAmount * 0.8)]),
    );
  });

  it('keeps the prices that are typed through searches and dialogs, until they are saved', async () => {
    const variants = ['KEPT-1', 'KEPT-2'].map((sku) => ({ sku, priceAmount: 1000 }));
    (await shop.admin('POST', '/products', { title: 'Kept', variants })).expect(201);
    const { id } = (await shop.admin('POST', '/price-lists', { name: 'Kept', currency: 'EUR' })).expect(201);
    const stored = async () =>
      (await get(`/price-lists/${id}/prices`)).items.map(
        ({ sku, minQuantity, amount }: { sku: string; minQuantity: number; amount: number }) =>
          `${minQuantity} ${sku}: ${amount}`,
      );
    const search = async (text: string) => {
      await page.getByLabel('Product or SKU').fill(text);
      await page.keyboard.press('Enter');
    };
    await browser.open(`/price-lists/${id}`);
    await button('Set prices').click();
    await page.locator('button:focus', { hasText: /^Close$/ }).waitFor();
    await eventually(async () => expect(await button('Set prices').count()).to.equal(0));
    await search('KEPT-');
    await page.getByLabel('KEPT-1: price (EUR)').fill('9');
    await page.keyboard.press('Enter');
    await page.keyboard.type('8');
    await search('nothing-like-this');
    await page.getByText('Nothing matches.').waitFor();
    await page.getByText('2 prices aren’t saved.').waitFor();
    await search('KEPT-');
    await button('Kept').click();
    await dialog().getByLabel('KEPT-2: from quantity').fill('5');
    await dialog().getByLabel('KEPT-2: price (EUR)').fill('7');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await dialog().waitFor({ state: 'detached' });
    expect(await stored()).to.deep.equal(['5 KEPT-2: 700']);
    page.once('dialog', (asked) => asked.dismiss());
    await button('Close').click();
    await button('Save').click();
    await page.getByRole('cell', { name: '€8.00' }).waitFor();

    expect(await stored()).to.have.members(['1 KEPT-1: 900', '1 KEPT-2: 800', '5 KEPT-2: 700']);
  });

  it('says why a price isn’t removed', async () => {
    const { id: variantId } = await shop.variant();
    const list = { name: 'Summer', currency: 'EUR' };
    const { id } = (await shop.admin('POST', '/price-lists', list)).expect(201);
    const prices = [{ variantId, minQuantity: 1, amount: 990 }];
    (await shop.admin('POST', `/price-lists/${id}/prices`, { prices })).expect(200);
    await browser.open(`/price-lists/${id}`);
    await page.getByRole('cell', { name: '€9.90' }).waitFor();
    (await shop.admin('DELETE', `/price-lists/${id}`)).expect(204);
    await button('Remove', false).first().click();

    await page.getByRole('alert').getByText(`No price list ${id}.`).first().waitFor();
    deletedList = id;
  });

  it('names the seller, and keeps what another operator changes meanwhile', async () => {
    await browser.open('/settings');
    await page.getByLabel('Name the business on invoices').check();
    for (const [label, value] of [
      ['Legal name', 'Tea House GmbH'],
      ['Street and number', 'Unter den Linden 1'],
      ['Postal code', '10117'],
      ['City', 'Berlin'],
    ] as const)
      await page.getByLabel(label).fill(value);
    await browser.pick('Country of the business', 'de');
    const { id: _, publishableKey: __, version: ___, hostProofs: ____, ...body } = await get('/settings');
    (await shop.admin('PUT', '/settings', { ...body, name: 'Tea Palace' })).expect(200);
    await button('Save').click();

    await page.getByText('Saved.', { exact: true }).waitFor();
    const now = await get('/settings');
    expect(now.name).to.equal('Tea Palace');
    expect(now.seller).to.include({ name: 'Tea House GmbH', country: 'DE' });
  });

  it('says when invoices are issued and how they are numbered', async () => {
    await browser.open('/settings');
    await page.getByLabel('Issue an invoice').selectOption('shipped');
    await page.getByLabel('Numbers begin with').fill('RE-');
    await page.getByLabel('Put the year in the number', { exact: false }).uncheck();
    await page.getByLabel('Time zone').fill('Europe/Berlin');
    await page.keyboard.press('Control+s');

    await page.getByText('Saved.', { exact: true }).waitFor();
    expect(await get('/settings')).to.include({
      invoiceIssuedWhen: 'shipped',
      invoicePrefix: 'RE-',
      invoiceNumbersByYear: false,
      timeZone: 'Europe/Berlin',
    });
  });

  it('keeps taxes, and gives a product a class', async () => {
    await browser.open('/settings/tax');
    await button('Add a rate').click();
    await browser.pick('Country, rate 1', 'CH');
    await page.getByLabel('Percent, rate 1').fill('8,1');
    await button('Save').click();
    await page.getByText('Saved.', { exact: true }).waitFor();
    expect((await get('/settings/tax')).rates).to.deep.equal([{ country: 'CH', rateBasisPoints: 810 }]);

    await button('Add a class').click();
    await page.getByLabel('Code, class 1').fill('books');
    await page.getByLabel('Name, class 1').fill('Books');
    await button('Add a rate').click();
    await browser.pick('Country, rate 2', 'France');
    await page.getByLabel('Postal code, rate 2').fill('20*');
    await page.getByLabel('Tax class, rate 2').selectOption('Books');
    await page.getByLabel('Percent, rate 2').fill('2.1875');
    await page.getByLabel('Shipping is taxed').selectOption('Reduced');
    await page.getByLabel('Reason for the exemption (class Exempt)').fill('§ 4 UStG');
    await button('Save').click();
    await page.getByText('Saved.', { exact: true }).waitFor();
    const { version, ...settings } = await get('/settings/tax');
    expect(settings).to.deep.include({
      ...{ pricesIncludeTax: true, shippingTaxClass: 'reduced', belowOssThreshold: false },
      ...{ classes: [{ code: 'books', name: 'Books' }], exemptReason: '§ 4 UStG', exemptReasonCode: null },
    });
    expect(settings.rates[1]).to.deep.equal({
      ...{ country: 'FR', postalCode: '20*', taxClass: 'books', rateBasisPoints: 218.75 },
    });
    const { productId } = await shop.variant();
    await browser.open(`/catalogue/products/${productId}`);
    await page.getByLabel('Tax class', { exact: true }).selectOption('Books');
    await button('Save').click();
    await page.getByText('Saved.', { exact: true }).waitFor();
    expect((await get(`/products/${productId}`)).taxClass).to.equal('books');
    (await shop.admin('PUT', '/settings/tax', { ...settings, shippingTaxClass: null })).expect(200);
  });

  it('keeps a shipping option with its rules', async () => {
    await browser.open('/settings/tax');
    await page.getByRole('link', { name: 'Shipping' }).click();
    await button('Add an option').click();
    await page.getByLabel('Name of option 2').fill('Express');
    await page.getByLabel('Price (EUR) of option 2').fill('9.90');
    await browser.pick('Countries of option 2', 'de', 'Österreich', 'austria');
    await page.getByRole('button', { name: 'Remove: Austria' }).waitFor();
    await page.getByLabel('Postal codes of option 2').fill('10*, 80000-81999');
    await page.getByLabel('Profiles of option 2').fill('bulky, cooled');
    await page.getByLabel('Price rule of option 2').selectOption('By weight');
    await page.getByLabel('Steps (EUR) of option 2').fill('2000 = 12.90; 31500 = –');
    await button('Save').click();
    await page.getByText('Saved.', { exact: true }).waitFor();
    const { options } = await get('/settings/shipping');
    expect(options[1]).to.deep.include({ name: 'Express', amount: 990, countries: ['DE', 'AT'] });
    expect(options[1]).to.deep.include({
      ...{ postalCodes: ['10*', '80000-81999'], profiles: ['bulky', 'cooled'], tiersBy: 'weight' },
      tiers: [
        { from: 2000, amount: 1290 },
        { from: 31_500, amount: null },
      ],
    });
    await browser.choose('Deutsch');
    await eventually(async () =>
      expect(await page.getByLabel('Preis (EUR) von Versandart 2').inputValue()).to.equal('9,90'),
    );
    await browser.choose('English');
  });

  it('lets a carrier of a module say what an option costs', async () => {
    const { modules } = api.env.services;
    const offers = { paymentProviders: [], carriers: ['table-post'], taxProviders: [] };
    const state = { version: '1.0.0', state: 'enabled' as const, reason: null, failures: 0 };
    api.env.services.modules = { ...modules, list: () => [{ name: 'table-post', ...state, ...offers }] };
    await browser.open('/settings/shipping');
    await page.getByLabel('Price source of option 2').selectOption('table-post');
    await page.getByLabel('Service of the carrier of option 2').fill('parcel');
    await page.getByLabel('Fallback of option 2').selectOption('Not offered');
    await button('Save').click();
    await page.getByText('Saved.', { exact: true }).waitFor();
    expect((await get('/settings/shipping')).options[1].carrier).to.deep.equal({
      ...{ name: 'table-post', service: 'parcel', whenUnavailable: 'not_offered' },
    });
    api.env.services.modules = modules;
  });

  it('lets a tax provider of a module say the rates', async () => {
    const { modules } = api.env.services;
    const offers = { paymentProviders: [], carriers: [], taxProviders: ['tax-desk'] };
    const state = { version: '1.0.0', state: 'enabled' as const, reason: null, failures: 0 };
    api.env.services.modules = { ...modules, list: () => [{ name: 'tax-desk', ...state, ...offers }] };
    await browser.open('/settings/tax');
    await page.getByLabel('Rates come from').selectOption('tax-desk');
    await page.getByLabel('Without an answer within 5 seconds').selectOption('No order can be placed');
    await button('Save').click();
    await page.getByText('Saved.', { exact: true }).waitFor();
    expect((await get('/settings/tax')).provider).to.deep.equal({
      ...{ name: 'tax-desk', whenUnavailable: 'refuse_checkout' },
    });
    await page.getByLabel('Rates come from').selectOption('This page');
    await button('Save').click();
    await page.getByLabel('Without an answer within 5 seconds').waitFor({ state: 'detached' });
    await page.getByText('Saved.', { exact: true }).waitFor();
    api.env.services.modules = modules;
  });

  it('makes an option one of a place where goods are picked up', async () => {
    await browser.open('/settings/shipping');
    await page.getByLabel('Kind of option 2').selectOption('Picked up at a place');
    for (const [field, value] of [
      ['Place', 'Tea House'],
      ['Company', 'Tea House GmbH'],
      ['Street and number', 'Teegasse 1'],
      ['Postal code', '10115'],
      ['City', 'Berlin'],
      ['Monday', '9–12, 13:30-18'],
      ['Note for shoppers', 'Ring twice.'],
    ] as const)
      await page.getByLabel(`${field} of option 2`, { exact: true }).fill(value);
    await browser.pick('Country of the place of option 2', 'Germany');
    await button('Save').click();
    await page.getByText('Saved.', { exact: true }).waitFor();
    const { pickupPlace, countries } = (await get('/settings/shipping')).options[1];
    expect(countries).to.deep.equal([]);
    expect(pickupPlace).to.deep.include({
      openingHours: [
        { day: 'monday', opens: '09:00', closes: '12:00' },
        { day: 'monday', opens: '13:30', closes: '18:00' },
      ],
      note: 'Ring twice.',
    });
    expect(pickupPlace.address).to.include({ name: 'Tea House', line1: 'Teegasse 1', country: 'DE' });
    expect(pickupPlace.address.company).to.equal('Tea House GmbH');
    await page.getByLabel('Monday of option 2').fill('18–9');
    await page.getByText('A name, a price such as 4.90', { exact: false }).waitFor();
    await button('Discard the changes').click();
    await browser.choose('Deutsch');
    await page.getByLabel('Montag von Versandart 2').waitFor();
    await browser.choose('English');
  });

  it('adds a host, which has to be proven', async () => {
    await browser.open('/settings/shipping');
    await page.getByRole('link', { name: 'Hosts' }).click();
    await page.getByLabel('Host').fill('shop.tea.example');
    await button('Add a host').click();
    await page.getByText('_commerce-service.shop.tea.example').waitFor();
    await page.getByText('Not proven').waitFor();
    expect((await get('/settings')).storeHosts).to.deep.equal(['shop.tea.example']);
  });

  it('previews what the storefront loads before it is saved', async () => {
    await browser.open('/settings/compliance');
    const agreeing = page.getByRole('region', { name: 'A visitor who agrees' });
    const undecided = page.getByRole('region', { name: 'A visitor who hasn’t decided' });
    await page.getByLabel('Run web analytics; sets cookies').check();
    await page.getByLabel('Its id').fill('G-ABC123');
    await agreeing.getByText('Web analytics').waitFor();
    await undecided.getByText('Nothing runs.').waitFor();
    await page.getByLabel('Ask before a tracker that sets cookies runs').uncheck();
    await undecided.getByText('Web analytics').waitFor();
    await page.getByText('Trackers run for all visitors at once.', { exact: false }).waitFor();
    await page.getByLabel('Ask before a tracker that sets cookies runs').check();
    await button('Save').click();
    await page.getByText('Saved.', { exact: true }).waitFor();

    const { body } = await api.request('GET', '/setup/v1/compliance', { token: shop.store.token() });
    expect(body).to.deep.include({ cookieConsent: true });
    expect(body.analytics.webAnalytics).to.deep.equal({ id: 'G-ABC123' });
  });

  it('invites an operator, and shows a new API key once', async () => {
    await browser.open('/settings/operators');
    await button('Invite an operator').click();
    await dialog().getByLabel('E-mail address').fill('grace@example.com');
    await dialog().getByRole('button', { name: 'Invite an operator' }).click();
    await page.getByText('grace@example.com · Support').waitFor();

    await page.getByRole('link', { name: 'API keys' }).click();
    await button('New key').click();
    await dialog().getByLabel('Name').fill('Warehouse');
    await dialog().getByLabel('orders:read').check();
    await dialog().getByRole('button', { name: 'Create' }).click();
    await dialog().getByText(/^sk_/).waitFor();
    await button('I have saved it').click();
    await button('Revoke: Warehouse').click();
    await dialog().getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('Revoked').waitFor();
    expect((await get('/api-keys')).items[0].revokedAt).to.not.equal(null);
  });

  it('requires a second factor of every operator, and resets one that is lost', async () => {
    const { db } = api.env.system;
    const { id, email } = await addOperator(api, shop.store, 'support');
    await db.adminUser.updateMany({ where: { id }, data: { totpSecretSealed: 'of a phone that is lost' } });
    await browser.open('/settings/operators');
    const row = page.getByRole('row', { name: email });
    await row.getByRole('button', { name: 'Reset the second factor' }).click();
    await dialog().getByText('They are signed out everywhere', { exact: false }).waitFor();
    await dialog().getByRole('button', { name: 'Reset the second factor' }).click();
    await dialog().waitFor({ state: 'detached' });
    await row.getByRole('button', { name: 'Reset the second factor' }).waitFor({ state: 'detached' });
    expect(await get(`/users/${id}`)).to.include({ hasSecondFactor: false });

    await browser.open('/settings/store');
    await page.getByLabel('Every operator needs a second factor').check();
    await button('Save').click();
    await page.getByText('Saved.', { exact: true }).waitFor();
    const { count } = await db.tenant.updateMany({
      where: { id: shop.store.tenantId, requireSecondFactor: true },
      data: { requireSecondFactor: false },
    });
    expect(count).to.equal(1);
  });

  it('compares before and after of each change in the audit log', async () => {
    await browser.open('/settings/audit?action=settings.replaced');
    await button('Compare: settings.replaced').first().click();
    await dialog().getByRole('columnheader', { name: 'Before' }).waitFor();
    await dialog().getByText('shop.tea.example', { exact: false }).first().waitFor();
  });

  describe('every page', () => {
    const setRole = (role: string) =>
      api.env.system.db.adminUser.updateMany({ where: { email: shop.store.adminEmail }, data: { role } });

    afterEach(() => setRole('owner'));

    it('fits at 360, 768 and 1440 px, and is accessible, light and dark', async () => {
      const { id } = await customers.createCustomer(shop.store.admin, {
        email: 'grace@navy.example',
        name: 'Grace Hopper',
        isB2b: true,
        vatNumber: 'ATU33864707',
      });
      await discounts.createDiscount(shop.store.admin, {
        code: 'SPRING10',
        kind: 'percentage',
        basisPoints: 1000,
        startsAt: '2026-03-01T00:00:00.000Z',
        usageLimit: 500,
      });
      const { id: customerGroupId } = await customerGroups.createCustomerGroup(shop.store.admin, {
        name: 'Wholesale',
      });
      const { id: listId } = await prices.createPriceList(shop.store.admin, {
        name: 'Wholesale',
        currency: 'CHF',
        customerGroupId,
      });
      const { id: variantId } = await shop.variant();
      await prices.setPrices(shop.store.admin, listId, [{ variantId, minQuantity: 10, amount: 990 }]);
      await browser.inspect('settings', {
        customer: `/customers/${id}`,
        discount: '/discounts?edit=new',
        'price-lists': '/price-lists?new=yes',
        'price-list': `/price-lists/${listId}?set=yes`,
      });
    });

    it('shows a viewer nothing that changes anything', async () => {
      await setRole('viewer');
      const { items } = await get('/customers');
      for (const path of [
        '/customers',
        `/customers/${items[0].id}`,
        '/customer-groups',
        '/customers/import',
        '/price-lists',
        '/discounts',
        '/settings/store',
        '/settings/tax',
        '/settings/shipping',
        '/settings/hosts',
        '/settings/redirects',
        '/settings/compliance',
        '/settings/privacy',
        '/settings/portal',
      ]) {
        await browser.open(path);
        await page.waitForLoadState('networkidle');
        // The head of a table sorts it, which changes nothing.
        const acts = page.locator('main').getByRole('button').and(page.locator(':not(th *)'));
        await eventually(async () => {
          const names = await acts.allInnerTexts();
          const changing = names.filter((name) => name !== 'Copy');
          expect(changing, path).to.deep.equal([]);
        });
        const writable = page.locator('main :is(input, select, textarea):not(:disabled):not([type=search])');
        await eventually(async () => expect(await writable.count(), path).to.equal(0));
      }
      await eventually(async () =>
        expect(await page.getByRole('link', { name: 'Operators' }).count()).to.equal(0),
      );
    });

    it('logged no error but the conflict, and called no other origin', () => {
      browser.assertQuiet(new RegExp(`status of 412|404 .*/price-lists/${deletedList}`));
    });
  });
});
