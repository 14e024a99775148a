import { availableParallelism } from 'node:os';
import * as argon2 from '@node-rs/argon2';
import { ServiceError } from '@service/contract';
import { createKeyedSemaphore, type KeyedSemaphore, withDeadline } from '@service/jobs/primitives';

/**
 * Hashes and verifies passwords. Each call names its holder, a store or a network, and holders take turns, so that none waits for
 * another's flood. A holder with too many waiting calls is refused with `too_many_requests`.
 */
export interface Passwords {
  hash(password: string, holder: string): Promise<string>;
  /** The same work for an account that doesn't exist (`undefined`), so that the time shows nothing. */
  verify(passwordHash: string | undefined, password: string, holder: string): Promise<boolean>;
}

type Argon2 = Pick<typeof argon2, 'hash' | 'verify'>;

/** argon2id with 19 MiB, 2 passes, 1 lane: OWASP's first choice. The library's default algorithm is argon2id. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Each takes a core for tens of milliseconds; more at once would delay every other request. */
const VERIFIED_AT_ONCE = Math.max(1, Math.floor(availableParallelism() / 2));
const HASHED_AT_ONCE = 1;

/** As many calls of one holder wait as are done in about a second; each takes a fraction of one. */
const MAX_WAITING = 20;
const DEADLINE_MS = 60_000;
const RETRY_SECONDS = 1;

export function createPasswords({ hash, verify }: Argon2 = argon2): Passwords {
  // A limit of its own, so that a flood of new accounts keeps no one from logging in.
  const hashing = createKeyedSemaphore({ inAll: HASHED_AT_ONCE, maxWaiting: MAX_WAITING });
  const verifying = createKeyedSemaphore({ inAll: VERIFIED_AT_ONCE, maxWaiting: MAX_WAITING });
  let decoy: Promise<string> | undefined;

  // A hash that failed is computed again: if the failure were cached, it would refuse every unknown address, and so disclose the
  // known ones.
  function makeDecoy(): Promise<string> {
    const made = hash('the password of nobody', COST);
    made.catch(() => {
      decoy = undefined;
    });
    return made;
  }

  return {
    hash: (password, holder) => inTurn(hashing, holder, () => hash(password, COST)),
    async verify(passwordHash, password, holder) {
      decoy ??= makeDecoy();
      const against = passwordHash ?? (await decoy);
      const matches = await inTurn(verifying, holder, () => verify(against, password));
      return matches && passwordHash !== undefined;
    },
  };
}

async function inTurn<T>(semaphore: KeyedSemaphore, holder: string, work: () => Promise<T>): Promise<T> {
  const release = (await semaphore.acquire(holder)) ?? refuseMore();
  try {
    return await withDeadline(work, DEADLINE_MS);
  } finally {
    release();
  }
}

function refuseMore(): never {
  throw new ServiceError(
    'too_many_requests',
    'Too many passwords are being checked.',
    undefined,
    RETRY_SECONDS,
  );
}
