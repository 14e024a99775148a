import net from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import type { ResolvedAddress } from '../../src/address-guard.ts';
import {
  at,
  body,
  closeAll,
  DEADLINE_MS,
  deferred,
  headers,
  listen,
  READ_LIMIT,
  rawReceiver,
  receiver,
  senderWith,
  sendTo,
  status,
  summary,
  tenantId,
} from './receivers.ts';

describe('the response of an attempt', () => {
  afterEach(closeAll);

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
      response.writeHead(200, { 'content-encoding': 'gzip' }).write(bomb);
      // What follows comes in pieces: a client that has expanded the first has closed the socket before the last.
      let left = 20;
      const drip = setInterval(() => {
        left -= 1;
        if (left > 0) return response.write('a');
        clearInterval(drip);
        return response.end();
      }, 10);
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
  afterEach(closeAll);

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
