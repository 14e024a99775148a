import type { AttemptOutcome } from './destination.ts';

const HIDDEN = '[redacted]';
/** A shorter part of a secret occurs in other texts by chance. */
const MIN_PART_LENGTH = 6;
/** A run of characters that an encoder writes without a break. */
const WORDS = /[\w%+/.~-]{6,}=*/g;
/** Bytes in the notations that tools print. */
const BYTES = /(?:[\da-f]{2}[ :]){5,}[\da-f]{2}/gi;
/** A character as JSON, a string of code, and HTML may write it. */
const ESCAPES = /\\u([\da-f]{4})|\\x([\da-f]{2})|&#x([\da-f]{1,6});|&#(\d{1,7});/gi;

/**
 * Returns a function that removes the secrets from a text that a receiver sent: as they are, in other cases, percent-encoded, in base64
 * or hexadecimal, as escapes, and broken in two. A word is removed whole once it has a quarter of a secret. Escapes are decoded where
 * that shows a part of one.
 */
export function createSecretHider(secrets: readonly string[]): (text: string) => string {
  const parts = secrets.flatMap(splitSecret);
  const hasPart = (text: string) => parts.some((part) => text.includes(part));
  const hideWord = (word: string, encoded = word) => (decodeWord(encoded).some(hasPart) ? HIDDEN : word);
  return (given) => {
    const unescaped = unescapeText(given);
    const text = hasPart(unescaped.toLowerCase()) ? unescaped : given;
    const withoutWhole = secrets.reduce(
      (hidden, secret) => (hidden.includes(secret) ? hidden.replaceAll(secret, HIDDEN) : hidden),
      text,
    );
    if (parts.length === 0) return withoutWhole;
    return withoutWhole
      .replace(BYTES, (bytes) => hideWord(bytes, bytes.replace(/[ :]/g, '')))
      .replace(WORDS, (word) => hideWord(word));
  };
}

/** A receiver may echo what it got; the ledger must not hold what a forger could send again. */
export function withoutSecrets(outcome: AttemptOutcome, secrets: readonly string[]): AttemptOutcome {
  const { responseBody, responseHeaders } = outcome;
  const hide = createSecretHider(secrets);
  const shown: Record<string, string> = {};
  for (const name in responseHeaders) shown[name] = hide(responseHeaders[name] as string);
  return {
    ...outcome,
    responseBody: responseBody === null ? null : hide(responseBody),
    responseHeaders: responseHeaders && shown,
  };
}

/** Any half of the secret contains one of these parts completely. */
function splitSecret(secret: string): string[] {
  const length = Math.max(MIN_PART_LENGTH, Math.floor(secret.length / 4));
  const lower = secret.toLowerCase();
  return Array.from({ length: Math.floor(secret.length / length) }, (_, index) =>
    lower.slice(index * length, (index + 1) * length),
  );
}

/** Characters that aren't printable stay escaped: a NUL can't be stored. */
function unescapeText(text: string): string {
  return text.replace(ESCAPES, (escaped, unicode, byte, hex, decimal) => {
    const code = decimal ? Number(decimal) : Number.parseInt(unicode ?? byte ?? hex, 16);
    return code >= 0x20 && code <= 0x7e ? String.fromCharCode(code) : escaped;
  });
}

/** Returns the texts that a word may encode. An encoded secret may begin anywhere in a group of letters. */
function decodeWord(word: string): string[] {
  const readings = [
    word,
    word.replace(/%([\da-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
  ];
  for (const offset of [0, 1, 2, 3])
    readings.push(Buffer.from(word.slice(offset), 'base64').toString('latin1'));
  for (const offset of [0, 1]) readings.push(Buffer.from(word.slice(offset), 'hex').toString('latin1'));
  return readings.map((reading) => reading.toLowerCase());
}
