import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, isIP } from 'node:net';
import { expect } from 'chai';
import { afterEach, describe, it } from 'mocha';
import { readAddressCorpus } from '../test/address-corpus.ts';
import { type AddressGuard, createAddressGuard, type ResolvedAddress } from './address-guard.ts';
import type { Destination } from './destination.ts';
import { createSender } from './http-sender.ts';

const request = { tenantId: 'store', body: Buffer.from('{}'), headers: {} };

const closers: (() => void)[] = [];

afterEach(() => {
  for (const close of closers.splice(0)) close();
});

function senderWith(guard: AddressGuard, allowInsecure: boolean): Destination {
  const sender = createSender({ guard, timeoutMs: 10_000, allowInsecure, userAgent: 'service/1.0.0' });
  closers.push(sender.close);
  return sender;
}

/** Receivers on two addresses of loopback and the same port, and the requests that each of them got. */
async function twoReceivers() {
  const requests: Record<string, string[]> = { '127.0.0.1': [], '127.0.0.2': [] };
  const listen = async (host: string, port: number): Promise<Server> => {
    const server = createServer((incoming, response) => {
      requests[host]?.push(incoming.headers.host ?? '');
      response.writeHead(200).end();
    }).listen(port, host);
    await once(server, 'listening');
    closers.push(() => {
      server.closeAllConnections();
      server.close();
    });
    return server;
  };
  const { port } = (await listen('127.0.0.1', 0)).address() as AddressInfo;
  await listen('127.0.0.2', port);
  return { port, requests };
}

/** A name server that gives another answer each time. */
function rebinding(...answers: string[][]) {
  let asked = 0;
  const lookup = async (): Promise<ResolvedAddress[]> => {
    const addresses = answers[Math.min(asked, answers.length - 1)] ?? [];
    asked += 1;
    return addresses.map((address) => ({ address, family: 4 }));
  };
  const guard = createAddressGuard({ allowedPrivateCidrs: ['127.0.0.1/32', '127.0.0.2/32'], lookup });
  return { sender: senderWith(guard, true), asked: () => asked };
}

describe('an attempt and the corpus of addresses', () => {
  const { names, urls } = readAddressCorpus();
  const real = createAddressGuard({
    allowedPrivateCidrs: [],
    lookup: async (hostname) =>
      (names.get(hostname) ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
  });
  /** What the real guard lets through stays on this machine: it goes to a port where nobody listens. */
  const judged: string[] = [];
  const guard: AddressGuard = {
    ...real,
    async resolve(hostname, asker) {
      const resolution = await real.resolve(hostname, asker);
      if (!resolution.ok) return resolution;
      judged.push(hostname);
      return { ok: true, addresses: [{ address: '127.0.0.1', family: 4 }], lookupMs: 0 };
    },
  };

  const ERRORS: Record<string, string> = {
    refused_address: 'refused address',
    unresolvable_host: 'host not found',
    credentials_in_url: 'invalid url',
    invalid_url: 'invalid url',
    insecure_url: 'insecure url',
  };

  it('come to the verdict of the check on save, for every form', async () => {
    const sender = senderWith(guard, false);

    for (const { url, verdict } of urls) {
      // No lookup turns an accepted literal to this machine, and no test sends anything beyond it.
      if (verdict === 'accepted' && isIP(new URL(url).hostname.replace(/^\[|\]$/g, ''))) continue;
      judged.length = 0;
      const { ok, error, resolvedAddress } = await sender.send({ url, ...request });

      expect(ok, url).to.equal(false);
      if (verdict === 'accepted') {
        expect(judged, url).to.have.length(1);
        continue;
      }
      expect({ url, error, resolvedAddress }).to.deep.equal({
        url,
        error: ERRORS[verdict],
        resolvedAddress: null,
      });
    }
  });
});

describe('the socket of an attempt', () => {
  it('goes to the address that was checked, although the name points elsewhere a moment later', async () => {
    const { port, requests } = await twoReceivers();
    const { sender, asked } = rebinding(['127.0.0.1'], ['127.0.0.2']);

    const outcome = await sender.send({ url: `http://rebinding.test:${port}/`, ...request });

    expect(outcome).to.include({ ok: true, resolvedAddress: '127.0.0.1' });
    expect(requests).to.deep.equal({ '127.0.0.1': [`rebinding.test:${port}`], '127.0.0.2': [] });
    expect(asked()).to.equal(1);
  });

  it('is no kept one to an address that only an earlier attempt had checked', async () => {
    const { port, requests } = await twoReceivers();
    const { sender } = rebinding(['127.0.0.1'], ['127.0.0.2'], ['127.0.0.1']);
    const send = () => sender.send({ url: `http://rebinding.test:${port}/`, ...request });

    const outcomes = [await send(), await send(), await send()];

    expect(outcomes.map(({ resolvedAddress }) => resolvedAddress)).to.deep.equal([
      '127.0.0.1',
      '127.0.0.2',
      '127.0.0.1',
    ]);
    expect(requests['127.0.0.1']).to.have.length(2);
    expect(requests['127.0.0.2']).to.have.length(1);
  });

  it('is opened to no address at all when the name answers with a refused one', async () => {
    const { port, requests } = await twoReceivers();
    const { sender } = rebinding(['127.0.0.1'], ['127.0.0.1', '127.0.0.3']);
    const send = () => sender.send({ url: `http://rebinding.test:${port}/`, ...request });

    const outcomes = [await send(), await send()];

    expect(outcomes.map(({ error }) => error)).to.deep.equal([null, 'refused address']);
    expect(requests).to.deep.equal({ '127.0.0.1': [`rebinding.test:${port}`], '127.0.0.2': [] });
  });
});
