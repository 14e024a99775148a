import { expect } from 'chai';
import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { describe, it } from 'mocha';
import {
  checkSubscriptionUrl,
  createAddressGuard,
  type ResolvedAddress,
  type UrlRefusal,
} from './address-guard.ts';

// No test asks a real name server: unknown names don't resolve.
const names: Record<string, string[]> = {
  'public.test': ['93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'],
  'public.test.': ['93.184.215.14'],
  'xn--bcher-kva.test': ['93.184.215.14'],
  localhost: ['::1', '127.0.0.1'],
  'localhost.': ['127.0.0.1'],
  'private.test': ['10.0.0.5'],
  'mixed.test': ['93.184.215.14', '192.168.1.1'],
  'mixed6.test': ['2606:4700::1111', 'fd00::1'],
  'metadata.google.internal': ['169.254.169.254'],
  'mapped.test': ['::ffff:10.0.0.1'],
  'zoned.test': ['fe80::1%eth0'],
  'empty.test': [],
  'garbage.test': ['not an address'],
};

async function lookup(hostname: string): Promise<ResolvedAddress[]> {
  const addresses = names[hostname];
  if (!addresses) throw new Error('ENOTFOUND');
  return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
}

const guardWith = (...allowedPrivateCidrs: string[]) => createAddressGuard({ allowedPrivateCidrs, lookup });
const guard = guardWith();

const refusedAddresses = `
  0.0.0.0 0.0.0.1 0.255.255.255 10.0.0.0 10.0.0.1 10.255.255.255 100.64.0.0 100.100.100.200 100.127.255.255
  127.0.0.0 127.0.0.1 127.0.1.1 127.255.255.255 169.254.0.0 169.254.169.253 169.254.169.254 169.254.170.2
  169.254.170.23 169.254.255.255 168.63.129.16 172.16.0.0 172.16.0.1 172.31.255.255 192.0.0.0 192.0.0.8 192.0.0.170
  192.0.0.192 192.0.0.255 192.0.2.0 192.0.2.1 192.0.2.255 192.31.196.1 192.52.193.1 192.88.99.1 192.168.0.0
  192.168.0.1 192.168.255.255 192.175.48.1 198.18.0.0 198.19.255.255 198.51.100.1 203.0.113.1 224.0.0.0 224.0.0.1
  239.255.255.255 240.0.0.0 255.255.255.254 255.255.255.255
  :: ::1 ::2 ::ffff:0:0 ::ffff:127.0.0.1 ::ffff:10.0.0.1 ::ffff:7f00:1 ::ffff:169.254.169.254 ::ffff:8.8.8.8
  ::ffff:168.63.129.16 ::ffff:100.100.100.200 ::ffff:0:127.0.0.1 ::ffff:0:8.8.8.8 ::127.0.0.1 ::10.0.0.1 ::8.8.8.8
  ::169.254.169.254 64:ff9b::8.8.8.8 64:ff9b::10.0.0.1 64:ff9b::169.254.169.254 64:ff9b::a9fe:a9fe
  64:ff9b:1::10.0.0.1 64:ff9b:1::8.8.8.8 64:ff9b:1:ffff:ffff:ffff:ffff:ffff 2002:7f00:1:: 2002:a00:1::
  2002:a9fe:a9fe:: 2002:808:808:: 2002:c0a8:101::1 2001:: 2001::1 2001:0:4136:e378:8000:63bf:3fff:fdd2
  2001:0:a9fe:a9fe::1 2001:2::1 2001:3::1 2001:4:112::1 2001:10::1 2001:20::1 2001:30::1 2001:1ff:ffff::1
  2001:db8::1 2001:db8:ffff:ffff:ffff:ffff:ffff:ffff 2620:4f:8000::1 3fff::1 3fff:fff:ffff::1 100::1 100:0:0:1::1
  200::1 400::1 1000::1 1fff:ffff::1 4000::1 5f00::1 6000::1 8000::1 c000::1 e000::1 f000::1 fc00::1 fd00::1
  fd00:ec2::254 fd00:ec2::23 fd20:ce::254 fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff fe00::1 fe80::1 fe80::1%eth0
  febf::1 fec0::1 feff::1 ff00::1 ff02::1 ff05::2 ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff 2606:4700::1111%eth0
`;

