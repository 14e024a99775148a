import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pictures } from '@service/core';
import { DAY_MS } from '@service/jobs/primitives';
import {
  type Clock,
  createClock,
  createStore,
  S3_KEYS,
  startS3,
  TEST_SETTINGS,
  type TestStore,
  until,
} from '@service/testing';
import { expect } from 'chai';
import sharp from 'sharp';
import { startApi, type TestApi } from '../harness.ts';

const location = mkdtempSync(join(tmpdir(), 'pictures-'));

/** A picture that no other test has. */
let drawings = 0;
function draw(width = 400, height = 300): Promise<Buffer> {
  drawings += 1;
  const background = { r: drawings, g: 100, b: 50 };
  return sharp({ create: { width, height, channels: 3, background } })
    .png()
    .withExif({ IFD3: { GPSLatitude: '52/1 30/1 0/1' } })
    .toBuffer();
}

describe('pictures', () => {
  let clock: Clock;
  let api: TestApi;
  let store: TestStore;
  let other: TestStore;

  before(async () => {
    clock = createClock();
    api = await startApi({
      now: clock.now,
      settings: { pictures: { ...TEST_SETTINGS.pictures, location, maxPerStore: 12 } },
    });
    store = await createStore(api.env.system);
    other = await createStore(api.env.system);
  });

  after(async () => {
    await api.close();
    rmSync(location, { recursive: true });
  });

  const upload = (body: Buffer, { of = store, type = 'image/jpeg' } = {}) =>
    api.request('POST', '/admin/v1/pictures', {
      token: of.token(['catalog:write']),
      body: new Uint8Array(body),
      headers: { 'Content-Type': type },
    });
  const uploaded = async (body?: Buffer, of = store) =>
    (await upload(body ?? (await draw()), { of })).expect(201);
  const addressOf = (url: string) => api.url + new URL(url).pathname;
  const get = (url: string) => fetch(addressOf(url));
  const filesOf = (of: TestStore, id: string) => {
    const folder = join(location, of.tenantId, id);
    return existsSync(folder) ? readdirSync(folder).sort() : [];
  };
  const rowsOf = (of: TestStore) => of.admin.db.picture.count();
  const productWith = async (images: object[], of = store) =>
    api.request('POST', '/admin/v1/products', {
      token: of.token(),
      body: { title: 'Tea', slug: `tea-${crypto.randomUUID()}`, status: 'published', images },
    });

  it('are kept without where they were taken, and served in the sizes and formats asked for', async () => {
    const picture = await uploaded();

    expect(picture).to.include({ width: 400, height: 300 });
    expect(picture.srcset.avif.split(', ').map((each: string) => each.split(' ')[1])).to.deep.equal([
      '160w',
      '320w',
      '400w',
    ]);
    expect(filesOf(store, picture.id)).to.deep.equal(['master.webp']);
    for (const [format, list] of Object.entries<string>(picture.srcset)) {
      const answer = await get(list.split(' ')[0] ?? '');
      expect(answer.status).to.equal(200);
      expect(answer.headers.get('content-type')).to.equal(`image/${format}`);
      expect(answer.headers.get('cache-control')).to.equal('public, max-age=31536000, immutable');
      expect(answer.headers.get('cross-origin-resource-policy')).to.equal('cross-origin');
      const bytes = Buffer.from(await answer.arrayBuffer());
      const shown = await sharp(bytes).metadata();
      expect(shown).to.include({ width: 160, height: 120, mediaType: `image/${format}` });
      expect(shown).to.not.have.property('exif');
      // The second time it is a file.
      expect(Buffer.from(await (await get(list.split(' ')[0] ?? '')).arrayBuffer()).equals(bytes)).to.equal(
        true,
      );
    }
    expect(filesOf(store, picture.id)).to.deep.equal(['160.avif', '160.webp', 'master.webp']);
  });

  it('are made once, however many ask for a file for the first time', async () => {
    const { url } = await uploaded();
    const { resizer } = api.env.services.pictures;
    const { resize } = resizer;
    let made = 0;
    resizer.resize = (...picture) => {
      made += 1;
      return resize(...picture);
    };

    const answers = await Promise.all(Array.from({ length: 40 }, () => get(url)));
    resizer.resize = resize;

    expect(answers.map(({ status }) => status)).to.deep.equal(Array(40).fill(200));
    expect(made).to.equal(1);
  });

  it('are 404 in another store, in a width that isn’t offered, and where there are none', async () => {
    const { url, id } = await uploaded();
    for (const wrong of [
      url.replace(store.tenantId, other.tenantId),
      url.replace(/\d+\.webp/, '321.webp'),
      url.replace(/\/[\w-]{43}\//, `/${'A'.repeat(43)}/`),
    ]) {
      const answer = await get(wrong);
      expect(answer.status, wrong).to.equal(404);
      expect(answer.headers.get('cache-control')).to.equal('no-store');
    }
    expect(filesOf(store, id)).to.deep.equal(['master.webp']);
    expect(await rowsOf(other)).to.equal(0);
  });

  it('are one where the same file comes twice, also at once, and one for each store', async () => {
    const file = await draw();
    const before = await rowsOf(store);
    const both = await Promise.all([uploaded(file), uploaded(file)]);
    const again = await uploaded(file);
    const theirs = await uploaded(file, other);

    expect(new Set([...both, again].map(({ id }) => id)).size).to.equal(1);
    expect(theirs.id).to.not.equal(again.id);
    expect(await rowsOf(store)).to.equal(before + 1);
    expect((await get(theirs.url)).status).to.equal(200);
  });

  it('come as the file of a form, too, and a form without one or without an end is refused', async () => {
    const file = await draw();
    const form = new FormData();
    form.set('note', 'for the shop window');
    form.set('file', new Blob([new Uint8Array(file)]), 'Tea.txt');
    const encoded = new Response(form);
    const type = encoded.headers.get('content-type') ?? '';
    const body = Buffer.from(await encoded.arrayBuffer());
    const empty = Buffer.from(await new Response(new FormData()).arrayBuffer());
    const before = await rowsOf(store);

    (await upload(empty, { type: type.replace(/boundary=.*/, 'boundary=x') })).refused('validation_failed');
    (await upload(body, { type: 'multipart/form-data' })).refused('validation_failed');
    (await upload(body.subarray(0, body.length / 2), { type })).refused('validation_failed');
    (await upload(file, { type: 'image/svg+xml' })).refused('unsupported_media_type');
    expect(await rowsOf(store)).to.equal(before);

    const picture = (await upload(body, { type })).expect(201);
    expect((await uploaded(file)).id).to.equal(picture.id);
  });

  it('are refused by content and by size, and nothing is written of them', async () => {
    const before = [await rowsOf(store), readdirSync(join(location, store.tenantId)).length];

    (await upload(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).refused('invalid_picture');
    (await upload(Buffer.from('<html>'), { type: 'image/png' })).refused('invalid_picture');
    (await upload(Buffer.alloc(1024 * 1024 + 1))).refused('payload_too_large');
    (await upload(await draw(2001, 2000))).refused('invalid_picture');
    (await upload(Buffer.alloc(0))).refused('invalid_picture');

    expect([await rowsOf(store), readdirSync(join(location, store.tenantId)).length]).to.deep.equal(before);
  });

  it('of a store are received while nine uploads of others stand still', async () => {
    const { hostname, port } = new URL(api.url);
    const stores = await Promise.all([1, 2, 3].map(() => createStore(api.env.system)));
    let refused = 0;
    // A store may have three under way: once the fourth is refused, the others are being received.
    const sockets = stores.flatMap((slow) =>
      [1, 2, 3, 4].map(() => {
        const socket = connect(Number(port), hostname);
        // The server closes a connection whose request it refused.
        socket.on('error', () => {});
        socket.once('data', (response) => {
          if (response.includes('HTTP/1.1 429')) refused += 1;
        });
        socket.write(
          `POST /admin/v1/pictures HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${slow.token()}\r\n` +
            'Content-Type: image/jpeg\r\nContent-Length: 1000\r\n\r\nhalf',
        );
        return socket;
      }),
    );
    await until(() => refused === stores.length, 'three uploads of each store');

    await uploaded();

    for (const socket of sockets) socket.destroy();
  });

  it('leave nothing of an upload that breaks off', async () => {
    const before = await rowsOf(store);
    const { hostname, port } = new URL(api.url);
    const socket = connect(Number(port), hostname);
    const closed = once(api.server, 'connection').then(([server]) => once(server, 'close'));
    socket.end(
      `POST /admin/v1/pictures HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${store.token()}\r\n` +
        'Content-Type: image/jpeg\r\nContent-Length: 1000\r\n\r\nhalf',
    );
    await closed;

    expect(await rowsOf(store)).to.equal(before);
  });

  it('are the images of products: listed, exported, imported and compared as such', async () => {
    const { url, width, height, srcset } = await uploaded();
    const foreign = { url: 'https://images.example.com/tea.jpg', alt: 'Tea' };
    // Whichever width is named.
    const given = [{ url: url.replace(/\d+\.webp/, '160.avif'), alt: 'A cup' }, foreign];
    const product = (await productWith(given)).expect(201);
    const images = [
      { url, alt: 'A cup', width, height, srcset },
      { ...foreign, width: null, height: null, srcset: null },
    ];

    expect(product.images).to.deep.equal(images);
    const shown = (
      await api.request('GET', `/store/v1/products/${product.slug}`, { key: store.publishableKey })
    ).expect(200);
    expect(shown.images).to.deep.equal(images);
    const listed = (await api.request('GET', '/store/v1/products', { key: store.publishableKey })).expect(
      200,
    );
    expect(listed.items[0].image).to.deep.equal(images[0]);

    // What was read is written again, in another order, then not at all.
    const path = `/admin/v1/products/${product.id}`;
    const patch = (body: object) => api.request('PATCH', path, { token: store.token(), body });
    const turned = (await patch({ images: images.toReversed() })).expect(200);
    expect(turned.images).to.deep.equal(images.toReversed());
    expect((await patch({ images: images.toReversed() })).expect(200).version).to.equal(turned.version);

    const variant = { sku: crypto.randomUUID(), priceAmount: 100 };
    (await api.request('POST', `${path}/variants`, { token: store.token(), body: variant })).expect(201);
    const exported = await fetch(`${api.url}/admin/v1/products/export`, {
      headers: { Authorization: `Bearer ${store.token()}` },
    });
    expect(JSON.parse(await exported.text()).images).to.deep.equal([foreign, { url, alt: 'A cup' }]);
  });

  it('of another store, or that don’t exist, are no images of a product, and nothing is written', async () => {
    const { url } = await uploaded(undefined, other);
    const before = await store.admin.db.product.count();

    for (const address of [
      url,
      url.replace(other.tenantId, store.tenantId),
      `https://pictures.example/pictures/${store.tenantId}/${'B'.repeat(43)}/160.webp`,
    ])
      (await productWith([{ url: address }])).refused('not_found');

    expect(await store.admin.db.product.count()).to.equal(before);
  });

  it('that nothing refers to are deleted after a day, and those that something refers to stay', async () => {
    const [used, dropped, unused] = [await uploaded(), await uploaded(), await uploaded()];
    (await get(unused.url)).body?.cancel();
    (await productWith([{ url: used.url }])).expect(201);
    const { id } = (await productWith([{ url: dropped.url }])).expect(201);
    // A process that ended between the row and the file, and between the file and the end.
    const left = await store.admin.db.picture.create({
      data: {
        tenantId: store.tenantId,
        hash: 'left',
        width: 1,
        height: 1,
        bytes: 1,
        createdAt: clock.now(),
        checkedAt: clock.now(),
      },
    });
    await api.env.services.pictures.store.write(
      `${store.tenantId}/${left.id}/master.webp`,
      Buffer.from('left'),
    );
    const clean = async () => {
      clock.advance(DAY_MS + 1000);
      await pictures.deleteUnusedPictures(api.env.system, 1000);
    };

    expect(await pictures.deleteUnusedPictures(api.env.system, 1000)).to.equal(0);
    await clean();
    expect(await rowsOf(store)).to.be.above(3);
    (await api.request('DELETE', `/admin/v1/products/${id}`, { token: store.token() })).expect(204);
    await clean();
    for (const each of [unused.id, left.id]) expect(filesOf(store, each)).to.deep.equal([]);
    expect((await get(unused.url)).status).to.equal(404);
    expect((await get(dropped.url)).status).to.equal(200);
    (await productWith([{ url: unused.url }])).refused('not_found');
    await clean();

    expect((await get(used.url)).status).to.equal(200);
    expect(filesOf(store, used.id)).to.include('master.webp');
    expect((await get(dropped.url)).status).to.equal(404);
    expect(await rowsOf(store)).to.equal(
      await store.admin.db.picture.count({ where: { productImages: { some: {} } } }),
    );
  });

  it('stay when their file comes again while the clean-up is at them, or a product takes them', async () => {
    const file = await draw();
    const { id, url } = await uploaded(file);
    clock.advance(DAY_MS + 1000);
    await pictures.deleteUnusedPictures(api.env.system, 1000);
    clock.advance(DAY_MS + 1000);
    const { store: files } = api.env.services.pictures;
    const deleteFiles = files.delete;
    files.delete = async (names) => {
      files.delete = deleteFiles;
      const again = await uploaded(file);
      expect(again.id).to.not.equal(id);
      await deleteFiles(names);
    };
    await pictures.deleteUnusedPictures(api.env.system, 1000);

    expect((await get(url)).status).to.equal(200);
    expect(await store.admin.db.picture.count({ where: { id } })).to.equal(0);
  });

  it('are at most as many as a store may have, and none where the deployment keeps none', async () => {
    const room = 12 - (await rowsOf(store));
    for (let count = 0; count < room; count += 1) await uploaded();
    (await upload(await draw())).refused('too_many_pictures');
    expect(await rowsOf(store)).to.equal(12);
    const { pictures: settings } = api.env.services;
    const { baseUrl } = settings;
    settings.baseUrl = undefined;
    (await upload(await draw(), { of: other })).refused('pictures_not_configured');
    settings.baseUrl = baseUrl;
  });
});

describe('pictures in an S3-compatible store', () => {
  it('are put, read and deleted with a signature, and a store that is busy is asked again', async () => {
    const s3 = await startS3();
    const settings = (keys: object) => ({
      pictures: {
        ...TEST_SETTINGS.pictures,
        location: 's3://shop/pictures',
        s3: { ...S3_KEYS, endpoint: s3.endpoint, ...keys },
      },
    });
    const clock = createClock();
    const api = await startApi({ now: clock.now, settings: settings({}) });
    const stranger = await startApi({ settings: settings({ secretAccessKey: 'wrong' }) });
    const store = await createStore(api.env.system);
    const upload = async (to: TestApi) =>
      to.request('POST', '/admin/v1/pictures', {
        token: store.token(),
        body: new Uint8Array(await draw()),
        headers: { 'Content-Type': 'image/jpeg' },
      });

    s3.fail(1);
    const { id, url } = (await upload(api)).expect(201);
    const shown = await fetch(api.url + new URL(url).pathname);
    expect(shown.status).to.equal(200);
    await shown.arrayBuffer();
    const folder = `pictures/${store.tenantId}/${id}`;
    expect([...s3.objects.keys()]).to.deep.equal([`${folder}/master.webp`, `${folder}/640.webp`]);
    (await upload(stranger)).refused('dependency_unavailable');
    expect(s3.objects.size).to.equal(2);

    for (let day = 0; day < 2; day += 1) {
      clock.advance(DAY_MS + 1000);
      await pictures.deleteUnusedPictures(api.env.system, 1000);
    }
    expect(s3.objects.size).to.equal(0);
    await Promise.all([api.close(), stranger.close(), s3.close()]);
  });
});
