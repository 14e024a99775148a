import { expect } from 'chai';
import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { describe, it } from 'mocha';
import { readAddressCorpus } from '../test/address-corpus.ts';
import {
  checkSubscriptionUrl,
  createAddressGuard,
  createNameLookups,
  type ResolvedAddress,
} from './address-guard.ts';

// No test asks a real name server: what the corpus doesn't name doesn't resolve.
const corpus = readAddressCorpus();

async function lookup(hostname: string): Promise<ResolvedAddress[]> {
  const addresses = corpus.names.get(hostname);
  if (!addresses) throw new Error('ENOTFOUND');
  return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
}

const asker = { tenantId: 'store', waitMs: 1000, timeoutMs: 1000 };

const guardWith = (...allowedPrivateCidrs: string[]) => createAddressGuard({ allowedPrivateCidrs, lookup });
const guard = guardWith();

describe('the address guard', () => {
  for (const address of corpus.addresses.refused) {
    it(`refuses ${address}`, () => {
      expect(guard.isRefused(address)).to.equal(true);
    });
  }

  for (const address of corpus.addresses.accepted) {
    it(`accepts ${address}`, () => {
      expect(guard.isRefused(address)).to.equal(false);
    });
  }

  for (const text of [
    '',
    'localhost',
    '127.1',
    '010.0.0.1',
    '0x08080808',
    '8.8.8',
    '8.8.8.8/32',
    '[2606:4700::1]',
    ' 8.8.8.8',
  ]) {
    it(`refuses ${JSON.stringify(text)}, which is no plain address`, () => {
      expect(guard.isRefused(text)).to.equal(true);
    });
  }

  it('returns every address of a name', async () => {
    const { lookupMs, ...resolution } = await guard.resolve('public.test', asker);

    expect(lookupMs).to.be.a('number');
    expect(resolution).to.deep.equal({
      ok: true,
      addresses: [
        { address: '93.184.215.14', family: 4 },
        { address: '2606:2800:21f:cb07:6820:80da:af6b:8b2c', family: 6 },
      ],
    });
  });

  it('returns a literal without a lookup', async () => {
    const lookupMs = 0;
    expect(await guard.resolve('8.8.8.8', asker)).to.deep.equal({
      ok: true,
      addresses: [{ address: '8.8.8.8', family: 4 }],
      lookupMs,
    });
    expect(await guard.resolve('[2606:4700::1]', asker)).to.deep.equal({
      ok: true,
      addresses: [{ address: '2606:4700::1', family: 6 }],
      lookupMs,
    });
    expect(await guard.resolve('[::1]', asker)).to.deep.equal({
      ok: false,
      reason: 'refused_address',
      lookupMs,
    });
  });

  it('asks again for each delivery, and shares a lookup only while it is under way', async () => {
    const answers = ['93.184.215.14', '127.0.0.1'];
    let lookups = 0;
    const rebinding = createAddressGuard({
      allowedPrivateCidrs: [],
      lookup: async () => [{ address: answers[lookups++] ?? '', family: 4 }],
    });

    const together = await Promise.all([
      rebinding.resolve('rebinding.test', asker),
      rebinding.resolve('rebinding.test', asker),
    ]);
    const later = await rebinding.resolve('rebinding.test', asker);

    expect(together.map(({ ok }) => ok)).to.deep.equal([true, true]);
    expect(later).to.include({ ok: false, reason: 'refused_address' });
    expect(lookups).to.equal(2);
  });
});

