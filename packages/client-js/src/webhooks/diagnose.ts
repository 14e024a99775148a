import { textOf } from './bytes.ts';
import { parseJson } from './envelope.ts';
import { isPublicKey } from './scheme.ts';

type Fits = (body: string | Uint8Array, secrets: readonly string[]) => Promise<boolean>;

/**
 * Returns why no signature fits. The two mistakes that cause most mismatches are tried: if one of them fits, the text says so for
 * certain. An attacker learns nothing from it, because a signature without the secret never fits.
 */
export async function diagnoseMismatch(
  rawBody: string | Uint8Array,
  secrets: readonly string[],
  fits: Fits,
): Promise<string> {
  const corrected = secrets
    .filter((secret) => !isPublicKey(secret))
    .map(
      (secret) =>
        `whsec_${secret
          .trim()
          .replace(/^(["'])(.*)\1$/, '$2')
          .replace(/^whsec_/, '')}`,
    );
  if (await fits(rawBody, corrected)) {
    return (
      'No signature fits, but one would with the secret corrected: it lacks its whsec_, or has white space or quotes ' +
      'around it. Pass the whole string as it was shown.'
    );
  }
  const compact = reserialised(rawBody);
  if (compact !== undefined && (await fits(compact, secrets))) {
    return (
      'No signature fits, but one would before the body was parsed and serialised again. Pass the raw bytes as they ' +
      "arrived, with Express: express.raw({ type: 'application/json' })."
    );
  }
  return (
    'No signature fits the body. Probable causes: the body was parsed and serialised again before verification ' +
    "(pass the raw bytes, with Express: express.raw({ type: 'application/json' })); the secret belongs to another " +
    'subscription or was rotated (pass the whole string, whsec_ included); a proxy changed the body.'
  );
}

function reserialised(rawBody: string | Uint8Array): string | undefined {
  const value = parseJson(textOf(rawBody));
  return value === undefined ? undefined : JSON.stringify(value);
}
