import type { ServerResponse } from 'node:http';
import { catalog } from '@service/core';
import { createFileFetcher } from '@service/delivery';
import {
  type Clock,
  createClock,
  createStore,
  elsewhere,
  type Receiver,
  startReceiver,
  TEST_SETTINGS,
  type TestStore,
} from '@service/testing';
import { expect } from 'chai';
import sharp from 'sharp';
import { startApi, type TestApi } from '../harness.ts';
import { eventsOf } from './events-of.ts';

const MAX_BYTES = 64 * 1024;

describe('POST /admin/v1/picture-imports', () => {
  let clock: Clock;
  let api: TestApi;
  let host: Receiver;
  let tea: Buffer;
  let store: TestStore;
  let other: TestStore;

  before(async () => {
    clock = createClock();
    api = await startApi({ now: clock.now, settings: { pictures: { ...TEST_SETTINGS.pictures } } });
    host = await startReceiver();
    tea = await sharp({ create: { width: 400, height: 300, channels: 3, background: 'green' } })
      .png()
      .toBuffer();
  });
  beforeEach(async () => {
    host.requests.length = 0;
    host.answer(({ path }, response) => PAGES[path]?.(response));
    store = await createStore(api.env.system);
    other = await createStore(api.env.system);
  });
  after(() => Promise.all([api.close(), host.close()]));

  const at = (path: string) => new URL(path, host.url).href;
  const redirect = (location: string) => (response: ServerResponse) =>
    response.writeHead(302, { location }).end();
  /** What the host of the pictures has. What isn’t here never gets a response. */
  const PAGES: Record<string, (response: ServerResponse) => void> = {
    '/tea.txt': (response) => response.writeHead(200, { 'content-type': 'text/plain' }).end(tea),
    '/same.jpg': (response) => response.end(tea),
    '/moved.png': redirect('/tea.txt'),
    '/inwards.png': redirect('http://10.0.0.1/tea.png'),
    '/round.png': redirect('/round.png'),
    '/gone.png': (response) => response.writeHead(404).end(tea),
    '/page.png': (response) => response.writeHead(200, { 'content-type': 'image/png' }).end('<html></html>'),
    '/drawing.png': (response) => response.end('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    '/large.png': (response) => response.end(Buffer.alloc(MAX_BYTES + 1)),
    '/half.png': (response) => {
      response.writeHead(200, { 'content-length': tea.length });
      response.write(tea.subarray(0, 20), () => response.destroy());
    },
    '/slow.png': (response) => void response.writeHead(200).write(tea.subarray(0, 20)),
  };

  const send = (body: object = {}, of = store) =>
    api.request('POST', '/admin/v1/picture-imports', { token: of.token(), body });
  const get = (path: string, of = store) => api.request('GET', `/admin/v1/${path}`, { token: of.token() });
  const progress = async (id: string) => (await get(`picture-imports/${id}`)).expect(200);
  const failures = async (id: string) => (await get(`picture-imports/${id}/failures`)).expect(200).items;
  const product = async (images: object[], of = store): Promise<{ id: string; version: number }> =>
    (
      await api.request('POST', '/admin/v1/products', {
        token: of.token(),
        body: { title: 'Tea', slug: `tea-${crypto.randomUUID()}`, images },
      })
    ).expect(201);
  const read = async (id: string, of = store) => (await get(`products/${id}`, of)).expect(200);
  const pictures = (of = store) => of.admin.db.picture.count();

  const updates = async () => (await eventsOf(api, store)).filter(({ name }) => name === 'product.updated');

  /** The worker’s function, which reaches the host over the network. */
  async function work({
    timeoutMs = 10_000,
    fetchFile,
  }: {
    timeoutMs?: number;
    fetchFile?: catalog.FetchFile;
  } = {}) {
    const { subscriberUrls } = api.env.services;
    const files = createFileFetcher({ ...subscriberUrls, timeoutMs, maxBytes: MAX_BYTES, userAgent: 'test' });
    await catalog.processPictureImports(api.env.system, fetchFile ?? files.fetch);
    files.close();
  }
  /** A lease that a dead worker has left ends. */
  const waitForLease = () => clock.advance(3 * 60_000 + 1);

  it('imports images of other hosts with their text and position, and knows them by content', async () => {
    const own = { url: at('/tea.txt'), alt: 'A cup' };
    const before = await product([{ url: at('/gone.png') }, own, { url: at('/moved.png') }]);
    const foreign = await product([own], other);

    const asked = (await send()).expect(202);
    expect(asked).to.include({ status: 'pending', total: 3, processed: 0, finishedAt: null });
    await work();

    expect(await progress(asked.id)).to.include({ status: 'completed', total: 3, processed: 3, failed: 1 });
    const { images, version } = await read(before.id);
    expect(images[0]).to.deep.equal(elsewhere({ url: at('/gone.png') })[0]);
    expect(images[1]).to.include({ alt: 'A cup', width: 400, height: 300 });
    expect(images[1].url).to.match(/^https:\/\/pictures\.example\/pictures\//);
    // The same file is the same picture.
    expect(images[2]).to.deep.equal({ ...images[1], alt: null });
    expect(await pictures()).to.equal(1);
    expect(version).to.equal(before.version + 2);
    expect(await updates()).to.have.length(2);
    expect((await read(foreign.id, other)).images).to.deep.equal(elsewhere(own));
    expect(await pictures(other)).to.equal(0);
  });

  it('leaves what it can’t fetch as it is, and says why', async () => {
    const wanted: Record<string, string> = {
      [at('/inwards.png')]: 'refused_address',
      'http://10.0.0.1/tea.png': 'refused_address',
      'http://169.254.169.254/latest/meta-data': 'refused_address',
      'http://[::ffff:10.0.0.1]/tea.png': 'refused_address',
      [at('/tea.txt').replace('//', '//user:word@')]: 'credentials_in_url',
      [at('/round.png')]: 'too_many_redirects',
      [at('/gone.png')]: 'unexpected_status',
      [at('/page.png')]: 'invalid_picture',
      [at('/drawing.png')]: 'invalid_picture',
      [at('/large.png')]: 'payload_too_large',
      [at('/half.png')]: 'unreachable',
    };
    const images = Object.keys(wanted).map((url) => ({ url }));
    const { id, version } = await product(images);

    const asked = (await send({ productId: id })).expect(202);
    await work();

    const failed: { url: string; code: string; productId: string }[] = await failures(asked.id);
    expect(Object.fromEntries(failed.map(({ url, code }) => [url, code]))).to.deep.equal(wanted);
    expect(new Set(failed.map(({ productId }) => productId))).to.deep.equal(new Set([id]));
    expect(await progress(asked.id)).to.include({ status: 'completed', processed: 11, failed: 11 });
    expect(await read(id)).to.deep.include({ images: elsewhere(...images), version });
    expect(await pictures()).to.equal(0);
    expect(await updates()).to.be.empty;
  });

  it('gives up a server that never ends, before the head and behind it', async () => {
    const { id } = await product([{ url: at('/slow.png') }, { url: at('/silent.png') }]);
    const asked = (await send({ productId: id })).expect(202);
    await work({ timeoutMs: 300 });

    expect((await failures(asked.id)).map(({ code }: { code: string }) => code)).to.deep.equal([
      'timeout',
      'timeout',
    ]);
    expect(await pictures()).to.equal(0);
  });

  it('takes one product alone, adds others to what is under way, and tries again what failed', async () => {
    PAGES['/later.png'] = (response) => response.writeHead(503).end();
    const [one, two] = [await product([{ url: at('/tea.txt') }]), await product([{ url: at('/later.png') }])];
    const asked = (await send({ productId: one.id })).expect(202);
    expect(asked.total).to.equal(1);
    expect((await send({ productId: one.id })).expect(202)).to.include({ id: asked.id, total: 1 });
    expect((await send()).expect(202)).to.include({ id: asked.id, total: 2 });
    await work();
    expect(await progress(asked.id)).to.include({ status: 'completed', processed: 2, failed: 1 });

    PAGES['/later.png'] = (response) => response.end(tea);
    const again = (await send()).expect(202);
    await work();
    expect(await progress(again.id)).to.include({ status: 'completed', total: 1, failed: 0 });
    expect((await read(two.id)).images[0].url).to.equal((await read(one.id)).images[0].url);
    expect(await pictures()).to.equal(1);
    const nothing = (await send()).expect(202);
    expect(nothing).to.include({ status: 'completed', total: 0 });
    expect(nothing.finishedAt).to.not.equal(null);
  });

  it('goes on where a worker died, after its lease, and does nothing twice', async () => {
    const { id, version } = await product([{ url: at('/tea.txt') }, { url: at('/same.jpg') }]);
    const asked = (await send()).expect(202);
    await work({ fetchFile: () => Promise.reject(new Error('The worker dies.')) });
    await work();
    expect(await progress(asked.id)).to.include({ status: 'running', processed: 0 });
    expect(host.requests).to.be.empty;

    waitForLease();
    // The worker that was thought to be dead comes back when another is done with its picture.
    const fetchFile: catalog.FetchFile = async () => {
      waitForLease();
      await work();
      return tea;
    };
    await work({ fetchFile });
    expect(await progress(asked.id)).to.include({ status: 'completed', processed: 2, failed: 0 });
    expect((await read(id)).version).to.equal(version + 2);
    expect(await pictures()).to.equal(1);
  });

  it('gives up a picture that ends three workers, and goes on with the next', async () => {
    const { id } = await product([{ url: at('/gone.png') }, { url: at('/tea.txt') }]);
    const asked = (await send()).expect(202);
    for (let worker = 0; worker < 3; worker += 1) {
      await work({ fetchFile: () => Promise.reject(new Error('The worker dies.')) });
      waitForLease();
    }
    await work();

    expect((await failures(asked.id))[0]).to.include({ url: at('/gone.png'), code: 'not_stored' });
    expect(await progress(asked.id)).to.include({ status: 'completed', processed: 2, failed: 1 });
    expect((await read(id)).images[1].width).to.equal(400);
  });

  it('has one picture of a store under way, whatever other stores wait for', async () => {
    await product([{ url: at('/tea.txt') }, { url: at('/same.jpg') }]);
    await product([{ url: at('/tea.txt') }], other);
    await Promise.all([send(), send({}, other)]);
    const underWay: string[] = [];
    const ended = new Set<string>();
    await work({
      fetchFile: async (tenantId) => {
        expect(underWay).to.not.include(tenantId);
        underWay.push(tenantId);
        await new Promise(setImmediate);
        underWay.splice(underWay.indexOf(tenantId), 1);
        ended.add(tenantId);
        return tea;
      },
    });
    expect(ended).to.deep.equal(new Set([store.tenantId, other.tenantId]));
  });

  it('leaves alone an image that changes, and a product that is deleted, while it is fetched', async () => {
    const [changed, deleted] = [
      await product([{ url: at('/tea.txt') }]),
      await product([{ url: at('/tea.txt') }]),
    ];
    const asked = (await send()).expect(202);
    const path = (id: string) => `/admin/v1/products/${id}`;
    const images = [{ url: 'https://images.example/other.png' }];
    await work({
      fetchFile: async () => {
        const token = store.token();
        await api.request('PATCH', path(changed.id), { token, body: { images } });
        await api.request('DELETE', path(deleted.id), { token });
        return tea;
      },
    });

    expect(await progress(asked.id)).to.include({ status: 'completed', processed: 2, failed: 0 });
    expect((await read(changed.id)).images).to.deep.equal(elsewhere(...images));
  });

  it('refuses another store’s product and import, and a deployment without pictures', async () => {
    const theirs = await product([{ url: at('/tea.txt') }], other);
    const { id } = (await send({}, other)).expect(202);

    (await send({ productId: theirs.id })).refused('not_found');
    (await get(`picture-imports/${id}`)).refused('not_found');
    (await get(`picture-imports/${id}/failures`)).refused('not_found');
    const { pictures: settings } = api.env.services;
    const { baseUrl } = settings;
    settings.baseUrl = undefined;
    (await send()).refused('pictures_not_configured');
    settings.baseUrl = baseUrl;
    expect(await store.admin.db.pictureImport.count()).to.equal(0);
    await work();
  });

  it('is kept for 30 days', async () => {
    await product([{ url: at('/gone.png') }]);
    const { id } = (await send()).expect(202);
    await work();
    clock.advance(29 * 24 * 3600_000);
    await catalog.purgeOldPictureImports(api.env.system, 10);
    expect(await failures(id)).to.have.length(1);
    clock.advance(2 * 24 * 3600_000);
    await catalog.purgeOldPictureImports(api.env.system, 10);
    (await get(`picture-imports/${id}`)).refused('not_found');
    expect(await store.admin.db.pictureImportItem.count()).to.equal(0);
  });
});
