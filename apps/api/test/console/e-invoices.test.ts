import { eventually, paymentSucceeded, TEST_ADDRESS } from '@service/testing';
import { expect } from 'chai';
import { refundsSent } from '../refunds-sent.ts';
import { createProvider } from '../webhooks/payment/callback.ts';
import { useShopConsole } from './browser.ts';

describe('e-invoices in the console', () => {
  const opened = useShopConsole();

  it('are linked beside the PDF where an order was issued with all that they need', async () => {
    const { api, browser, page, shop } = opened();
    const links = page.getByRole('link', { name: 'E-invoice (XML)' });
    const xRechnung = page.getByRole('link', { name: 'XRechnung (XML)' });
    const order = async () => {
      const cart = await shop.fullCart({ [(await shop.variant()).id]: 1 });
      const office = { ...TEST_ADDRESS, company: 'Bezirksamt', leitwegId: '991-12345-06' };
      (await shop.send('POST', `/${cart}/billing-address`, office)).expect(200);
      const { order: placed } = (await shop.checkOut(cart)).expect(201);
      (await createProvider(api)(paymentSucceeded(placed.id))).expect(200);
      return placed.id as string;
    };
    const without = await order();
    const contact = { contactName: 'Grace Hopper', phone: '+49 30 123456', email: 'tea@example.com' };
    const seller = { ...TEST_ADDRESS, ...contact };
    const settings = { name: 'Tea House', currency: 'EUR', vatNumber: 'DE136695976', seller };
    (await shop.admin('PUT', '/settings', settings)).expect(200);
    const id = await order();
    (await shop.admin('POST', `/orders/${id}/refunds`, { amount: 100 })).expect(201);
    await refundsSent(shop.store);

    await browser.open(`/orders/${id}`);
    await page.getByRole('link', { name: 'Credit note 1 (PDF)' }).waitFor();

    await eventually(async () => expect(await links.count()).to.equal(2));
    await eventually(async () => expect(await xRechnung.count()).to.equal(1));
    for (const link of [...(await links.all()), xRechnung]) {
      const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
      expect(download.suggestedFilename()).to.match(/^(invoice|credit-note)-.+\.xml$/);
    }
    await browser.open(`/orders/${without}`);
    await page.getByRole('link', { name: /^Invoice/ }).waitFor();
    await eventually(async () => expect((await links.count()) + (await xRechnung.count())).to.equal(0));
  });
});
