import { once } from 'node:events';
import net, { type AddressInfo, type Socket } from 'node:net';
import { expect } from 'chai';
import {
  at,
  body,
  closeAll,
  deferred,
  rawReceiver,
  receiver,
  senderWith,
  sendTo,
  status,
  summary,
  tenantId,
} from './receivers.ts';

describe('an attempt', () => {
  afterEach(closeAll);

  it('posts the exact bytes with the given headers, without cookie or compression', async () => {
    const { url, requests } = await receiver(status(200));

    await sendTo(`${url}?tenant=1`);

    const [request] = requests;
    expect(request).to.include({ method: 'POST', path: '/hook?tenant=1', body: body.toString() });
    expect(request?.headers).to.include({
      'content-type': 'application/json',
      'content-length': String(body.length),
      'user-agent': 'service/1.0.0',
      'accept-encoding': 'identity',
      'x-service-signature': 'sha256=5ec4e7',
    });
    expect(request?.headers).to.not.have.any.keys('cookie', 'authorization', 'transfer-encoding');
  });

  for (const code of [200, 201, 202, 204, 205, 226, 299]) {
    it(`is ok at ${code}`, async () => {
      const { url, requests } = await receiver(status(code));

      const outcome = await sendTo(url);

      const expected = {
        ok: true,
        responseCode: code,
        error: null,
        resolvedAddress: '127.0.0.1',
        responseBody: '',
      };
      expect(outcome).to.deep.include(expected);
      expect(outcome.durationMs).to.be.a('number');
      expect(requests).to.have.length(1);
    });
  }

  for (const code of [400, 401, 404, 410, 429, 500, 503, 599]) {
    it(`fails at ${code}, with one request`, async () => {
      const { url, requests } = await receiver((_request, response) => {
        response.writeHead(code, { 'retry-after': '0', 'www-authenticate': 'Basic' }).end('no');
      });

      const outcome = await sendTo(url);

      const error = `unexpected status ${code}`;
      expect(outcome).to.deep.include({ ok: false, responseCode: code, error, responseBody: 'no' });
      expect(requests).to.have.length(1);
    });
  }

  for (const code of [300, 301, 302, 303, 304, 307, 308]) {
    it(`follows no redirect: ${code}`, async () => {
      const target = await receiver(status(200));
      const { url, requests } = await receiver((_request, response) => {
        response.writeHead(code, { location: target.url }).end();
      });

      const outcome = await sendTo(url);

      const error = `redirect not followed (${code})`;
      expect(summary(outcome)).to.deep.equal({ ok: false, responseCode: code, error });
      expect(requests).to.have.length(1);
      expect(target.requests).to.have.length(0);
    });
  }

  it('reads past informational responses', async () => {
    const { url } = await rawReceiver((socket) => {
      socket.write(
        'HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n',
      );
    });

    expect(summary(await sendTo(url))).to.deep.equal({ ok: true, responseCode: 204, error: null });
  });

  it('fails at a switch of protocols, and lets go of the socket', async () => {
    const closed = deferred<void>();
    const { url } = await rawReceiver((socket) => {
      socket.on('close', () => closed.resolve());
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n');
    });

    const outcome = await sendTo(url);
    await closed.promise;

    expect(summary(outcome)).to.deep.equal({ ok: false, responseCode: 101, error: 'unexpected status 101' });
  });

  it('says when nobody listens', async () => {
    const server = net.createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, 'close');

    const outcome = await sendTo(`http://127.0.0.1:${port}/`);

    expect(summary(outcome)).to.deep.equal({ ok: false, responseCode: null, error: 'connection refused' });
    expect(outcome).to.include({ resolvedAddress: '127.0.0.1', responseBody: null });
  });

  for (const [what, cut] of [
    ['is reset', (socket: Socket) => socket.resetAndDestroy()],
    ['ends without an answer', (socket: Socket) => socket.end()],
  ] as const) {
    it(`says that the connection ${what}, and does not try again`, async () => {
      const { url, received } = await rawReceiver(cut);

      const outcome = await sendTo(url);

      expect(summary(outcome)).to.deep.equal({ ok: false, responseCode: null, error: 'connection reset' });
      expect(received()).to.equal(1);
    });
  }

  for (const [what, answer] of [
    ['is not HTTP', 'hello\r\n\r\n'],
    ['has headers without end', `HTTP/1.1 200 OK\r\nX-Long: ${'a'.repeat(64 * 1024)}`],
    ['has two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
  ] as const) {
    it(`says that the response ${what}`, async () => {
      const { url } = await rawReceiver((socket) => socket.write(answer));

      expect(summary(await sendTo(url))).to.deep.equal({
        ok: false,
        responseCode: null,
        error: 'invalid response',
      });
    });
  }

  it('refuses plain http unless it is allowed', async () => {
    const { url, sockets } = await receiver(status(200));

    const outcome = await sendTo(url, { allowInsecure: false });

    expect(summary(outcome)).to.deep.equal({ ok: false, responseCode: null, error: 'insecure url' });
    expect(sockets.size).to.equal(0);
  });

  for (const url of [
    '',
    'not a url',
    'ftp://receiver.test/',
    'http://user:pass@receiver.test/',
    'http://127.0.0.1:99999/',
  ]) {
    it(`never throws: ${JSON.stringify(url)} is an invalid url`, async () => {
      expect(summary(await sendTo(url))).to.deep.equal({
        ok: false,
        responseCode: null,
        error: 'invalid url',
      });
    });
  }

  it('never throws: a header that cannot be sent is a failure', async () => {
    const { url, requests } = await receiver(status(200));

    const outcome = await senderWith().send({ tenantId, url, body, headers: { 'x-bad': 'a\r\nb: c' } });

    expect(summary(outcome)).to.deep.equal({ ok: false, responseCode: null, error: 'network error' });
    expect(requests).to.have.length(0);
  });

  it('opens no Unix socket', async () => {
    const outcome = await sendTo('http://unix/var/run/docker.sock:/v1', { lookup: at('127.0.0.1') });
    expect(summary(outcome)).to.deep.equal({ ok: false, responseCode: null, error: 'network error' });
  });

  it('never shows the query, the signature or the receiver in an error', async () => {
    const { url } = await rawReceiver((socket) => socket.resetAndDestroy());

    const outcome = await sendTo(`${url}?token=s3cret`);

    expect(JSON.stringify(outcome)).to.not.match(/s3cret|5ec4e7|hook/);
  });
});
