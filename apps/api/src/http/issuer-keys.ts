import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import { refuse } from '@service/contract';
import { createTokenBucket, readText, singleFlight } from '@service/jobs/primitives';

/** Returns the key of this id; undefined where the issuer has none. */
export type FindIssuerKey = (keyId: string) => Promise<KeyObject | undefined>;

const DEADLINE_MS = 5_000;
/** A set of keys has a few kilobytes. */
const MAX_BYTES = 256 * 1024;
/** An older set is read anew: until then a key that the issuer has withdrawn is still valid. */
const MAX_AGE_MS = 600_000;
/** An unknown key id has the set read: this is how a rotation is noticed, and how often strangers can make us read. */
const READS = { burst: 10, perSecond: 10 / 60 };

/**
 * Another issuer's keys, held as one set, so that unknown key ids cost known ones nothing.
 *
 * Failure policy: while the set can't be read, or was read too often, the keys of the last one stay valid; what isn't
 * among them is neither known nor refused, which is 503.
 */
export function createIssuerKeys(url: string, now: () => number = () => performance.now()): FindIssuerKey {
  const inOneRequest = singleFlight<void>('reading the issuer’s keys', DEADLINE_MS);
  const reads = createTokenBucket(READS, now);
  let keys: ReadonlyMap<string, KeyObject> = new Map();
  let readAt = Number.NEGATIVE_INFINITY;

  const read = () =>
    inOneRequest(async (signal) => {
      if (reads.take(url, 1) === 0) throw new Error('read too often');
      keys = await fetchKeys(url, signal);
      readAt = now();
    });

  return async (keyId) => {
    const known = keys.get(keyId);
    const isCurrent = now() - readAt < MAX_AGE_MS;
    if (known && isCurrent) return known;
    try {
      await read();
    } catch {
      return (
        known ??
        refuse('dependency_unavailable', 'The keys of the token’s issuer can’t be read at the moment.')
      );
    }
    return keys.get(keyId);
  };
}

async function fetchKeys(url: string, signal: AbortSignal): Promise<ReadonlyMap<string, KeyObject>> {
  const response = await fetch(url, { signal });
  if (!response.ok) throw new Error(`The issuer responded with ${response.status}.`);
  const { keys } = JSON.parse(await readText(response, MAX_BYTES)) as { keys: JsonWebKey[] };
  return new Map(
    keys
      .filter(({ kid, use, kty }) => typeof kid === 'string' && use !== 'enc' && kty !== 'oct')
      .map((key) => [key.kid as string, createPublicKey({ key, format: 'jwk' })]),
  );
}
