import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import { refuse } from '@service/contract';
import { createKeptValue, createTokenBucket, parseBoundedJson, readText } from '@service/jobs/primitives';

/** Returns the key of this id; undefined where the issuer has none. */
export type FindIssuerKey = (keyId: string) => Promise<KeyObject | undefined>;

const DEADLINE_MS = 5_000;
/** A set of keys has a few kilobytes. */
const MAX_BYTES = 256 * 1024;
const BOUNDS = { maxDepth: 10, maxValues: 10_000 };
/** An older set is read again, while its keys are taken. */
const REFRESH_AFTER_MS = 60_000;
/** An older set is waited for: until then a key that the issuer has withdrawn may be valid still. */
const MAX_AGE_MS = 600_000;
/** An unknown key id has the set read: this is how a rotation is noticed, and how often strangers can make us read. */
const READS = { burst: 10, perSecond: 10 / 60 };

/**
 * Another issuer's keys, held as one set, so that unknown key ids cost known ones nothing.
 *
 * Failure policy: while the set can't be read, or was read too often, the keys of the last one stay valid, and requests with one
 * of them don't wait; a key that isn't among them is neither known nor refused, which is 503.
 */
export function createIssuerKeys(url: string, now: () => number = () => performance.now()): FindIssuerKey {
  const reads = createTokenBucket(READS, now);
  const keys = createKeptValue({
    what: 'reading the issuer’s keys',
    deadlineMs: DEADLINE_MS,
    refreshAfterMs: REFRESH_AFTER_MS,
    maxAgeMs: MAX_AGE_MS,
    now,
    // biome-ignore lint/suspicious/noConfusingVoidType: the set has one source, so `get()` names none.
    async read(_source: void, signal) {
      if (reads.take(url, 1) === 0) throw new Error('read too often');
      return fetchKeys(url, signal);
    },
  });

  return async (keyId) => {
    const known = (await keys.get())?.get(keyId);
    if (known) return known;
    const current = await keys
      .refresh()
      .catch(() =>
        refuse('dependency_unavailable', 'The keys of the token’s issuer can’t be read at the moment.'),
      );
    return current.get(keyId);
  };
}

async function fetchKeys(url: string, signal: AbortSignal): Promise<ReadonlyMap<string, KeyObject>> {
  const response = await fetch(url, { signal });
  if (!response.ok) throw new Error(`The issuer responded with ${response.status}.`);
  const { keys } = parseBoundedJson(await readText(response, MAX_BYTES), BOUNDS) as {
    keys: (JsonWebKey | null)[];
  };
  return new Map(keys.flatMap(readKey));
}

/** RFC 7517, 5: of a set, the keys of kinds that aren't understood are left out, and the others count. */
function readKey(key: JsonWebKey | null): [string, KeyObject][] {
  const { kid, use, kty } = key ?? {};
  if (!key || typeof kid !== 'string' || use === 'enc' || kty === 'oct') return [];
  try {
    return [[kid, createPublicKey({ key, format: 'jwk' })]];
  } catch {
    return [];
  }
}
