import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import { refuse } from '@service/contract';
import { createKeptValue, createTokenBucket, parseBoundedJson, readText } from '@service/jobs/primitives';

/** Returns the key with this id; undefined if the issuer has none. */
export type FindIssuerKey = (keyId: string) => Promise<KeyObject | undefined>;

const DEADLINE_MS = 5_000;
/** A key set has a few kilobytes. */
const MAX_BYTES = 256 * 1024;
const BOUNDS = { maxDepth: 10, maxValues: 10_000 };
/** After this time the set is read again, while its keys are still accepted. */
const REFRESH_AFTER_MS = 60_000;
/** After this time the new set is waited for: an older one may contain a key that the issuer has withdrawn. */
const MAX_AGE_MS = 600_000;
/**
 * An unknown key id causes the set to be read: this is how a rotation is noticed, and it limits how often strangers can make us
 * read.
 */
const READS = { burst: 10, perSecond: 10 / 60 };

/**
 * Another issuer's keys, cached as one set, so that unknown key ids don't slow down known ones.
 *
 * Failure policy: while the set can't be read, or was read too often, the keys of the last one stay valid, and requests with one
 * of them don't wait; a key that isn't in it is neither known nor refused, so the response is 503.
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

/** RFC 7517, 5: keys of unknown kinds are ignored, and the set's other keys are used. */
function readKey(key: JsonWebKey | null): [string, KeyObject][] {
  const { kid, use, kty } = key ?? {};
  if (!key || typeof kid !== 'string' || use === 'enc' || kty === 'oct') return [];
  try {
    return [[kid, createPublicKey({ key, format: 'jwk' })]];
  } catch {
    return [];
  }
}
