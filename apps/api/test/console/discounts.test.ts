import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { Shop } from '../store/shop.ts';
import { type ConsoleBrowser, useShopConsole } from './browser.ts';

describe('discounts in the console', () => {
  const opened = useShopConsole();
  let browser: ConsoleBrowser;
  let page: Page;
  let shop: Shop;

  before(() => {
    ({ browser, page, shop } = opened());
  });

  const button = (name: string, exact = true) => page.getByRole('button', { name, exact });
  const dialog = () => page.getByRole('dialog');
  const get = async (path: string) => (await shop.admin('GET', path)).expect(200);

  it('makes a discount, changes it, and deletes it with what it means', async () => {
    await browser.open('/discounts');
    await button('New discount').first().click();
    await dialog().getByLabel('Code').fill('spring');
    await dialog().getByLabel('Percent').fill('12,5');
    await dialog().getByRole('button', { name: 'Create' }).click();
    await button('SPRING').click();
    expect((await get('/discounts')).items[0]).to.include({ code: 'SPRING', basisPoints: 1250 });

    await dialog().getByLabel('Usage limit').fill('3');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await page.getByText('0 of 3').waitFor();
    await dialog().getByRole('button', { name: 'Delete' }).click();
    await dialog().getByText('No order used it.', { exact: false }).waitFor();
    await dialog().last().getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No discount yet.', { exact: false }).waitFor();
    expect((await get('/discounts')).total).to.equal(0);
  });

  it('generates codes of a discount, each for one order', async () => {
    await browser.open('/discounts');
    await button('New discount').first().click();
    await dialog().getByLabel('It applies').selectOption('byCodes');
    await dialog().getByLabel('Code', { exact: true }).fill('mail');
    await dialog().getByLabel('Percent').fill('10');
    await dialog().getByRole('button', { name: 'Create' }).click();
    await button('MAIL').click();
    await dialog().getByText('No code yet.', { exact: false }).waitFor();
    await dialog().getByLabel('Number of new codes').fill('25');
    await dialog().getByRole('button', { name: 'Generate' }).click();
    await dialog().getByText('25 codes.', { exact: false }).waitFor();

    const [{ id, singleUseCodes }] = (await get('/discounts')).items;
    expect(singleUseCodes).to.equal(true);
    expect((await get(`/discounts/${id}/codes`)).total).to.equal(25);
  });

  it('makes a discount that gives a variant, found by its SKU, and names it afterwards', async () => {
    const { id: giftVariantId, productId } = await shop.variant();
    const { variants } = await get(`/products/${productId}`);
    await browser.open('/discounts');
    await button('New discount').first().click();
    await dialog().getByLabel('Kind').selectOption('gift');
    await dialog().getByLabel('Code', { exact: true }).fill('cup');
    await dialog().getByRole('combobox', { name: 'Gift' }).fill(variants[0].sku);
    await page.getByRole('option', { name: `Darjeeling · ${variants[0].sku}` }).click();
    await dialog().getByLabel('Units that are given').fill('2');
    await dialog().getByRole('button', { name: 'Create' }).click();
    await button('CUP').click();
    await dialog().getByText(`Darjeeling · ${variants[0].sku}`).waitFor();

    expect((await get('/discounts')).items[0]).to.include({ kind: 'gift', giftVariantId, giftQuantity: 2 });
  });
});
