import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { catalog } from '@service/core';
import {
  createMigratedDatabase,
  createStore,
  openTestEnv,
  openTestPage,
  SERVICE_ENV,
  type ServiceProcess,
  startServiceProcess,
  type TestEnv,
  type TestStore,
} from '@service/testing';
import { expect } from 'chai';
import { createApp } from '../src/app.ts';

const API_PORT = 30_919;
/** The shop reaches the API by another name than browsers do, as it does under `npm start`. */
const [API_URL, PICTURES_URL] = [`http://localhost:${API_PORT}`, `http://127.0.0.1:${API_PORT}`];
const LOADED_WIDTH = `(async (image) => {
  await image.decode();
  return image.naturalWidth;
})(document.querySelector('img[alt="A bag"]'))`;
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

describe('a picture that an operator uploaded', () => {
  let env: TestEnv;
  let store: TestStore;
  let api: ServiceProcess;
  let location: string;
  let server: Server;
  let url: string;

  before(async () => {
    const databaseUrl = await createMigratedDatabase('shop_pictures');
    location = await mkdtemp(join(tmpdir(), 'commerce-shop-pictures-'));
    env = await openTestEnv({ databaseUrl });
    store = await createStore(env.system);
    const settings = {
      ...SERVICE_ENV,
      LOG_LEVEL: 'warn',
      DATABASE_URL: databaseUrl,
      QUEUE_BACKEND: 'postgres',
      PORT: String(API_PORT),
      PICTURES_URL,
      PICTURES_LOCATION: location,
    };
    api = await startServiceProcess('api', settings);
    server = createApp({ apiUrl: API_URL, publishableKey: store.publishableKey }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  after(async () => {
    server.closeAllConnections();
    server.close();
    await api.stop();
    await env.close();
    await rm(location, { recursive: true });
  });

  it('is seen in the shop, on the list and on the product’s page', async function () {
    const response = await fetch(`${API_URL}/admin/v1/pictures`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${store.token(['catalog:write'])}`, 'Content-Type': 'image/png' },
      body: Buffer.from(PIXEL, 'base64'),
    });
    expect(response.status, await response.clone().text()).to.equal(201);
    const { url: picture } = (await response.json()) as { url: string };
    const variants = [{ sku: 'BAG', priceAmount: 2490, stockQuantity: 5 }];
    const images = [{ url: picture, alt: 'A bag' }];
    await catalog.createProduct(store.admin, {
      title: 'Bag',
      slug: 'bag',
      status: 'published',
      variants,
      images,
    });
    const browser = await openTestPage(url);
    if (!browser) {
      this.skipReason = 'there is no Chromium for this machine';
      return this.skip();
    }
    const { page, complaints } = browser;

    for (const path of ['/', '/search', '/p/bag']) {
      await page.goto(`${url}${path}`);
      await page.waitForSelector('img[alt="A bag"]');
      const width = await page.evaluate(LOADED_WIDTH);
      expect(width, path).to.be.greaterThan(0);
    }
    await browser.close();

    expect(complaints).to.deep.equal([]);
  });
});
