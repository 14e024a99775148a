import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { catalog } from '@service/core';
import { openTestPage } from '@service/testing';
import { expect } from 'chai';
import { useShop } from './use-shop.ts';

const LOADED_WIDTH = `(async (image) => {
  await image.decode();
  return image.naturalWidth;
})(document.querySelector('img[alt="A bag"]'))`;
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

describe('a picture that an operator uploaded', () => {
  let location: string;
  const shop = useShop('shop_pictures', {
    settings: async ({ publicUrl }) => {
      location = await mkdtemp(join(tmpdir(), 'commerce-shop-pictures-'));
      return { PICTURES_URL: publicUrl, PICTURES_LOCATION: location };
    },
  });

  after(() => rm(location, { recursive: true }));

  it('is seen in the shop, on the list and on the product’s page', async function () {
    const response = await fetch(`${shop.apiUrl}/admin/v1/pictures`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${shop.store.token(['catalog:write'])}`,
        'Content-Type': 'image/png',
      },
      body: Buffer.from(PIXEL, 'base64'),
    });
    expect(response.status, await response.clone().text()).to.equal(201);
    const { url: picture } = (await response.json()) as { url: string };
    const variants = [{ sku: 'BAG', priceAmount: 2490, stockQuantity: 5 }];
    const images = [{ url: picture, alt: 'A bag' }];
    await catalog.createProduct(shop.store.admin, {
      title: 'Bag',
      slug: 'bag',
      status: 'published',
      variants,
      images,
    });
    const browser = await openTestPage(shop.url);
    if (!browser) {
      this.skipReason = 'there is no Chromium for this machine';
      return this.skip();
    }
    const { page, complaints } = browser;

    for (const path of ['/', '/search', '/p/bag']) {
      await page.goto(`${shop.url}${path}`);
      await page.waitForSelector('img[alt="A bag"]');
      const width = await page.evaluate(LOADED_WIDTH);
      expect(width, path).to.be.greaterThan(0);
    }
    await browser.close();

    expect(complaints).to.deep.equal([]);
  });
});
