import { ServiceError } from '@service/contract';
import { RateLimiterRes } from 'rate-limiter-flexible';
import { createLimiter, hashKey } from '../limiter.ts';
import { networkOf } from '../network.ts';

/** What is counted. An account is named whether it exists or not, so that a refusal discloses nothing. */
export interface Subject {
  account?: string | undefined;
  /** The network address that asks, counted by its network as the rate limits do; absent within the service. */
  address?: string | undefined;
}

export interface Attempt {
  /** Takes the attempt back: the account starts afresh, the address is as before. */
  succeeded(): Promise<void>;
}

/** Growing delays between attempts and no lock-out: after the free ones, one is admitted for each delay. */
export interface Throttle {
  /** Counts an attempt before its work is done, so that parallel ones count too. Refuses with `too_many_requests`. */
  enter(purpose: Purpose, subject: Subject): Promise<Attempt>;
}

interface Rule {
  free: number;
  maxDelaySeconds: number;
}

type Purpose =
  | 'login'
  | 'registration'
  | 'invitation'
  | 'reset'
  | 'second-factor'
  | 'step-up'
  | 'message'
  | 'discount';

const WINDOW_SECONDS = 15 * 60;

/** A short longest delay for accounts, because strangers can cause it; a longer one for the address that causes it. */
const RULES: Readonly<Record<Purpose, { account: Rule; address: Rule }>> = {
  login: { account: { free: 5, maxDelaySeconds: 60 }, address: { free: 50, maxDelaySeconds: 300 } },
  'second-factor': { account: { free: 5, maxDelaySeconds: 60 }, address: { free: 50, maxDelaySeconds: 300 } },
  'step-up': { account: { free: 5, maxDelaySeconds: 60 }, address: { free: 50, maxDelaySeconds: 300 } },
  // The account is whom a message goes to, from whatever store. Many shoppers may share an address, such as that of a
  // storefront's own server.
  registration: { account: { free: 10, maxDelaySeconds: 300 }, address: { free: 100, maxDelaySeconds: 300 } },
  invitation: { account: { free: 10, maxDelaySeconds: 300 }, address: { free: 100, maxDelaySeconds: 300 } },
  // The account is the cart, which anybody makes anew: it is the address that counts.
  discount: { account: { free: 10, maxDelaySeconds: 60 }, address: { free: 50, maxDelaySeconds: 300 } },
  // Each attempt may send a message, so few are free.
  reset: { account: { free: 3, maxDelaySeconds: 300 }, address: { free: 50, maxDelaySeconds: 300 } },
  message: { account: { free: 3, maxDelaySeconds: 300 }, address: { free: 50, maxDelaySeconds: 300 } },
};

/** After the free attempts the first delay, and then each twice as long. */
export function delaySeconds(
  attempts: number,
  { free, maxDelaySeconds }: Rule,
  firstDelaySeconds: number,
): number {
  return attempts <= free ? 0 : Math.min(firstDelaySeconds * 2 ** (attempts - free - 1), maxDelaySeconds);
}

/** Shared by all processes in Redis where there is one, else, and while it's away, in this process's memory. */
export function createThrottle(redis?: unknown, firstDelaySeconds = 1): Throttle {
  // `attempts` only counts; `slots` admits one attempt for each delay.
  const attempts = createLimiter(redis, {
    keyPrefix: 'throttle-attempts',
    points: Number.MAX_SAFE_INTEGER,
    durationSeconds: WINDOW_SECONDS,
  });
  const slots = createLimiter(redis, { keyPrefix: 'throttle-slots', points: 1, durationSeconds: 1 });

  async function admit(key: string, rule: Rule): Promise<void> {
    const { consumedPoints } = await attempts.consume(key);
    const delay = delaySeconds(consumedPoints, rule, firstDelaySeconds);
    if (delay === 0) return;
    try {
      await slots.consume(key, 1, { customDuration: delay });
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      // Only an attempt that was admitted makes the next delay longer.
      await attempts.reward(key);
      const seconds = Math.max(1, Math.ceil(refused.msBeforeNext / 1000));
      throw new ServiceError(
        'too_many_requests',
        `Too many attempts; the next is admitted in ${seconds} s.`,
        undefined,
        seconds,
      );
    }
  }

  return {
    async enter(purpose, { account, address }) {
      const { account: accountRule, address: addressRule } = RULES[purpose];
      const addressKey = address && hashKey(purpose, 'address', networkOf(address));
      const accountKey = account && hashKey(purpose, 'account', account);
      if (addressKey) await admit(addressKey, addressRule);
      try {
        if (accountKey) await admit(accountKey, accountRule);
      } catch (error) {
        if (addressKey) await attempts.reward(addressKey);
        throw error;
      }
      return {
        async succeeded() {
          if (addressKey) await attempts.reward(addressKey);
          if (accountKey) await Promise.all([attempts.delete(accountKey), slots.delete(accountKey)]);
        },
      };
    },
  };
}
