import type { Principal, SystemContext } from '../context.ts';
import { createLimiter, hashKey } from '../limiter.ts';
import { networkOf } from '../network.ts';
import { createOverrides } from './overrides.ts';

export interface RateLimitOptions {
  /** The most requests with one credential; 0: no limit. A store may have its own number. */
  perMinute: number;
  /** The most requests from one network address without a valid credential; 0: no limit. */
  addressPerMinute: number;
  /** An ioredis client, with which all processes count together; without it, each counts in its memory. */
  redis?: unknown;
  /** How long a store's own number is cached; 30 s when absent. */
  keepOverridesMs?: number;
}

/** The client that a limit applies to. */
export type Caller =
  | { kind: 'credential'; tenantId: string; principal: Principal }
  | { kind: 'setup' }
  /** A caller without a valid credential. */
  | { kind: 'address' }
  /** A browser's preflight request: it carries no credential. */
  | { kind: 'preflight' }
  /** A health check, perhaps from an address that other clients share. */
  | { kind: 'health' }
  /** A page, the OpenAPI document, a path that doesn't exist, or a picture that isn't cached. */
  | { kind: 'file' }
  /** A payment callback whose signature is wrong. */
  | { kind: 'callback' };

/** What is left of a caller's limit. */
export interface Share {
  policy: 'credential' | 'address';
  limit: number;
  remaining: number;
  /** The time until the whole limit is available again. */
  resetSeconds: number;
  admitted: boolean;
}

export interface RateLimits {
  /** Counts a request; undefined: there is no limit. An unavailable Redis is no error. */
  count(system: SystemContext, caller: Caller): Promise<Share | undefined>;
}

const WINDOW_SECONDS = 60;

/** The setting that limits each kind of caller, and the limit's name in the response. */
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
  // It only counts: each store has another limit, which may change during the count.
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

/** A second login has no limit of its own. Guests can't be told apart: those of one store and address share one limit. */
function keyOf(caller: Caller, address: string | undefined): string {
  if (caller.kind === 'setup') return hashKey('setup');
  if (caller.kind !== 'credential') return hashKey(caller.kind, networkOf(address));
  const { tenantId, principal } = caller;
  const name = 'id' in principal ? principal.id : networkOf(address);
  return hashKey(principal.kind, tenantId, name);
}
