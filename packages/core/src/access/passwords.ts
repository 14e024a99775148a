import * as argon2 from '@node-rs/argon2';
import pLimit from 'p-limit';

export interface Passwords {
  hash(password: string): Promise<string>;
  /** The same work for an account that doesn't exist (`undefined`), so that the time shows nothing. */
  verify(passwordHash: string | undefined, password: string): Promise<boolean>;
}

type Argon2 = Pick<typeof argon2, 'hash' | 'verify'>;

/** argon2id with 19 MiB, 2 passes, 1 lane: OWASP's first choice. The library's default algorithm is argon2id. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Each hash holds a core for tens of milliseconds; more at once would starve every other request. */
const AT_ONCE = 2;

export function createPasswords({ hash, verify }: Argon2 = argon2): Passwords {
  const limit = pLimit(AT_ONCE);
  let decoy: Promise<string> | undefined;

  // One that failed is made again: kept, it would refuse every unknown address, and so show which are known.
  function makeDecoy(): Promise<string> {
    const made = limit(() => hash('the password of nobody', COST));
    made.catch(() => {
      decoy = undefined;
    });
    return made;
  }

  return {
    hash: (password) => limit(() => hash(password, COST)),
    async verify(passwordHash, password) {
      decoy ??= makeDecoy();
      const against = passwordHash ?? (await decoy);
      const matches = await limit(() => verify(against, password));
      return matches && passwordHash !== undefined;
    },
  };
}
