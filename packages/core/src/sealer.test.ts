import { expect } from 'chai';
import fc from 'fast-check';
import { createSealer } from './sealer.ts';

const key = (byte: number) => Buffer.alloc(32, byte).toString('base64');

describe('the sealer', () => {
  it('opens what it sealed, whatever it is', () => {
    const sealer = createSealer([key(1)]);

    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (plain) => {
        expect(sealer.open(sealer.seal(plain))).to.equal(plain);
      }),
    );
  });

  it('seals differently each time, and never shows the text', () => {
    const sealer = createSealer([key(1)]);

    const sealed = [sealer.seal('whsec_secret'), sealer.seal('whsec_secret')];

    expect(sealed[0]).to.not.equal(sealed[1]);
    for (const text of sealed) {
      expect(text).to.match(/^v1\.[0-9a-f]{8}\.[\w-]+$/);
      expect(Buffer.from(text.split('.')[2] ?? '', 'base64url').toString('latin1')).to.not.include('secret');
    }
  });

  it('seals with the first key and opens with all of them, so that a key can be exchanged', () => {
    const old = createSealer([key(1)]);
    const both = createSealer([key(2), key(1)]);
    const next = createSealer([key(2)]);

    expect(both.open(old.seal('secret'))).to.equal('secret');
    expect(next.open(both.seal('secret'))).to.equal('secret');
    expect(() => next.open(old.seal('secret'))).to.throw(/No key of SECRETS_KEY/);
  });

  it('refuses a text that was changed, at any place', () => {
    const sealer = createSealer([key(1)]);
    const sealed = sealer.seal('whsec_secret');
    const [version, keyId, packed = ''] = sealed.split('.');
    const bytes = Buffer.from(packed, 'base64url');

    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => sealer.open([version, keyId, changed.toString('base64url')].join('.'))).to.throw();
    }
    for (const broken of [
      '',
      'v1',
      `v2.${keyId}.${packed}`,
      `v1.${keyId}.`,
      `v1.${keyId}.${packed.slice(0, 20)}`,
    ])
      expect(() => sealer.open(broken), broken).to.throw();
  });

  it('opens what is short and what is long, each time', () => {
    const sealer = createSealer([key(1)]);
    for (const plain of ['', 'whsec_secret', 'an answer '.repeat(20_000)]) {
      const sealed = sealer.seal(plain);

      expect([sealer.open(sealed), sealer.open(sealed)]).to.deep.equal([plain, plain]);
    }
  });

  it('needs a key', () => {
    expect(() => createSealer([])).to.throw(/at least one key/);
  });
});
