import { connect, type Socket } from 'node:net';
import { defineOperation } from '@service/contract';
import type { Log } from '@service/core';
import { createStore, type TestStore, until } from '@service/testing';
import { expect } from 'chai';
import { createDrain } from '../../src/http/drain.ts';
import { closeHttpServer, type HttpServerOptions } from '../../src/http/http-server.ts';
import { routeOf } from '../../src/http/route.ts';
import { startApi, type TestApi } from '../harness.ts';

const getStream = defineOperation({
  endpoint: 'GET /store/v1/stream',
  summary: 'Get a stream',
  description: '',
  auth: { kind: 'public' },
  response: { status: 200, description: 'Text', contentTypes: ['text/plain'] },
});

/** An API with a response that has no end; `ended` is when its source was closed. */
async function startEndless(timeouts: Pick<HttpServerOptions, 'readerTimeoutMs'>) {
  let close = () => {};
  const ended = new Promise<void>((resolve) => {
    close = resolve;
  });
  async function* pieces() {
    try {
      for (;;) yield 'x'.repeat(64 * 1024);
    } finally {
      close();
    }
  }
  const endless = routeOf(getStream, async () => ({ contentType: 'text/plain', pieces: pieces() }));
  const api = await startApi({
    settings: { furtherRoutes: [endless] },
    timeouts: { headersTimeoutMs: 10_000, requestTimeoutMs: 60_000, ...timeouts },
  });
  return { ended, api };
}

