import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import express, { type Request } from 'express';
import { createBodyReader } from './read-body.ts';

const LIMIT_KIB = 256;
const HEAD = 'POST / HTTP/1.1\r\nHost: a.example\r\nTransfer-Encoding: chunked\r\n';

describe('the reader of bodies', () => {
  let url: URL;
  let close: () => void;
  /** Called with each piece of a body, as it comes. */
  let onData: (bytes: number) => void = () => {};

  before(async () => {
    const readBody = createBodyReader(LIMIT_KIB);
    const app = express();
    app.post('/', async (req: Request, res) => {
      req.on('data', ({ length }) => onData(length));
      try {
        const body = await readBody(req);
        res.json({ bytes: body.length, first: body.subarray(0, 3).toString() });
      } catch (error) {
        res.status(400).json({ code: (error as { code: string }).code });
      }
    });
    const server = createServer(app).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    // Else a connection that waits for a busy machine may be closed under its next request.
    server.keepAliveTimeout = 0;
    url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    close = () => {
      server.close();
      server.closeAllConnections();
    };
  });

  after(() => close());

  it('takes no more memory than the limit for bodies whose bytes come one by one', async () => {
    const bodies = 8;
    const bytes = (LIMIT_KIB - 8) * 1024;
    let left = bodies * bytes;
    const arrived = new Promise<void>((resolve) => {
      onData = (length) => {
        left -= length;
        if (left === 0) resolve();
      };
    });
    const before = memory();

    const sockets: Socket[] = [];
    for (let i = 0; i < bodies; i++) {
      const socket = connect(Number(url.port), url.hostname);
      sockets.push(socket);
      socket.write(`${HEAD}\r\n${'1\r\nx\r\n'.repeat(bytes)}`);
    }
    await arrived;
    onData = () => {};

    const each = (memory() - before) / bodies;
    for (const socket of sockets) socket.destroy();
    expect(each).to.be.below(3 * LIMIT_KIB * 1024);
  });

  it('unpacks what is packed, and refuses what is too large packed, unpacked, or broken', async () => {
    const send = async (body: Uint8Array<ArrayBuffer>, encoding = 'identity') => {
      const headers = { 'Content-Encoding': encoding };
      return (await fetch(url, { method: 'POST', headers, body })).json();
    };
    const large = Buffer.alloc(LIMIT_KIB * 1024 + 1, 'a');

    expect(await send(large.subarray(1))).to.deep.equal({ bytes: LIMIT_KIB * 1024, first: 'aaa' });
    expect(await send(gzipSync('abcd'), 'GZIP')).to.deep.equal({ bytes: 4, first: 'abc' });
    expect(await send(new Uint8Array(0), 'gzip')).to.deep.equal({ bytes: 0, first: '' });
    expect(await send(large)).to.deep.equal({ code: 'payload_too_large' });
    expect(await send(gzipSync(large), 'gzip')).to.deep.equal({ code: 'payload_too_large' });
    expect(await send(Buffer.from('abcd'), 'gzip')).to.deep.equal({ code: 'malformed_json' });
    expect(await send(gzipSync('abcd').subarray(0, 12), 'gzip')).to.deep.equal({ code: 'malformed_json' });
    expect(await send(Buffer.from('abcd'), 'constructor')).to.deep.equal({ code: 'unsupported_media_type' });
    // Many empty packets: nothing comes out, however much goes in.
    const empty = Buffer.concat(Array.from({ length: 14_000 }, () => gzipSync('')));
    expect(await send(empty, 'gzip')).to.deep.equal({ code: 'payload_too_large' });
  });
});

/** What is in use after everything else was collected. */
function memory(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
