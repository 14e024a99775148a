import { expect } from 'chai';
import { CLIENT, RECEIVER } from '../../../testing/src/index.ts';
import {
  at,
  body,
  closeAll,
  deferred,
  headers,
  type Lookup,
  rawReceiver,
  receiver,
  senderWith,
  sendTo,
  status,
  summary,
  tenantId,
} from './receivers.ts';

describe('the address of an attempt', () => {
  afterEach(closeAll);

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
    if (!hasIpv6) {
      this.skipReason = 'there is no IPv6';
      return this.skip();
    }

    expect(await sendTo(hasIpv6.url)).to.include({ ok: true, resolvedAddress: '::1' });
  });

  it('says when a name does not resolve', async () => {
    const outcome = await sendTo('http://nowhere.test/');
    expect(summary(outcome)).to.deep.equal({ ok: false, responseCode: null, error: 'host not found' });
  });
});

describe('an attempt over TLS', () => {
  afterEach(closeAll);

  it('checks the certificate for the name, while it connects to the checked address', async () => {
    const { port, requests } = await receiver(status(200), { tls: true });
    const setup = {
      lookup: at('127.0.0.1'),
      certificateAuthority: RECEIVER.certificate,
      allowInsecure: false,
    };

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
  afterEach(closeAll);

  for (const tls of [false, true]) {
    it(`are kept and used again ${tls ? 'over TLS' : 'over plain HTTP'}, also after a failure`, async () => {
      let count = 0;
      const { url, sockets } = await receiver(
        (_request, response) => response.writeHead(count++ % 2 ? 500 : 200).end('x'),
        { tls },
      );
      const sender = senderWith({ certificateAuthority: RECEIVER.certificate });

      for (let index = 0; index < 10; index += 1) await sender.send({ tenantId, url, body, headers });

      expect(count).to.equal(10);
      expect(sockets.size).to.equal(1);
    });
  }

  it('are shared by stores, but not where they show a certificate', async () => {
    const { url, sockets } = await receiver(status(200), { tls: true });
    const sender = senderWith({ certificateAuthority: RECEIVER.certificate });
    const sendOf = (store: string, more = {}) =>
      sender.send({ tenantId: store, url, body, headers, ...more });
    const clientCertificate = { certificate: CLIENT.certificate, privateKey: CLIENT.key };

    for (const store of ['one', 'other', 'one']) await sendOf(store);
    const shared = sockets.size;
    for (const store of ['one', 'other', 'one']) await sendOf(store, { clientCertificate });

    expect([shared, sockets.size]).to.deep.equal([1, 3]);
  });

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