async function askAndReadNothing(api: TestApi): Promise<Socket> {
  const socket = connect(Number(new URL(api.url).port), '127.0.0.1');
  socket.on('error', () => {});
  socket.write('GET /store/v1/stream HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
  await new Promise((resolve) => socket.once('readable', resolve));
  return socket;
}

/** A client that speaks to the bare socket. */
describe('a client', () => {
  let api: TestApi;
  let store: TestStore;

  before(async () => {
    api = await startApi({ timeouts: { headersTimeoutMs: 500, requestTimeoutMs: 3_000 } });
    store = await createStore(api.env.system);
  });

  after(() => api.close());

  /** Writes these pieces, each after the one before has gone out, and answers all that came until the server hung up. */
  async function converse(pieces: readonly string[], { end = false } = {}): Promise<string> {
    const socket = connect(Number(new URL(api.url).port), '127.0.0.1');
    let heard = '';
    socket.on('data', (bytes) => {
      heard += bytes.toString();
    });
    socket.on('error', () => {});
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    for (const piece of pieces) await new Promise<void>((resolve) => socket.write(piece, () => resolve()));
    if (end) socket.end();
    await closed;
    return heard;
  }

  function refusalIn(heard: string) {
    const [head = '', body = ''] = heard.split('\r\n\r\n');
    expect(head, heard)
      .to.match(/content-type: application\/problem\+json/i)
      .and.match(/x-request-id: /i);
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
    // What follows would be the answer to what the server reads as the next request.
    return JSON.parse(Buffer.from(body).subarray(0, length).toString()) as { status: number; code: string };
  }

  const post = (length: number | 'chunked') =>
    [
      'POST /admin/v1/categories HTTP/1.1',
      'Host: 127.0.0.1',
      `Authorization: Bearer ${store.token()}`,
      'Content-Type: application/json',
      length === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`,
      '\r\n',
    ].join('\r\n');
  const categories = () => store.admin.db.category.count();

  it('that never ends its headers is cut off', async () => {
    const heard = await converse(['GET /health HTTP/1.1\r\n', 'X-Slow: 1\r\n']);

    expect(refusalIn(heard)).to.include({ status: 408, code: 'request_timeout' });
  });

  it('that never ends its body is cut off, and nothing is written', async () => {
    const heard = await converse([post(100), '{"name":']);

    expect(refusalIn(heard)).to.include({ status: 408, code: 'request_timeout' });
    expect(await categories()).to.equal(0);
  });

  it('that hangs up in the middle of its body has written nothing', async () => {
    await converse([post(40), '{"name":"Tea"}'], { end: true });

    await until(async () => (await api.request('GET', '/health')).status === 200, 'the next answer');
    expect(await categories()).to.equal(0);
  });

  it('that sends headers without end is refused', async () => {
    const heard = await converse([`GET /health HTTP/1.1\r\nX-Long: ${'x'.repeat(17 * 1024)}\r\n\r\n`]);

    expect(refusalIn(heard)).to.include({ status: 431, code: 'headers_too_large' });
  });

  it('that sends a body without end or length is refused at 256 KiB, and nothing is written', async () => {
    const chunk = `${(64 * 1024).toString(16)}\r\n${'x'.repeat(64 * 1024)}\r\n`;

    const heard = await converse([post('chunked'), chunk, chunk, chunk, chunk, chunk]);

    expect(refusalIn(heard)).to.include({ status: 413, code: 'payload_too_large' });
    expect(await categories()).to.equal(0);
  });

  it('that takes nothing of an endless response is cut off, and its source is closed', async () => {
    const { ended, api } = await startEndless({ readerTimeoutMs: 200 });
    const socket = await askAndReadNothing(api);

    await ended;

    await new Promise((resolve) => socket.once('close', resolve).resume());
    await api.close();
  });

  it('that goes away in the middle of an endless response closes its source', async () => {
    const { ended, api } = await startEndless({ readerTimeoutMs: 600_000 });

    (await askAndReadNothing(api)).destroy();

    await ended;
    await api.close();
  });

  it('hears a response break off where its source fails, and the log says why', async () => {
    const errors: { err?: Error }[] = [];
    const ignore = () => {};
    const log: Log = {
      debug: ignore,
      info: ignore,
      warn: ignore,
      error: (details) => void errors.push(details),
    };
    async function* pieces() {
      yield 'the first piece';
      throw new Error('the database went away');
    }
    const broken = routeOf(getStream, async () => ({ contentType: 'text/plain', pieces: pieces() }));
    const api = await startApi({ settings: { furtherRoutes: [broken], log } });

    const text = fetch(`${api.url}/store/v1/stream`).then((response) => response.text());

    expect(await text.catch((error: Error) => error.message)).to.equal('terminated');
    await until(async () => errors.length > 0, 'the log');
    expect(errors.map(({ err }) => err?.message)).to.deep.equal(['the database went away']);
    await api.close();
  });

  it('that takes nothing doesn’t hold up a stop', async () => {
    const { ended, api } = await startEndless({ readerTimeoutMs: 600_000 });
    await askAndReadNothing(api);

    await closeHttpServer(api.server, 100);

    await ended;
    await api.close();
  });

  /** An API whose response waits for `release` after its first piece, or before it. */
  async function startHeld(first: string) {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    let begin = () => {};
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    async function* pieces() {
      begin();
      if (first) yield first;
      await released;
      yield 'the last piece';
    }
    const drain = createDrain();
    const held = routeOf(getStream, async () => ({ contentType: 'text/plain', pieces: pieces() }));
    const api = await startApi({ settings: { furtherRoutes: [held], drain } });
    return { api, drain, begun, release };
  }

  it('that asked before a stop and stays connected doesn’t hold it up after its response', async () => {
    const { api, release } = await startHeld('the first piece');
    const response = await fetch(`${api.url}/store/v1/stream`);
    const closed = closeHttpServer(api.server, 3_600_000);

    release();

    expect(await response.text()).to.equal('the first piecethe last piece');
    await closed;
    await api.env.close();
  });

  it('that asked before the process drains is told that its connection ends', async () => {
    const { api, drain, begun, release } = await startHeld('');
    const response = fetch(`${api.url}/store/v1/stream`);
    await begun;

    await drain.begin(0);
    release();

    expect((await response).headers.get('connection')).to.equal('close');
    await (await response).text();
    await api.close();
  });

  for (const [what, text] of Object.entries({
    'no HTTP': 'hello\r\n\r\n',
    'two lengths': 'POST /health HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
    'a length and chunks':
      'POST /health HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    'a NUL in a header': 'GET /health HTTP/1.1\r\nHost: a\r\nX-A: a\0b\r\n\r\n',
  })) {
    it(`that sends ${what} is refused`, async () => {
      expect(refusalIn(await converse([text]))).to.include({ status: 400, code: 'malformed_request' });
    });
  }
});
