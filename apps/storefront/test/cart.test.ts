import { catalog, discounts, paymentAccounts } from '@service/core';
import { eventually, openTestPage, TEST_ADDRESS } from '@service/testing';
import { expect } from 'chai';
import { accountsOf } from './accounts-of.ts';
import { useShop } from './use-shop.ts';

describe('the cart of the storefront', () => {
  const shop = useShop('shop_cart');

  async function addManual(name: string): Promise<string> {
    const names = { en: name };
    const body = {
      provider: 'manual',
      name: 'Ours',
      names,
      instructions: `${name} to AT61 1904`,
      active: true,
    };
    return (await paymentAccounts.createPaymentAccount(shop.store.admin, body)).id;
  }

  it('takes a discount code, says when it doesn’t fit, and takes it away again', async function () {
    await shop.store.variant();
    await discounts.createDiscount(shop.store.admin, {
      code: 'SPRING10',
      kind: 'percentage',
      basisPoints: 1000,
    });
    const browser = await openTestPage(shop.url, { javaScriptEnabled: false });
    if (!browser) {
      this.skipReason = 'there is no Chromium for this machine';
      return this.skip();
    }
    const { page } = browser;
    // biome-ignore lint/performance/useDomNodeTextContent: Playwright’s, of what is seen.
    const totals = () => page.locator('.totals').innerText();
    const apply = async (code: string) => {
      await page.getByLabel('Discount code').fill(code);
      await page.getByRole('button', { name: 'Apply' }).click();
    };
    await page.goto(shop.url);
    await page.getByRole('link', { name: /^Product/ }).click();
    await page.getByRole('button', { name: 'Add to cart' }).click();
    const before = await totals();

    await apply('NOTHING');
    await page.getByText('This discount code doesn’t fit your cart.').waitFor();
    await page.goto(`${shop.url}/cart`);
    await eventually(async () => expect(await totals()).to.equal(before));
    await apply(' spring10 ');
    await page.getByText('SPRING10', { exact: true }).waitFor();
    await eventually(async () =>
      expect(await totals()).to.match(/Discount \(SPRING10\)\s+-€1\.25\s+Shipping\s+at the next step/),
    );
    await eventually(async () =>
      expect(await page.locator('.lines .price').textContent()).to.equal('€12.50'),
    );
    if (process.env.SCREENSHOTS) await page.screenshot({ path: `${process.env.SCREENSHOTS}/shop-cart.png` });
    await page.locator('form[action="/cart/discount"] button').click();
    await page.getByLabel('Discount code').waitFor();

    await eventually(async () => expect(await totals()).to.equal(before));
    await browser.close();
  });

  it('has a gift in the cart that its shopper can’t change, and says when it is gone', async function () {
    const product = (title: string) =>
      catalog.createProduct(shop.store.admin, {
        ...{ title, status: 'published' },
        variants: [{ sku: title, priceAmount: 1250, stockQuantity: 1 }],
      });
    await product('Kettle');
    const cup = await product('Cup');
    const giftVariantId = cup.variants[0]?.id ?? '';
    const { id } = await discounts.createDiscount(shop.store.admin, {
      ...{ code: 'CUP', title: 'A cup for you', kind: 'gift', automatic: true, giftVariantId },
    });
    const browser = await openTestPage(shop.url, { javaScriptEnabled: false });
    if (!browser) {
      this.skipReason = 'there is no Chromium for this machine';
      return this.skip();
    }
    const { page } = browser;
    await page.goto(shop.url);
    await page.getByRole('link', { name: /^Kettle/ }).click();
    await page.getByRole('button', { name: 'Add to cart' }).click();

    await page.getByText('× 1 · Free gift').waitFor();
    await eventually(async () => expect(await page.locator('.lines li').count()).to.equal(2));
    await page.getByRole('button', { name: 'No gift, please' }).click();
    await page.getByText('Free gift').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Take the gift after all' }).click();
    await page.getByText('× 1 · Free gift').waitFor();
    await eventually(async () => expect(await page.locator('.lines form').count()).to.equal(3));
    if (process.env.SCREENSHOTS) await page.screenshot({ path: `${process.env.SCREENSHOTS}/shop-gift.png` });
    await catalog.updateProduct(shop.store.admin, cup.id, { status: 'draft' });
    await page.goto(`${shop.url}/cart`);
    await page.getByText('The gift of “A cup for you” isn’t available at the moment.').waitFor();
    await eventually(async () => expect(await page.getByText('Free gift').count()).to.equal(0));
    await discounts.deleteDiscount(shop.store.admin, id);
    await browser.close();
  });

  it('sells a voucher without asking where it goes, and asks how it is paid', async function () {
    const [cash, transfer] = [await addManual('Cash'), await addManual('Bank transfer')];
    const variants = [{ sku: 'VOUCHER', priceAmount: 5000, stockQuantity: 5, requiresShipping: false }];
    await catalog.createProduct(shop.store.admin, { title: 'Voucher', status: 'published', variants });
    const browser = await openTestPage(shop.url, { javaScriptEnabled: false });
    if (!browser) {
      this.skipReason = 'there is no Chromium for this machine';
      return this.skip();
    }
    const { page } = browser;
    const picture = async (name: string) => {
      if (process.env.SCREENSHOTS) await page.screenshot({ path: `${process.env.SCREENSHOTS}/${name}.png` });
    };
    await page.goto(shop.url);
    await page.getByRole('link', { name: 'Voucher' }).click();
    await page.getByRole('button', { name: 'Add to cart' }).click();
    await page.getByRole('link', { name: 'Go to checkout' }).click();
    await page.getByRole('heading', { name: 'Who is it for?' }).waitFor();
    for (const [label, value] of [
      ['E-mail', 'ada@shopper.example'],
      ['Name', 'Ada Lovelace'],
      ['Street and number', 'Lindenallee 1'],
      ['Postal code', '10117'],
      ['City', 'Berlin'],
    ] as const)
      await page.getByLabel(label).fill(value);
    await picture('shop-voucher-address');
    await page.getByRole('button', { name: 'Continue to your order' }).click();
    await page.getByRole('heading', { name: 'Billed to' }).waitFor();
    await picture('shop-voucher-review');
    await page.getByLabel('Bank transfer').check();
    await eventually(async () => expect(await page.locator('.due').textContent()).to.equal('Total €50.00'));
    await page.getByRole('button', { name: 'Buy now' }).click();
    await page.getByText('Waiting for the payment').waitFor();
    await page.getByText('Bank transfer to AT61 1904').waitFor();
    await eventually(async () => expect(await page.getByText('Cash to AT61 1904').count()).to.equal(0));
    await picture('shop-order-payment');
    const order = await shop.store.admin.db.order.findFirstOrThrow();
    expect(order.shippingAddress).to.equal(null);
    expect(await accountsOf(shop.store, order.id)).to.deep.equal([transfer]);
    await page.getByLabel('Cash').check();
    await page.getByRole('button', { name: 'Pay this way' }).click();
    await page.getByText('Cash to AT61 1904').waitFor();
    await eventually(async () =>
      expect(await page.getByText('Bank transfer to AT61 1904').count()).to.equal(0),
    );
    expect(await accountsOf(shop.store, order.id)).to.deep.equal([transfer, cash]);
    await browser.close();
  });

  it('finds no country, language or note by a name that every object has', async () => {
    const cookie = `cart=${await shop.store.fullCart({ [await shop.store.variant()]: 1 })}`;
    const open = (path: string, options: RequestInit) => fetch(shop.url + path, options);
    const address = { ...TEST_ADDRESS, email: 'ada@example.com', country: 'constructor' };
    const body = new URLSearchParams(address);
    const refused = await open('/checkout', { method: 'POST', headers: { cookie }, body });

    expect(refused.status).to.equal(400);
    expect(await refused.text()).to.include('Please check: Country');
    expect((await open('/cart', { headers: { cookie: 'language=constructor' } })).status).to.equal(200);
    expect(await (await open('/account?constructor', {})).text()).to.not.include('native code');
  });
});
