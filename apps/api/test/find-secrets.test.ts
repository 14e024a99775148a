import { expect } from 'chai';
import { findSecrets } from './find-secrets.ts';

const SECRET = `whsec_${Buffer.alloc(32, 0xc5).toString('base64')}`;
const secrets = { 'the signing secret': SECRET };

describe('the search for secrets', () => {
  const shapes: Record<string, string> = {
    'as it is': SECRET,
    'without its prefix': SECRET.slice('whsec_'.length),
    'in JSON': JSON.stringify({ nested: { secret: SECRET } }),
    'in a query': `?secret=${encodeURIComponent(SECRET)}`,
    'as a bytea of its text': `\\x${Buffer.from(SECRET).toString('hex')}`,
    'as a bytea of its bytes': `\\x${'c5'.repeat(32)}`,
    'in base64': Buffer.from(SECRET).toString('base64'),
    'in base64, with something after it': Buffer.from(`${SECRET}, and more`).toString('base64'),
    'in the base64 of URLs': Buffer.from(SECRET).toString('base64url'),
  };
  for (const [shape, text] of Object.entries(shapes)) {
    it(`finds one ${shape}`, () => {
      const places = { clean: 'nothing here', leaking: `before ${text} after` };

      expect(findSecrets(places, secrets)).to.deep.equal([
        { secret: 'the signing secret', place: 'leaking' },
      ]);
    });
  }

  it('finds none where there is none, and refuses to look for what is too short', () => {
    expect(findSecrets({ log: 'whsec_ of another' }, secrets)).to.deep.equal([]);
    expect(() => findSecrets({ log: 'x' }, { nothing: '' })).to.throw(/too short/);
  });
});