const acceptedAddresses = `
  1.0.0.0 1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.0 93.184.215.14 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0
  169.253.255.255 169.255.0.0 168.63.129.15 168.63.129.17 172.15.255.255 172.32.0.0 191.255.255.255 192.0.1.0
  192.0.3.0 192.167.255.255 192.169.0.0 198.17.255.255 198.20.0.0 198.51.99.255 198.51.101.0 203.0.112.255
  203.0.114.0 223.255.255.255 2000::1 2001:200::1 2001:4860:4860::8888 2001:db7:ffff::1 2001:db9::1 2003::1
  2606:4700:4700::1111 2620:4f:7fff::1 2620:4f:8001::1 2a00:1450:4001:82a::200e 2c0f:ffff::1 3ffe::1 3fff:1000::1
`;

// Each form, and why it is refused; what isn't refused is undefined.
const urls: [string, UrlRefusal | undefined][] = [
  ['https://public.test', undefined],
  ['https://public.test/', undefined],
  ['https://public.test./hook', undefined],
  ['https://PUBLIC.test/Hook?tenant=1&x=%20', undefined],
  ['HTTPS://public.test/hook#part', undefined],
  ['https://public.test:8443/hook', undefined],
  ['https://bücher.test/hook', undefined],
  ['https://ｐｕｂｌｉｃ.test/hook', undefined],
  ['https://public。test/hook', undefined],
  ['https://8.8.8.8/hook', undefined],
  ['https://134744072/hook', undefined],
  ['https://[2606:4700:4700::1111]:8443/hook', undefined],
  ['https://public.test/http://127.0.0.1', undefined],
  ['https://public.test?@127.0.0.1', undefined],
  ['https://public.test#@127.0.0.1', undefined],

  ['https://127.0.0.1/', 'refused_address'],
  ['https://127.0.0.1./', 'refused_address'],
  ['https://127.0.0.1:8443/', 'refused_address'],
  ['https://127.1/', 'refused_address'],
  ['https://127.0.1/', 'refused_address'],
  ['https://127/', 'refused_address'],
  ['https://0/', 'refused_address'],
  ['https://0.0.0.0/', 'refused_address'],
  ['https://2130706433/', 'refused_address'],
  ['https://0x7f000001/', 'refused_address'],
  ['https://0X7F.1/', 'refused_address'],
  ['https://0x7f.0x0.0x0.0x1/', 'refused_address'],
  ['https://0x7f.0.0.0x1/', 'refused_address'],
  ['https://0177.0.0.1/', 'refused_address'],
  ['https://017700000001/', 'refused_address'],
  ['https://0177.0x0.1/', 'refused_address'],
  ['https://00000177.0.0.1/', 'refused_address'],
  ['https://3232235777/', 'refused_address'],
  ['https://0xc0a80101/', 'refused_address'],
  ['https://192.168.257/', 'refused_address'],
  ['https://10.1/', 'refused_address'],
  ['https://2852039166/', 'refused_address'],
  ['https://0xa9fea9fe/', 'refused_address'],
  ['https://169.254.43518/', 'refused_address'],
  ['https://0251.0376.0251.0376/', 'refused_address'],
  ['https://169.254.169.254/latest/meta-data/', 'refused_address'],
  ['https://%31%32%37.0.0.1/', 'refused_address'],
  ['https://127%2E0%2E0%2E1/', 'refused_address'],
  ['https://１２７.０.０.１/', 'refused_address'],
  ['https://①②⑦.⓪.⓪.①/', 'refused_address'],
  ['https://127。0。0。1/', 'refused_address'],
  ['https://127．0．0．1/', 'refused_address'],
  ['https://127.0.0.1\u00ad/', 'refused_address'],
  ['https://[::]/', 'refused_address'],
  ['https://[::1]/', 'refused_address'],
  ['https://[::1]:8443/', 'refused_address'],
  ['https://[0:0:0:0:0:0:0:1]/', 'refused_address'],
  ['https://[0000::0001]/', 'refused_address'],
  ['https://[::ffff:127.0.0.1]/', 'refused_address'],
  ['https://[::ffff:7f00:1]/', 'refused_address'],
  ['https://[0:0:0:0:0:ffff:a9fe:a9fe]/', 'refused_address'],
  ['https://[::FFFF:10.0.0.1]/', 'refused_address'],
  ['https://[::127.0.0.1]/', 'refused_address'],
  ['https://[64:ff9b::169.254.169.254]/', 'refused_address'],
  ['https://[2002:7f00:1::]/', 'refused_address'],
  ['https://[fe80::1]/', 'refused_address'],
  ['https://[fd00:ec2::254]/', 'refused_address'],
  ['https://localhost/', 'refused_address'],
  ['https://LOCALHOST/', 'refused_address'],
  ['https://localhost./', 'refused_address'],
  ['https://ｌｏｃａｌｈｏｓｔ/', 'refused_address'],
  ['https://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/', 'refused_address'],
  ['https://private.test/', 'refused_address'],
  ['https://mixed.test/', 'refused_address'],
  ['https://mixed6.test/', 'refused_address'],
  ['https://mapped.test/', 'refused_address'],
  ['https://zoned.test/', 'refused_address'],
  ['https://garbage.test/', 'refused_address'],
  ['https://metadata.google.internal/computeMetadata/v1/', 'refused_address'],

  ['https://nowhere.test/', 'unresolvable_host'],
  ['https://empty.test/', 'unresolvable_host'],
  ['https://unix:443/var/run/docker.sock:/v1', 'unresolvable_host'],
  ['https://toString/', 'unresolvable_host'],

  ['https://user@public.test/', 'credentials_in_url'],
  ['https://user:pass@public.test/', 'credentials_in_url'],
  ['https://:pass@public.test/', 'credentials_in_url'],
  ['https://public.test@127.0.0.1/', 'credentials_in_url'],
  ['https://public.test:443@127.0.0.1/', 'credentials_in_url'],
  ['https://127.0.0.1@public.test/', 'credentials_in_url'],
  ['https://%75ser@public.test/', 'credentials_in_url'],

  ['http://public.test/', 'insecure_url'],
  ['HTTP://public.test/', 'insecure_url'],
  ['http://user@127.0.0.1/', 'insecure_url'],

  ['', 'invalid_url'],
  ['public.test', 'invalid_url'],
  ['//public.test/', 'invalid_url'],
  ['/hook', 'invalid_url'],
  ['https:', 'invalid_url'],
  ['https://', 'invalid_url'],
  ['https:///public.test/', 'invalid_url'],
  ['https:public.test', 'invalid_url'],
  ['https:/public.test', 'invalid_url'],
  ['https:\\\\public.test\\', 'invalid_url'],
  ['https://public.test\\@127.0.0.1/', 'invalid_url'],
  ['https://\\127.0.0.1/', 'invalid_url'],
  [' https://public.test/', 'invalid_url'],
  ['https://public.test/ ', 'invalid_url'],
  ['https://public.test/a b', 'invalid_url'],
  ['https://public.\ntest/', 'invalid_url'],
  ['https://public.test/\r\nX-Injected: 1', 'invalid_url'],
  ['ht\ttps://public.test/', 'invalid_url'],
  ['https://public.test/\u0000', 'invalid_url'],
  ['https://public%00.test/', 'invalid_url'],
  ['https://exa%23mple.test/', 'invalid_url'],
  ['https://public.test:99999/', 'invalid_url'],
  ['https://public.test:port/', 'invalid_url'],
  ['https://256.0.0.1/', 'invalid_url'],
  ['https://1.2.3.4.5/', 'invalid_url'],
  ['https://0x100000000/', 'invalid_url'],
  ['https://127.0.0.1.1/', 'invalid_url'],
  ['https://09.0.0.1/', 'invalid_url'],
  ['https://[::1/', 'invalid_url'],
  ['https://[::1%25eth0]/', 'invalid_url'],
  ['https://[fe80::1%eth0]/', 'invalid_url'],
  ['https://[::ffff:127.1]/', 'invalid_url'],
  ['https://[127.0.0.1]/', 'invalid_url'],
  ['ftp://public.test/', 'invalid_url'],
  ['file:///etc/passwd', 'invalid_url'],
  ['gopher://127.0.0.1:6379/_FLUSHALL', 'invalid_url'],
  ['unix:/var/run/docker.sock', 'invalid_url'],
  ['data:text/plain,x', 'invalid_url'],
  ['javascript:alert(1)', 'invalid_url'],
  ['blob:https://public.test/1', 'invalid_url'],
  [`https://public.test/${'a'.repeat(2048)}`, 'invalid_url'],
];