describe('ranges opened for one deployment', () => {
  const opened = guardWith(
    '127.0.0.0/8',
    '::1/128',
    '10.1.0.0/16',
    '169.254.0.0/16',
    '100.64.0.0/10',
    'fd00::/8',
  );

  for (const address of [
    '127.0.0.1',
    '::1',
    '::ffff:127.0.0.1',
    '10.1.2.3',
    '::ffff:10.1.2.3',
    'fd00::1',
    '169.254.1.1',
  ]) {
    it(`opens ${address}`, () => {
      expect(opened.isRefused(address)).to.equal(false);
    });
  }

  for (const address of [
    '10.2.0.1',
    '::ffff:10.2.0.1',
    '192.168.0.1',
    '::10.1.2.3',
    '64:ff9b::10.1.2.3',
    '2002:a01:203::1',
    '::',
  ]) {
    it(`leaves ${address} refused`, () => {
      expect(opened.isRefused(address)).to.equal(true);
    });
  }

  it('never opens the metadata services, in any form, however wide the ranges', () => {
    const everything = guardWith('0.0.0.0/0', '::/0');
    const forms = (hex: string, dotted: string) => [
      dotted,
      ...['::ffff:', '::ffff:0:', '::', '64:ff9b::', '64:ff9b:1::'].map((prefix) => prefix + dotted),
      `2002:${hex}::1`,
      `2001:0:${hex}::1`,
    ];
    const addresses = [
      ...forms('a9fe:a9fe', '169.254.169.254'),
      ...forms('a83f:8110', '168.63.129.16'),
      ...forms('6464:64c8', '100.100.100.200'),
      ...forms('a9fe:aa02', '169.254.170.2'),
      ...['fd00:ec2::254', 'fd00:ec2::23', 'fd20:ce::254', 'fd00:0ec2:0:0:0:0:0:0254'],
    ];

    expect(addresses.filter((address) => !everything.isRefused(address))).to.deep.equal([]);
    expect(everything.isRefused('10.0.0.1')).to.equal(false);
    expect(everything.isRefused('fd00::1')).to.equal(false);
  });

  it('never opens them by any list of ranges', () => {
    const metadata =
      `169.254.169.254 169.254.170.2 169.254.170.23 169.254.42.42 169.254.0.23 168.63.129.16 100.100.100.200 192.0.0.192
      fd00:ec2::254 fd00:ec2::23 fd20:ce::254 fd00:42::42 fe80::a9fe:a9fe`.split(/\s+/);
    const around = (address: string) => {
      const size = address.includes(':') ? 128 : 32;
      return fc.integer({ min: 0, max: size }).map((bits) => `${address}/${bits}`);
    };
    const cidrs = fc.array(fc.constantFrom(...metadata).chain(around), { minLength: 1 });
    fc.assert(
      fc.property(cidrs, (opened) => {
        const { isRefused } = guardWith(...opened);
        expect(metadata.filter((address) => !isRefused(address))).to.deep.equal([]);
      }),
    );
  });

  it('opens the way through NAT64 to public IPv4 addresses only', () => {
    const nat64 = guardWith('64:ff9b::/96');

    expect(nat64.isRefused('64:ff9b::8.8.8.8')).to.equal(false);
    expect(nat64.isRefused('64:ff9b::10.0.0.1')).to.equal(true);
    expect(nat64.isRefused('64:ff9b::169.254.169.254')).to.equal(true);
  });

  for (const cidr of [
    '',
    '10.0.0.0',
    '10/8',
    '10.0.0.0/33',
    '10.0.0.0/-1',
    '10.0.0.0/8/8',
    'fd00::/129',
    'localhost/8',
    '010.0.0.0/8',
  ]) {
    it(`refuses the range ${JSON.stringify(cidr)} and shows how to write it`, () => {
      expect(() => guardWith(cidr)).to.throw(RangeError, /write it like/);
    });
  }

  it('refuses a mapped range, which would open nothing', () => {
    expect(() => guardWith('::ffff:10.0.0.0/104')).to.throw(RangeError, /as an IPv4 range/);
  });
});

describe('checkSubscriptionUrl', () => {
  const tenantId = 'store';

  for (const { url, verdict } of corpus.urls) {
    it(`${verdict}: ${JSON.stringify(url)}`, async () => {
      const problem = await checkSubscriptionUrl(url, { allowInsecure: false, guard, tenantId });
      expect(problem?.code ?? 'accepted').to.equal(verdict);
    });
  }

  it('accepts 2048 characters and no more', async () => {
    const url = 'https://public.test/'.padEnd(2048, 'a');
    expect(await checkSubscriptionUrl(url, { allowInsecure: false, guard, tenantId })).to.equal(undefined);
    const tooLong = await checkSubscriptionUrl(`${url}a`, { allowInsecure: false, guard, tenantId });
    expect(tooLong?.code).to.equal('invalid_url');
  });

  it('accepts plain http when it is allowed, at no other address', async () => {
    const check = (url: string) => checkSubscriptionUrl(url, { allowInsecure: true, guard, tenantId });
    expect(await check('http://public.test/')).to.equal(undefined);
    expect((await check('http://127.0.0.1/'))?.code).to.equal('refused_address');
  });

  it('never repeats the URL in its text', async () => {
    const problems = await Promise.all(
      corpus.urls.map(({ url }) => checkSubscriptionUrl(url, { allowInsecure: false, guard, tenantId })),
    );
    for (const problem of problems) expect(problem?.detail ?? '').to.not.match(/127|pass@|\.test/);
  });

  it('gives up on a name server that never answers', async () => {
    const lookups = createNameLookups({ timeoutMs: 10 });
    const lookup = () => new Promise<never>(() => {});
    const hanging = createAddressGuard({ allowedPrivateCidrs: [], lookup, lookups });

    const options = { allowInsecure: false, guard: hanging, tenantId };
    const problem = await checkSubscriptionUrl('https://hanging.test/', options);

    expect(problem?.code).to.equal('unresolvable_host');
  });
});

