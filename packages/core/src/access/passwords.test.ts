import * as argon2 from '@node-rs/argon2';
import { expect } from 'chai';
import { createPasswords } from './passwords.ts';

describe('passwords', () => {
  const passwords = createPasswords();

  it('are hashed with argon2id, 19 MiB, 2 passes, 1 lane, and a salt of their own', async () => {
    const [one, two] = await Promise.all([passwords.hash('correct horse'), passwords.hash('correct horse')]);

    expect(one).to.match(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).to.not.equal(two);
  });

  it('match their own hash only', async () => {
    const hash = await passwords.hash('correct horse');

    expect(await passwords.verify(hash, 'correct horse')).to.equal(true);
    expect(await passwords.verify(hash, 'Correct horse')).to.equal(false);
    expect(await passwords.verify(hash, '')).to.equal(false);
  });

  it('never match an account that doesn’t exist, not even by the password of its decoy', async () => {
    expect(await passwords.verify(undefined, 'the password of nobody')).to.equal(false);
  });

  it('of unknown accounts are refused again after the decoy could not be made once', async () => {
    let failures = 1;
    const unsteady = createPasswords({
      verify: argon2.verify,
      hash: async (...given) => {
        if (failures-- > 0) throw new Error('out of memory');
        return argon2.hash(...given);
      },
    });

    const first = await unsteady.verify(undefined, 'correct horse').catch((error: Error) => error.message);
    const second = await unsteady.verify(undefined, 'correct horse');

    expect(first).to.equal('out of memory');
    expect(second).to.equal(false);
  });
});
