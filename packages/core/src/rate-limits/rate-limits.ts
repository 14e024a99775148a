import type { Principal, SystemContext } from '../context.ts';
import { createLimiter, hashKey } from '../limiter.ts';
import { networkOf } from '../network.ts';
import { createOverrides } from './overrides.ts';

export interface RateLimitOptions {
  /** Requests of one credential; 0: no limit. A store may have another number. */
  perMinute: number;
  /** Requests of one network address without a credential that counts; 0: no limit. */
  addressPerMinute: number;
  /** An ioredis client, in which all processes count together; in memory without it. */
  redis?: unknown;
  /** How long a store's own number is known without asking again; 30 s when absent. */
  keepOverridesMs?: number;
}

/** The holder of one limit. */
export type Caller =
  | { kind: 'credential'; tenantId: string; principal: Principal }
  | { kind: 'setup' }
  /** A caller without a valid credential. */
  | { kind: 'address' }
  /** A browser's preflight request: it carries no credential. */
  | { kind: 'preflight' }
  /** A health check, maybe from an address that others share. */
  | { kind: 'health' }
  /** A page, the OpenAPI document, what doesn't exist, or a picture that has to be looked for. */
  | { kind: 'file' }
  /** A payment callback whose signature is wrong. */
  | { kind: 'callback' };

/** The rest of a caller's limit. */
export interface Share {
  policy: 'credential' | 'address';
  limit: number;
  remaining: number;
  /** Until all of the limit is there again. */
  resetSeconds: number;
  admitted: boolean;
}

export interface RateLimits {
  /** Counts a request; undefined where there is no limit. Never fails because Redis is away. */
  count(system: SystemContext, caller: Caller): Promise<Share | undefined>;
}

const WINDOW_SECONDS = 60;

/** Which setting limits each kind of caller, and by which name the response names the limit. */
const RULES: Readonly<
  Record<Caller['kind'], { setting: 'perMinute' | 'addressPerMinute'; policy: Share['policy'] }>
> = {
  credential: { setting: 'perMinute', policy: 'credential' },
  setup: { setting: 'perMinute', policy: 'credential' },
  address: { setting: 'addressPerMinute', policy: 'address' },
  preflight: { setting: 'perMinute', policy: 'address' },
  health: { setting: 'perMinute', policy: 'address' },
  file: { setting: 'addressPerMinute', policy: 'address' },
  callback: { setting: 'addressPerMinute', policy: 'address' },
};

export function createRateLimits({
  redis,
  keepOverridesMs = 30_000,
  ...settings
}: RateLimitOptions): RateLimits {
  const readOverrides = createOverrides(keepOverridesMs);
  // It only counts: what is too much is another number for each store, and may change while it counts.
  const counter = createLimiter(redis, {
    keyPrefix: 'rate-limit',
    points: Number.MAX_SAFE_INTEGER,
    durationSeconds: WINDOW_SECONDS,
  });

  async function limitOf(system: SystemContext, caller: Caller): Promise<number> {
    const usual = settings[RULES[caller.kind].setting];
    if (caller.kind !== 'credential') return usual;
    return (await readOverrides(system)).get(caller.tenantId) ?? usual;
  }

  return {
    async count(system, caller) {
      const limit = await limitOf(system, caller);
      if (limit === 0) return undefined;
      const { consumedPoints, msBeforeNext } = await counter.consume(keyOf(caller, system.clientAddress));
      return {
        policy: RULES[caller.kind].policy,
        limit,
        remaining: Math.max(0, limit - consumedPoints),
        resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)),
        admitted: consumedPoints <= limit,
      };
    },
  };
}

/** A second login doesn't get a second share. Guests have no name: those of one store and one address share theirs. */
function keyOf(caller: Caller, address: string | undefined): string {
  if (caller.kind === 'setup') return hashKey('setup');
  if (caller.kind !== 'credential') return hashKey(caller.kind, networkOf(address));
  const { tenantId, principal } = caller;
  const name = 'id' in principal ? principal.id : networkOf(address);
  return hashKey(principal.kind, tenantId, name);
}