describe('the address guard, over whole ranges', () => {
  const runs = { numRuns: 500 };
  const octets = fc.uint8Array({ minLength: 4, maxLength: 4 });
  const words = fc.uint8Array({ minLength: 16, maxLength: 16 });
  const textOf = (bytes: Uint8Array) => ipaddr.fromByteArray([...bytes]).toString();

  /** Any address inside a range: its prefix, then arbitrary bits. */
  const inside = (cidr: string) => {
    const [network, bits] = ipaddr.parseCIDR(cidr);
    const prefix = network.toByteArray();
    return (prefix.length === 4 ? octets : words).map((host) =>
      host.map((byte, index) => {
        const kept = Math.min(8, Math.max(0, bits - index * 8));
        const mask = (0xff00 >> kept) & 0xff; // of the prefix
        return ((prefix[index] ?? 0) & mask) | (byte & ~mask);
      }),
    );
  };

  const refusedIpv4 =
    `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24
    192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4`.split(
      /\s+/,
    );
  const refusedIpv6 =
    `::/8 ::/96 ::ffff:0:0/96 ::ffff:0:0:0/96 64:ff9b::/96 64:ff9b:1::/48 100::/8 100::/64 200::/7 400::/6
    800::/5 1000::/4 2001::/23 2001::/32 2001:2::/48 2001:10::/28 2001:20::/28 2001:db8::/32 2002::/16 3fff::/20 4000::/3
    5f00::/16 6000::/3 8000::/1 fc00::/7 fe80::/10 fec0::/10 ff00::/8`.split(/\s+/);

  for (const cidr of [...refusedIpv4, ...refusedIpv6]) {
    it(`refuses every address in ${cidr}`, () => {
      fc.assert(
        fc.property(inside(cidr), (bytes) => guard.isRefused(textOf(bytes))),
        runs,
      );
    });
  }

  it('refuses the first and the last address of every range, and accepts those beside it', () => {
    const ranges = [...refusedIpv4, '2001::/23', '2001:db8::/32', '2620:4f:8000::/48', '3fff::/20'];
    const isInRange = (address: string) =>
      ranges.some(
        (cidr) => ipaddr.subnetMatch(ipaddr.parse(address), { cidr: [ipaddr.parseCIDR(cidr)] }, '') !== '',
      );

    for (const { first, last, before, after } of ranges.map(edgesOf)) {
      expect([first, last].map(guard.isRefused)).to.deep.equal([true, true]);
      // Two ranges may touch each other, as 224.0.0.0/4 and 240.0.0.0/4 do.
      for (const address of [before, after])
        if (address) expect(guard.isRefused(address), address).to.equal(isInRange(address));
    }
  });

  it('refuses every IPv4 address inside IPv6, public ones too', () => {
    const forms = [
      [[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff], []],
      [[0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0, 0], []],
      [[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], []],
      [[0, 0x64, 0xff, 0x9b, 0, 0, 0, 0, 0, 0, 0, 0], []],
      [
        [0x20, 0x02],
        [0, 0, 0, 0, 0, 0, 0, 0, 0, 1],
      ],
      [
        [0x20, 0x01, 0, 0],
        [0, 0, 0, 0, 0, 0, 0, 1],
      ],
    ] as const;
    fc.assert(
      fc.property(octets, (ipv4) =>
        forms.every(([before, after]) =>
          guard.isRefused(textOf(Uint8Array.from([...before, ...ipv4, ...after]))),
        ),
      ),
      runs,
    );
  });

  it('agrees with the tables of ipaddr.js on every IPv4 address but the metadata services', () => {
    fc.assert(
      fc.property(octets, (bytes) => {
        const text = textOf(bytes);
        fc.pre(text !== '168.63.129.16');
        expect(guard.isRefused(text)).to.equal(ipaddr.IPv4.parse(text).range() !== 'unicast');
      }),
      { numRuns: 5000 },
    );
  });

  it('agrees with the tables of ipaddr.js on every address of 2000::/3', () => {
    const special = ['2001::/16', '2002::/16', '2620:4f::/32', '3fff::/16'].map(inside);
    fc.assert(
      fc.property(fc.oneof(inside('2000::/3'), ...special), (bytes) => {
        const text = textOf(bytes);
        expect(guard.isRefused(text)).to.equal(ipaddr.IPv6.parse(text).range() !== 'unicast');
      }),
      { numRuns: 5000 },
    );
  });

  it('opens exactly the ranges that it is given', () => {
    const range = fc.tuple(octets, fc.integer({ min: 1, max: 32 }));
    fc.assert(
      fc.property(range, octets, ([network, bits], other) => {
        const cidr = `${textOf(network)}/${bits}`;
        const isMember = ipaddr.IPv4.parse(textOf(other)).match(ipaddr.IPv4.parseCIDR(cidr));
        const opened = guardWith(cidr).isRefused(textOf(other));
        expect(opened).to.equal(!isMember && guard.isRefused(textOf(other)));
      }),
      runs,
    );
  });

  it('refuses a name as soon as one of its addresses is refused, wherever it stands', async () => {
    const addresses = fc.tuple(
      fc.array(inside('93.184.0.0/16')),
      inside('10.0.0.0/8'),
      fc.array(inside('93.184.0.0/16')),
    );
    await fc.assert(
      fc.asyncProperty(addresses, async ([before, bad, after]) => {
        const answer = [...before, bad, ...after].map((bytes) => ({ address: textOf(bytes), family: 4 }));
        const resolution = await createAddressGuard({
          allowedPrivateCidrs: [],
          lookup: async () => answer,
        }).resolve('a.test', asker);
        expect(resolution).to.include({ ok: false, reason: 'refused_address' });
      }),
    );
  });

  it('refuses every way to write a refused IPv4 address in a URL', async () => {
    const radix = fc.constantFrom(
      (n: number) => String(n),
      (n: number) => `0x${n.toString(16)}`,
      (n: number) => `0${n.toString(8)}`,
    );
    const writings = fc.tuple(
      inside('10.0.0.0/8'),
      fc.integer({ min: 1, max: 4 }),
      radix,
      radix,
      radix,
      radix,
    );
    await fc.assert(
      fc.asyncProperty(writings, async ([bytes, parts, ...write]) => {
        // The last part takes all the bytes that are left.
        const rest = bytes.subarray(parts - 1).reduce((sum, byte) => sum * 256 + byte, 0);
        const host = [...bytes.subarray(0, parts - 1), rest]
          .map((part, index) => write[index]?.(part))
          .join('.');
        const problem = await checkSubscriptionUrl(`https://${host}/`, {
          allowInsecure: false,
          guard,
          tenantId: 'store',
        });
        expect(problem?.code, host).to.equal('refused_address');
      }),
      runs,
    );
  });
});

/** The first and last address of a range and those beside it, as far as there are any. */
function edgesOf(cidr: string) {
  const [network, bits] = ipaddr.parseCIDR(cidr);
  const length = network.toByteArray().length;
  const first = network.toByteArray().reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  const last = first + 2n ** BigInt(length * 8 - bits) - 1n;
  const write = (value: bigint) => {
    const hex = value.toString(16).padStart(length * 2, '0');
    return ipaddr.fromByteArray([...Buffer.from(hex, 'hex')]).toString();
  };
  const isAddress = (value: bigint) => value >= 0n && value < 2n ** BigInt(length * 8);
  const [before, after] = [first - 1n, last + 1n].map((value) =>
    isAddress(value) ? write(value) : undefined,
  );
  return { first: write(first), last: write(last), before, after };
}
