import * as argon2 from '@node-rs/argon2';
import { ServiceError } from '@service/contract';
import { expect } from 'chai';
import { createPasswords } from './passwords.ts';

describe('passwords', () => {
  const passwords = createPasswords();

  it('are hashed with argon2id, 19 MiB, 2 passes, 1 lane, and a salt of their own', async () => {
    const [one, two] = await Promise.all([
      passwords.hash('correct horse', 'store'),
      passwords.hash('correct horse', 'store'),
    ]);

    expect(one).to.match(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).to.not.equal(two);
  });

  it('match their own hash only', async () => {
    const hash = await passwords.hash('correct horse', 'store');

    expect(await passwords.verify(hash, 'correct horse', 'store')).to.equal(true);
    expect(await passwords.verify(hash, 'Correct horse', 'store')).to.equal(false);
    expect(await passwords.verify(hash, '', 'store')).to.equal(false);
  });

  it('never match an account that doesn’t exist, not even by the password of its decoy', async () => {
    expect(await passwords.verify(undefined, 'the password of nobody', 'store')).to.equal(false);
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

    const first = await unsteady
      .verify(undefined, 'correct horse', 'store')
      .catch((error: Error) => error.message);
    const second = await unsteady.verify(undefined, 'correct horse', 'store');

    expect(first).to.equal('out of memory');
    expect(second).to.equal(false);
  });

  it('of one store’s new accounts hold up neither logins nor the new accounts of other stores', async () => {
    const order: string[] = [];
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const slow = createPasswords({
      async hash(password) {
        await held;
        order.push(String(password));
        return 'hash';
      },
      verify: async () => true,
    });
    const flood = Array.from({ length: 300 }, () => slow.hash('flood', 'flooding'));
    const other = slow.hash('other', 'other');
    const refused = flood.map((each) => each.catch((error: ServiceError) => error));

    expect(await slow.verify('hash', 'correct horse', 'flooding')).to.equal(true);
    release();
    await other;

    const errors = (await Promise.all(refused)).filter((each) => each instanceof ServiceError);
    expect(errors).to.have.length(279);
    expect(errors[0]).to.include({ code: 'too_many_requests', retryAfterSeconds: 1 });
    expect(order.filter((each) => each !== 'the password of nobody').indexOf('other')).to.be.at.most(2);
  });
});
