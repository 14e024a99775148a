import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import net, { type AddressInfo, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { afterEach, describe, it } from 'mocha';
import { createAddressGuard, type ResolvedAddress } from './address-guard.ts';
import type { AttemptOutcome, Destination } from './destination.ts';
import { createSender, type SenderOptions } from './http-sender.ts';

// Made for this file, for receiver.test and 127.0.0.1; nothing else trusts it.
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgw5L2j8f0htXYWU4g
TsQcWUWM72eWP8JK3L5H5eqDu/GhRANCAAT9AkLvXlo9rIHK/+Mf9uwCuvDp6z0/
91yvKLkZPLaOnx2xsZepiQxYNyGBPmANRuQnd2E+/fub4tkjB5LoLBKZ
-----END PRIVATE KEY-----`;
const cert = `-----BEGIN CERTIFICATE-----
MIIBpzCCAU2gAwIBAgIUGDD9jXzVEitmhS1imXucXltVms8wCgYIKoZIzj0EAwIw
GDEWMBQGA1UEAwwNcmVjZWl2ZXIudGVzdDAgFw0yNjExMjEwMDQxNTlaGA8yMTI2
MTAyODAwNDE1OVowGDEWMBQGA1UEAwwNcmVjZWl2ZXIudGVzdDBZMBMGByqGSM49
AgEGCCqGSM49AwEHA0IABP0CQu9eWj2sgcr/4x/27AK68OnrPT/3XK8ouRk8to6f
HbGxl6mJDFg3IYE+YA1G5Cd3YT79+5vi2SMHkugsEpmjczBxMB0GA1UdDgQWBBQX
BlE0HRgUUc7MV05GMfVKjmnfazAfBgNVHSMEGDAWgBQXBlE0HRgUUc7MV05GMfVK
jmnfazAPBgNVHRMBAf8EBTADAQH/MB4GA1UdEQQXMBWCDXJlY2VpdmVyLnRlc3SH
BH8AAAEwCgYIKoZIzj0EAwIDSAAwRQIgW7UqU6b41MjESoTWML/oTPdPdIGgJRy3
o4ol8N9lTaoCIQC0wuRoAimI02Ciu8Qvl86j6oa8kfota6td5jSuc3RRag==
-----END CERTIFICATE-----`;

const body = Buffer.from(
  '{"id":"d-1","event":"order.paid","occurredAt":"2025-01-15T09:30:00.000Z","data":{}}',
);
/** What is read of a response's body at most. */
const READ_LIMIT = 64 * 1024;

/** Of attempts that must have got somewhere by then, also on a busy machine. */
const DEADLINE_MS = 1500;

const headers = { 'X-Service-Signature': 'sha256=5ec4e7', 'X-Service-Nonce': 'a'.repeat(32) };

type Lookup = (hostname: string) => Promise<ResolvedAddress[]>;
type Answer = (request: http.IncomingMessage, response: http.ServerResponse) => void;

const closers: (() => void | Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const tenantId = 'store';

const at = (...addresses: string[]): Lookup => {
  return async () => addresses.map((address) => ({ address, family: net.isIP(address) }));
};

const unknownName: Lookup = async () => {
  throw new Error('ENOTFOUND');
};

interface SenderSetup extends Partial<Omit<SenderOptions, 'guard'>> {
  lookup?: Lookup;
  allowedPrivateCidrs?: string[];
}

function senderWith({
  lookup = unknownName,
  allowedPrivateCidrs,
  ...options
}: SenderSetup = {}): Destination {
  const guard = createAddressGuard({
    allowedPrivateCidrs: allowedPrivateCidrs ?? ['127.0.0.0/8', '::1/128'],
    lookup,
  });
  // Long enough for a busy machine: only the tests of the deadline wait for it, and these set a short one.
  const sender = createSender({
    guard,
    timeoutMs: 10_000,
    allowInsecure: true,
    userAgent: 'service/1.0.0',
    ...options,
  });
  closers.push(sender.close);
  return sender;
}

interface Receiver {
  url: string;
  port: number;
  requests: { method: string; path: string; headers: http.IncomingHttpHeaders; body: string }[];
  sockets: Set<Socket>;
}

async function listen(server: net.Server, host: string): Promise<{ port: number; sockets: Set<Socket> }> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => sockets.add(socket));
  server.listen(0, host);
  await once(server, 'listening');
  closers.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, sockets };
}

/** A real receiver that keeps what it got. */
async function receiver(answer: Answer, { host = '127.0.0.1', tls = false } = {}): Promise<Receiver> {
  const requests: Receiver['requests'] = [];
  const onRequest: Answer = async (request, response) => {
    const chunks = await request.toArray();
    const { method = '', url: path = '', headers } = request;
    requests.push({ method, path, headers, body: Buffer.concat(chunks).toString() });
    answer(request, response);
  };
  const server = tls ? https.createServer({ key, cert }, onRequest) : http.createServer(onRequest);
  const { port, sockets } = await listen(server, host);
  const authority = host.includes(':') ? `[${host}]` : host;
  return { url: `${tls ? 'https' : 'http'}://${authority}:${port}/hook`, port, requests, sockets };
}

