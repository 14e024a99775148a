import type { LookupFunction } from 'node:net';
import type { LookupBudget, Resolution, ResolvedAddress } from './address-guard.ts';
import type { AttemptError } from './attempt-error.ts';

export type Addresses = readonly [ResolvedAddress, ...ResolvedAddress[]];

/** The error of an attempt that has no address to connect to. */
export const LOOKUP_ERRORS: Readonly<Record<Extract<Resolution, { ok: false }>['reason'], AttemptError>> = {
  refused_address: 'refused address',
  unresolvable: 'host not found',
  silent: 'timeout',
  busy: 'timeout',
};

/** Shorter than the margin of a lease: another worker must not take the delivery while it waits. */
const TURN_MS = 5000;

export function askerOf(tenantId: string, timeoutMs: number): LookupBudget {
  return { tenantId, waitMs: TURN_MS, timeoutMs };
}

/** Null when no name server responded. */
export function dnsMsOf(resolution: Resolution): number | null {
  const isSilent = !resolution.ok && ['silent', 'busy'].includes(resolution.reason);
  return isSilent ? null : resolution.lookupMs;
}

export type CheckedLookup = LookupFunction & {
  checked: string;
  /** How long it took to open a tunnel there, if one was opened. */
  tunnelMs?: number;
};

/** Serves the addresses that were checked and no others: no name is looked up between the check and the connection. */
export function lookupOf(addresses: Addresses): CheckedLookup {
  const [first] = addresses;
  const lookup: LookupFunction = (_hostname, { all }, callback) => {
    if (all) process.nextTick(callback, null, addresses);
    else process.nextTick(callback, null, first.address, first.family);
  };
  // The order in which the name server lists them doesn't matter.
  const checked = addresses.map(({ address }) => address).sort();
  return Object.assign(lookup, { checked: checked.join() });
}
