import { eventually } from '@service/testing';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { Shop } from '../store/shop.ts';
import { type ConsoleBrowser, useShopConsole } from './browser.ts';

describe('mails in the console', () => {
  const opened = useShopConsole();
  let browser: ConsoleBrowser;
  let page: Page;
  let shop: Shop;

  before(() => {
    ({ browser, page, shop } = opened());
  });

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const frame = () => page.frameLocator('iframe[title=Preview]');
  const get = async (path: string) => (await shop.admin('GET', path)).expect(200);
  const textOf = async (kind: string) =>
    (await get('/settings/mails/texts?locale=en')).items.find((each: { kind: string }) => each.kind === kind);

  it('changes how they look, and which are sent', async () => {
    await browser.open('/settings/mails');
    await page.getByLabel('Own colour for buttons and the line on top').check();
    await page.getByLabel('Colour', { exact: true }).fill('#ffee00');
    await page.getByLabel('Footer').fill('Tea House GmbH');
    await page.getByLabel('Address for replies').fill('hello@tea.example');
    await page.getByRole('checkbox', { name: 'Payment failed' }).uncheck();
    await button('Save').click();
    await page.getByText('Saved.', { exact: true }).waitFor();

    expect(await get('/settings/mails')).to.deep.include({
      accentColor: '#ffee00',
      footer: 'Tea House GmbH',
      replyTo: 'hello@tea.example',
      disabledKinds: ['payment_failed'],
    });
    await page.getByText('Not sent').waitFor();
  });

  it('writes a text beside its preview, which runs nothing, and goes back to the standard one', async () => {
    await browser.open('/settings/mails');
    await button('Open: Shipment left').click();
    await frame().getByText('Your order 1001 has left us.').waitFor();
    await eventually(async () =>
      expect(
        await frame()
          .locator('body')
          .evaluate((body) => body.ownerDocument.defaultView?.getComputedStyle(body).backgroundColor),
      ).to.equal('rgb(244, 244, 242)'),
    );

    await page
      .getByLabel('Text', { exact: true })
      .fill('Hooray <script>x()</script>!\n\n{{ goods_table }}\n\n{{ tracking_button }}');
    await frame().getByText('Hooray <script>x()</script>!').waitFor();
    await frame().getByRole('cell', { name: 'Kyusu “Tokoname”' }).waitFor();
    await page.getByLabel('Subject').fill('Parcel {{ nothing }}');
    await page.getByText('line 1: unknown placeholder: nothing').waitFor();
    await page.getByLabel('Subject').fill('Parcel {{ order_number }}');
    await page.getByText('Parcel 1001').waitFor();
    await button('Send it to me').click();
    await page.getByText(`On its way to ${shop.store.adminEmail}`).waitFor();
    await button('Save').click();
    await page.getByText('Saved.', { exact: true }).waitFor();
    expect(await textOf('order_shipped')).to.include({ isOwn: true, subject: 'Parcel {{ order_number }}' });

    await button('Back to the standard text').click();
    await frame().getByText('Your order 1001 has left us.').waitFor();
    expect(await textOf('order_shipped')).to.include({ isOwn: false });
  });

  it('keeps what is typed where others were faster, and asks before it is left', async () => {
    const body = page.getByLabel('Text', { exact: true });
    await browser.open('/settings/mails?kind=order_refunded&locale=en');
    await body.fill('Mine');
    (await shop.admin('PUT', '/settings/mails', { footer: 'Theirs' })).expect(200);
    await button('Save').click();
    await page.getByText('Saved.', { exact: true }).waitFor();
    expect(await textOf('order_refunded')).to.include({ body: 'Mine' });

    await body.fill('Mine again');
    const text = { subject: 'Theirs', body: 'Theirs' };
    const theirs = { kind: 'order_refunded', locale: 'en', text };
    (await shop.admin('PUT', '/settings/mails/texts', theirs)).expect(200);
    await button('Save').click();
    await page.getByText('Somebody else has changed this meanwhile').waitFor();
    expect(await textOf('order_refunded')).to.include(text);

    page.once('dialog', (dialog) => dialog.dismiss());
    await button('All mails').click();
    await eventually(async () => expect(await body.inputValue()).to.equal('Mine again'));
    await button('Merge and save').click();
    await page.getByText('Saved.', { exact: true }).waitFor();
    expect(await textOf('order_refunded')).to.include({ subject: 'Theirs', body: 'Mine again' });
    await button('All mails').click();
    await button('Open: Shipment left').waitFor();
  });

  it('fit, can be used by keyboard, and axe finds nothing', async () => {
    await browser.inspect('mails', { 'settings-mail': '/settings/mails?kind=order_confirmation&locale=en' });
    browser.assertQuiet(/status of 4(00|12)/);
  });
});