/** A receiver that writes raw bytes, once for each request that has fully arrived. */
async function rawReceiver(
  answer: (socket: Socket) => void,
): Promise<{ url: string; received: () => number }> {
  let count = 0;
  const server = net.createServer((socket) => {
    socket.on('error', () => {});
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString();
      if (!text.endsWith(body.toString())) return;
      text = '';
      count += 1;
      answer(socket);
    });
  });
  const { port } = await listen(server, '127.0.0.1');
  return { url: `http://127.0.0.1:${port}/hook`, received: () => count };
}

const status =
  (code: number, text = ''): Answer =>
  (_request, response) => {
    response.writeHead(code).end(text);
  };

const sendTo = (url: string, setup?: SenderSetup) => senderWith(setup).send({ tenantId, url, body, headers });

const summary = ({ ok, responseCode, error }: AttemptOutcome) => ({ ok, responseCode, error });

describe('an attempt', () => {
  it('posts the exact bytes with the given headers, and no cookie, and no request for compression', async () => {
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

describe('the response of an attempt', () => {
  it('is kept up to the first KiB, without NUL bytes and without half a character', async () => {
    const { url } = await receiver(status(500, `a\u0000${'é'.repeat(2000)}`));

    const { responseBody } = await sendTo(url);

    expect(responseBody).to.equal(`a${'é'.repeat(511)}`);
  });

  it('counts only by its status when it is longer than 64 KiB', async () => {
    for (const code of [200, 500]) {
      const { url, requests } = await receiver(status(code, 'a'.repeat(1024 * 1024)));

      const outcome = await sendTo(url);

      expect(outcome).to.include({ ok: code === 200, responseCode: code, responseBody: 'a'.repeat(1024) });
      expect(requests).to.have.length(1);
    }
  });

  it('is read to its end up to 64 KiB, and the socket is used again', async () => {
    const { url, sockets } = await receiver(status(200, 'a'.repeat(READ_LIMIT - 1)));
    const sender = senderWith();

    await sender.send({ tenantId, url, body, headers });
    await sender.send({ tenantId, url, body, headers });

    expect(sockets.size).to.equal(1);
  });

  it('is read no further than 64 KiB: the socket is closed while it would go on', async () => {
    const closed = deferred<void>();
    const { url } = await receiver((_request, response) => {
      response.on('close', () => closed.resolve());
      response.writeHead(200).write('a'.repeat(READ_LIMIT));
    });

    // Nothing else ends it: no test takes as long.
    const outcome = await sendTo(url, { timeoutMs: 600_000 });
    await closed.promise;

    expect(summary(outcome)).to.deep.equal({ ok: true, responseCode: 200, error: null });
  });

  it('is never expanded: one that is small while it is compressed is read to its end', async () => {
    const bomb = gzipSync(Buffer.alloc(32 * 1024 * 1024));
    const { url, sockets } = await receiver((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
    });
    const sender = senderWith();

    const outcome = await sender.send({ tenantId, url, body, headers });
    await sender.send({ tenantId, url, body, headers });

    expect(outcome).to.include({ ok: true, responseCode: 200, responseBody: null });
    expect(bomb.length).to.be.below(READ_LIMIT);
    expect(sockets.size).to.equal(1);
  });

  for (const code of [200, 500]) {
    const expected = {
      ok: code === 200,
      responseCode: code,
      error: code === 200 ? null : 'unexpected status 500',
    };

    it(`counts by its status ${code} when it breaks off`, async () => {
      const { url, received } = await rawReceiver((socket) => {
        socket.write(`HTTP/1.1 ${code} X\r\nContent-Length: 100\r\n\r\npart`, () => socket.resetAndDestroy());
      });

      expect(summary(await sendTo(url))).to.deep.equal(expected);
      expect(received()).to.equal(1);
    });

    it(`counts by its status ${code} when its chunks are broken`, async () => {
      const { url } = await rawReceiver((socket) => {
        socket.write(`HTTP/1.1 ${code} X\r\nTransfer-Encoding: chunked\r\n\r\n4\r\npart\r\nnonsense\r\n`);
      });

      expect(summary(await sendTo(url))).to.deep.equal(expected);
    });

    it(`counts by its status ${code} when it hangs or drips until the deadline`, async () => {
      const hanging = await rawReceiver((socket) =>
        socket.write(`HTTP/1.1 ${code} X\r\nContent-Length: 100\r\n\r\npart`),
      );
      const dripping = await rawReceiver((socket) => {
        socket.write(`HTTP/1.1 ${code} X\r\nContent-Length: 100000\r\n\r\n`);
        const drip = setInterval(() => socket.write('a'), 10);
        socket.on('close', () => clearInterval(drip));
      });

      const [hung, dripped] = await Promise.all([
        sendTo(hanging.url, { timeoutMs: DEADLINE_MS }),
        sendTo(dripping.url, { timeoutMs: DEADLINE_MS }),
      ]);

      expect([hung, dripped].map(summary)).to.deep.equal([expected, expected]);
      expect(hung.responseBody).to.equal('part');
    });
  }
});

describe('the deadline of an attempt', () => {
  const timeout = { ok: false, responseCode: null, error: 'timeout' };

  it('covers a receiver that never answers', async () => {
    const { url, received } = await rawReceiver(() => {});

    const outcome = await sendTo(url, { timeoutMs: DEADLINE_MS });

    expect(summary(outcome)).to.deep.equal(timeout);
    expect(outcome.resolvedAddress).to.equal('127.0.0.1');
    expect(received()).to.be.at.most(1);
  });

  it('covers headers that drip', async () => {
    const { url } = await rawReceiver((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const drip = setInterval(() => socket.write('X-A: b\r\n'), 10);
      socket.on('close', () => clearInterval(drip));
    });

    expect(summary(await sendTo(url, { timeoutMs: 100 }))).to.deep.equal(timeout);
  });

  it('covers informational responses without end', async () => {
    const { url } = await rawReceiver((socket) => {
      const drip = setInterval(() => socket.write('HTTP/1.1 102 Processing\r\n\r\n'), 10);
      socket.on('close', () => clearInterval(drip));
    });

    expect(summary(await sendTo(url, { timeoutMs: 100 }))).to.deep.equal(timeout);
  });

  it('covers a handshake that never ends', async () => {
    const server = net.createServer(() => {});
    const { port } = await listen(server, '127.0.0.1');

    expect(summary(await sendTo(`https://127.0.0.1:${port}/`, { timeoutMs: 100 }))).to.deep.equal(timeout);
  });

  it('covers a name server that never answers, and sends nothing when it answers too late', async () => {
    const { port, requests } = await receiver(status(200));
    const late = deferred<ResolvedAddress[]>();
    const sender = senderWith({
      timeoutMs: 300,
      lookup: async (name) => (name === 'late.test' ? late.promise : at('127.0.0.1')(name)),
    });
    const send = (name: string) =>
      sender.send({ tenantId, url: `http://${name}:${port}/${name}`, body, headers });

    const outcome = await send('late.test');
    late.resolve([{ address: '127.0.0.1', family: 4 }]);
    // Whatever the late one would send is sent before this.
    while (requests.length === 0) await send('receiver.test');

    expect(summary(outcome)).to.deep.equal(timeout);
    expect(outcome.resolvedAddress).to.equal(null);
    expect(requests.map(({ path }) => path)).to.not.include('/late.test');
  });
});

describe('the address of an attempt', () => {
  const refused = { ok: false, responseCode: null, error: 'refused address', resolvedAddress: null };

  it('is the one that was checked, whatever the name', async () => {
    const { port, requests } = await receiver(status(200), { host: '127.0.0.9' });

    const outcome = await sendTo(`http://receiver.test:${port}/`, { lookup: at('127.0.0.9') });

    expect(outcome).to.include({ ok: true, resolvedAddress: '127.0.0.9' });
    expect(requests[0]?.headers.host).to.equal(`receiver.test:${port}`);
  });

  it('is tried one after another when a name has several', async () => {
    const { port } = await receiver(status(200), { host: '127.0.0.9' });

    const outcome = await sendTo(`http://receiver.test:${port}/`, { lookup: at('127.0.0.8', '127.0.0.9') });

    expect(outcome).to.include({ ok: true, resolvedAddress: '127.0.0.9' });
  });

  it('is never asked for a second time between the check and the connection', async () => {
    const { port } = await receiver(status(200));
    let lookups = 0;
    const lookup: Lookup = async () => {
      lookups += 1;
      return [{ address: lookups === 1 ? '127.0.0.1' : '10.0.0.1', family: 4 }];
    };

    expect((await sendTo(`http://receiver.test:${port}/`, { lookup })).ok).to.equal(true);
    expect(lookups).to.equal(1);
  });

  it('is refused when one of several is private', async () => {
    const { port, sockets } = await receiver(status(200));

    const outcome = await sendTo(`http://receiver.test:${port}/`, { lookup: at('127.0.0.1', '10.0.0.1') });

    expect(outcome).to.deep.include(refused);
    expect(sockets.size).to.equal(0);
  });

  it('is refused after the name was rebound, although a kept socket could be used', async () => {
    const { port, requests, sockets } = await receiver(status(200));
    const answers = ['127.0.0.1', '10.0.0.1', '127.0.0.1'];
    const sender = senderWith({ lookup: async () => [{ address: answers.shift() ?? '', family: 4 }] });
    const send = () => sender.send({ tenantId, url: `http://receiver.test:${port}/`, body, headers });

    const [first, second, third] = [await send(), await send(), await send()];

    expect(first.ok).to.equal(true);
    expect(second).to.deep.include(refused);
    expect(third.ok).to.equal(true);
    expect(requests).to.have.length(2);
    expect(sockets.size).to.equal(1);
  });

  it('is refused for a literal in every form', async () => {
    const { port, sockets } = await receiver(status(200));
    const hosts = [
      '127.0.0.1',
      '127.1',
      '2130706433',
      '0x7f.1',
      '127.0.0.1.',
      '１２７.0.0.1',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '[::]',
    ];

    for (const host of hosts) {
      const outcome = await sendTo(`http://${host}:${port}/`, { allowedPrivateCidrs: [] });
      expect(outcome, host).to.deep.include(refused);
    }
    expect(sockets.size).to.equal(0);
  });

  it('can be an IPv6 literal', async function () {
    const hasIpv6 = await receiver(status(204), { host: '::1' }).catch(() => undefined);
    if (!hasIpv6) return this.skip();

    expect(await sendTo(hasIpv6.url)).to.include({ ok: true, resolvedAddress: '::1' });
  });

  it('says when a name does not resolve', async () => {
    const outcome = await sendTo('http://nowhere.test/');
    expect(summary(outcome)).to.deep.equal({ ok: false, responseCode: null, error: 'host not found' });
  });
});

describe('an attempt over TLS', () => {
  it('checks the certificate for the name, while it connects to the checked address', async () => {
    const { port, requests } = await receiver(status(200), { tls: true });
    const setup = { lookup: at('127.0.0.1'), certificateAuthority: cert, allowInsecure: false };

    const outcome = await sendTo(`https://receiver.test:${port}/`, setup);
    const otherName = await sendTo(`https://other.test:${port}/`, setup);

    expect(outcome).to.include({ ok: true, resolvedAddress: '127.0.0.1' });
    expect(summary(otherName)).to.deep.equal({ ok: false, responseCode: null, error: 'tls error' });
    expect(requests).to.have.length(1);
  });

  it('refuses a certificate that nobody vouches for, and a receiver that speaks no TLS', async () => {
    const secure = await receiver(status(200), { tls: true });
    const plain = await receiver(status(200));

    for (const url of [secure.url, plain.url.replace('http:', 'https:')]) {
      expect(summary(await sendTo(url))).to.deep.equal({ ok: false, responseCode: null, error: 'tls error' });
    }
    expect(secure.requests).to.have.length(0);
  });

  it('refuses it also when the environment switches the check off', async () => {
    const { url, requests } = await receiver(status(200), { tls: true });
    const { emitWarning } = process;
    process.emitWarning = () => {};
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';

    const outcome = await sendTo(url);

    delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    process.emitWarning = emitWarning;
    expect(outcome.error).to.equal('tls error');
    expect(requests).to.have.length(0);
  });
});

describe('the sockets of a sender', () => {
  for (const tls of [false, true]) {
    it(`are kept and used again ${tls ? 'over TLS' : 'over plain HTTP'}, also after a failure`, async () => {
      let count = 0;
      const { url, sockets } = await receiver(
        (_request, response) => response.writeHead(count++ % 2 ? 500 : 200).end('x'),
        { tls },
      );
      const sender = senderWith({ certificateAuthority: cert });

      for (let index = 0; index < 10; index += 1) await sender.send({ tenantId, url, body, headers });

      expect(count).to.equal(10);
      expect(sockets.size).to.equal(1);
    });
  }

  it('carry 200 sends at once, each one request, and are then used again', async () => {
    const { url, requests, sockets } = await receiver(status(200, 'ok'));
    const sender = senderWith();
    const round = () =>
      Promise.all(Array.from({ length: 200 }, () => sender.send({ tenantId, url, body, headers })));

    const first = await round();
    const opened = sockets.size;
    const second = await round();

    expect([...first, ...second].filter(({ ok }) => !ok)).to.deep.equal([]);
    expect(requests).to.have.length(400);
    expect(opened).to.be.at.most(200);
    expect(sockets.size).to.equal(opened);
  });

  it('report a reset when the receiver drops a kept one under a request, and send nothing again', async () => {
    let count = 0;
    const { url, received } = await rawReceiver((socket) => {
      count += 1;
      if (count === 1) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
      else socket.resetAndDestroy();
    });
    const sender = senderWith();

    const first = await sender.send({ tenantId, url, body, headers });
    const second = await sender.send({ tenantId, url, body, headers });

    expect(first.ok).to.equal(true);
    expect(summary(second)).to.deep.equal({ ok: false, responseCode: null, error: 'connection reset' });
    expect(received()).to.equal(2);
  });

  it('are cut by close, and the send says so', async () => {
    const arrived = deferred<void>();
    const { url } = await rawReceiver(() => arrived.resolve());
    const sender = senderWith();

    const sending = sender.send({ tenantId, url, body, headers });
    await arrived.promise;
    sender.close();

    expect(summary(await sending)).to.deep.equal({
      ok: false,
      responseCode: null,
      error: 'connection reset',
    });
  });
});

function deferred<T>() {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
