import { ServiceError } from '@service/contract';
import { RateLimiterRes } from 'rate-limiter-flexible';
import { createLimiter, hashKey } from '../limiter.ts';
import { networkOf } from '../network.ts';

/** The subject of the counters. An account is named whether it exists or not, so that a refusal discloses nothing. */
export interface Subject {
  account?: string | undefined;
  /** The client's network address, counted by its network as the rate limits do; absent within the service. */
  address?: string | undefined;
}

export interface Attempt {
  /** Undoes the attempt: the account's count starts again, the address keeps its count. */
  succeeded(): Promise<void>;
}

/** Growing delays between attempts and no lock-out: after the free ones, one is admitted for each delay. */
export interface Throttle {
  /** Counts an attempt before its work is done, so that parallel ones count too. Refuses with `too_many_requests`. */
  enter(purpose: Purpose, subject: Subject): Promise<Attempt>;
  /** From now on failures of strangers don't delay this account in this network. Call it when every factor was right. */
  recordSignIn(subject: Subject): Promise<void>;
}

interface Rule {
  free: number;
  maxDelaySeconds: number;
}

interface Rules {
  /** For all attempts of one network. */
  address: Rule;
  /** For the attempts on one account, together, of all networks that haven't signed in to it. */
  account: Rule;
  /** For the attempts of one network on one account, where that isn't the rule of the account. */
  accountFromNetwork?: Rule;
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
/** A timer of Node can't be set for more than 24 days. */
const SIGN_IN_KEPT_SECONDS = 20 * 24 * 3600;

/** A short longest delay for accounts, because strangers can cause it; a longer one for the address that causes it. */
const RULES: Readonly<Record<Purpose, Rules>> = {
  // A stranger who guesses from one network delays that network alone; the account's rule is for many networks.
  login: {
    accountFromNetwork: { free: 5, maxDelaySeconds: 60 },
    account: { free: 1000, maxDelaySeconds: 60 },
    address: { free: 50, maxDelaySeconds: 300 },
  },
  // Only a caller with the password or a session gets here, and a code has six digits: all networks count together.
  'second-factor': { account: { free: 5, maxDelaySeconds: 60 }, address: { free: 50, maxDelaySeconds: 300 } },
  'step-up': { account: { free: 5, maxDelaySeconds: 60 }, address: { free: 50, maxDelaySeconds: 300 } },
  // The account is the recipient of a message, from whatever store. Many shoppers may share an address, such as that of a
  // storefront's own server.
  registration: { account: { free: 10, maxDelaySeconds: 300 }, address: { free: 100, maxDelaySeconds: 300 } },
  invitation: { account: { free: 10, maxDelaySeconds: 300 }, address: { free: 100, maxDelaySeconds: 300 } },
  // The account is the cart, and a new cart costs nothing: the limit by address is the effective one.
  discount: { account: { free: 10, maxDelaySeconds: 60 }, address: { free: 50, maxDelaySeconds: 300 } },
  // Each attempt may send a message, so few have no delay.
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
  const signIns = createLimiter(redis, {
    keyPrefix: 'throttle-sign-ins',
    points: 1,
    durationSeconds: SIGN_IN_KEPT_SECONDS,
  });

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

  /** Returns the counters of an attempt, and the rule of each. */
  async function countersOf(purpose: Purpose, { account, address }: Subject): Promise<Counter[]> {
    const rules = RULES[purpose];
    const network = networkOf(address);
    const counters: Counter[] = [];
    if (address) counters.push({ key: hashKey(purpose, 'address', network), rule: rules.address });
    if (!account) return counters;
    const isKnown = (await signIns.get(hashKey(account, network))) !== null;
    if (isKnown || rules.accountFromNetwork)
      counters.push({
        key: hashKey(purpose, 'account', account, network),
        rule: rules.accountFromNetwork ?? rules.account,
        isOfAccount: true,
      });
    if (!isKnown)
      counters.push({ key: hashKey(purpose, 'account', account), rule: rules.account, isOfAccount: true });
    return counters;
  }

  return {
    async enter(purpose, subject) {
      const counters = await countersOf(purpose, subject);
      const counted: string[] = [];
      for (const { key, rule } of counters) {
        try {
          await admit(key, rule);
        } catch (error) {
          await Promise.all(counted.map((each) => attempts.reward(each)));
          throw error;
        }
        counted.push(key);
      }
      return {
        async succeeded() {
          await Promise.all(
            counters.map(({ key, isOfAccount }) =>
              isOfAccount ? Promise.all([attempts.delete(key), slots.delete(key)]) : attempts.reward(key),
            ),
          );
        },
      };
    },
    async recordSignIn({ account, address }) {
      if (account && address)
        await signIns.set(hashKey(account, networkOf(address)), 1, SIGN_IN_KEPT_SECONDS);
    },
  };
}

interface Counter {
  key: string;
  rule: Rule;
  isOfAccount?: boolean;
}
