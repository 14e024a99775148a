import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { httpbis, type Request } from 'http-message-signatures';

describe('RFC 9421', () => {
  it('B.2.6: the library makes the RFC’s signature by its Ed25519 key', async () => {
    const key = createPrivateKey(
      '-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIJ+DYvh6SEqVTm50DFtMDoQikTmiCqirVv9mWG9qfSnF\n-----END PRIVATE KEY-----\n',
    );
    const { headers }: Request = await httpbis.signMessage<Request>(
      {
        key: { id: 'test-key-ed25519', sign: async (data) => sign(null, data, key) },
        name: 'sig-b26',
        fields: ['date', '@method', '@path', '@authority', 'content-type', 'content-length'],
        params: ['created', 'keyid'],
        paramValues: { created: new Date(1_618_884_473_000) },
      },
      {
        method: 'POST',
        url: 'https://example.com/foo?param=Value&Pet=dog',
        headers: {
          Host: 'example.com',
          Date: 'Tue, 20 Apr 2021 02:07:55 GMT',
          'Content-Type': 'application/json',
          'Content-Length': '18',
        },
      },
    );

    expect(headers.Signature).to.equal(
      'sig-b26=:wqcAqbmYJ2ji2glfAMaRy4gruYYnx2nEFN2HN6jrnDnQCK1u02Gb04v9EDgwUPiu4A0w6vuQv5lIp5WPpBKRCw==:',
    );
  });

  it('the library accepts our golden vectors, which were signed without it', async () => {
    const { byPublicKey } = JSON.parse(
      readFileSync(new URL('../../../docs/webhook-vectors.json', import.meta.url), 'utf8'),
    ) as { byPublicKey: Vector[] };
    const genuine = byPublicKey.filter(({ accepted }) => accepted.rfc9421);
    expect(genuine).to.have.length.above(5);
    for (const { name, keys, ...request } of genuine) {
      const keyLookup = async ({ keyid }: { keyid?: string }) => {
        const known = keys.find(({ kid }) => kid === keyid);
        if (!known) return null;
        const key = createPublicKey({ key: known, format: 'jwk' });
        return {
          id: known.kid,
          algs: ['ed25519'],
          verify: async (data: Buffer, signature: Buffer) => verify(null, data, key, signature),
        };
      };
      expect(await httpbis.verifyMessage({ keyLookup }, request), name).to.equal(true);
    }
  });
});

interface Vector extends Request {
  name: string;
  accepted: { rfc9421: boolean };
  keys: { kty: string; crv: string; kid: string; x: string }[];
}