describe('the address guard', () => {
  for (const address of refusedAddresses.trim().split(/\s+/)) {
    it(`refuses ${address}`, () => {
      expect(guard.isRefused(address)).to.equal(true);
    });
  }

  for (const address of acceptedAddresses.trim().split(/\s+/)) {
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

  it('answers with every address of a name', async () => {
    expect(await guard.resolve('public.test')).to.deep.equal({
      ok: true,
      addresses: [
        { address: '93.184.215.14', family: 4 },
        { address: '2606:2800:21f:cb07:6820:80da:af6b:8b2c', family: 6 },
      ],
    });
  });

  it('answers for a literal without a lookup', async () => {
    expect(await guard.resolve('8.8.8.8')).to.deep.equal({
      ok: true,
      addresses: [{ address: '8.8.8.8', family: 4 }],
    });
    const bracketed = await guard.resolve('[2606:4700::1]');
    expect(bracketed).to.deep.equal({ ok: true, addresses: [{ address: '2606:4700::1', family: 6 }] });
    expect(await guard.resolve('[::1]')).to.deep.equal({ ok: false, reason: 'refused_address' });
  });

  it('asks again for each delivery, and shares a lookup only while it is under way', async () => {
    const answers = ['93.184.215.14', '127.0.0.1'];
    let lookups = 0;
    const rebinding = createAddressGuard({
      allowedPrivateCidrs: [],
      lookup: async () => [{ address: answers[lookups++] ?? '', family: 4 }],
    });

    const together = await Promise.all([
      rebinding.resolve('rebinding.test'),
      rebinding.resolve('rebinding.test'),
    ]);
    const later = await rebinding.resolve('rebinding.test');

    expect(together.map(({ ok }) => ok)).to.deep.equal([true, true]);
    expect(later).to.deep.equal({ ok: false, reason: 'refused_address' });
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
  for (const [url, code] of urls) {
    it(`${code ?? 'accepts'}: ${JSON.stringify(url.slice(0, 60))}`, async () => {
      const problem = await checkSubscriptionUrl(url, { allowInsecure: false, guard });
      expect(problem?.code).to.equal(code);
    });
  }

  it('accepts 2048 characters', async () => {
    const url = 'https://public.test/'.padEnd(2048, 'a');
    expect(await checkSubscriptionUrl(url, { allowInsecure: false, guard })).to.equal(undefined);
  });

  it('accepts plain http when it is allowed, at no other address', async () => {
    const check = (url: string) => checkSubscriptionUrl(url, { allowInsecure: true, guard });
    expect(await check('http://public.test/')).to.equal(undefined);
    expect((await check('http://127.0.0.1/'))?.code).to.equal('refused_address');
  });

  it('never repeats the URL in its text', async () => {
    const problems = await Promise.all(
      urls.map(([url]) => checkSubscriptionUrl(url, { allowInsecure: false, guard })),
    );
    for (const problem of problems) expect(problem?.detail ?? '').to.not.match(/127|pass@|\.test/);
  });

  it('gives up on a name server that never answers', async () => {
    const hanging = createAddressGuard({ allowedPrivateCidrs: [], lookup: () => new Promise(() => {}) });
    const options = { allowInsecure: false, guard: hanging, lookupTimeoutMs: 10 };
    // The guard's own timer doesn't keep the process alive; this one stands for the server's.
    const alive = setInterval(() => {}, 1000);

    const problem = await checkSubscriptionUrl('https://hanging.test/', options);

    clearInterval(alive);
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
        }).resolve('a.test');
        expect(resolution).to.deep.equal({ ok: false, reason: 'refused_address' });
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
        const problem = await checkSubscriptionUrl(`https://${host}/`, { allowInsecure: false, guard });
        expect(problem?.code, host).to.equal('refused_address');
      }),
      runs,
    );
  });
});
