import { createPrivateKey, sign } from 'node:crypto';
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
});
