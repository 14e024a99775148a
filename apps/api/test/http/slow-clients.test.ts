import { connect } from 'node:net';
import { createStore, type TestStore, until } from '@service/testing';
import { expect } from 'chai';
import { startApi, type TestApi } from '../harness.ts';

/** A client that speaks to the bare socket. */
describe('a client', () => {
  let api: TestApi;
  let store: TestStore;

  before(async () => {
    api = await startApi({ timeouts: { headersTimeoutMs: 500, requestTimeoutMs: 3_000 } });
    store = await createStore(api.platform.system);
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

  it('that sends a body without end or length is refused at 256 kB, and nothing is written', async () => {
    const chunk = `${(64 * 1024).toString(16)}\r\n${'x'.repeat(64 * 1024)}\r\n`;

    const heard = await converse([post('chunked'), chunk, chunk, chunk, chunk, chunk]);

    expect(refusalIn(heard)).to.include({ status: 413, code: 'payload_too_large' });
    expect(await categories()).to.equal(0);
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
