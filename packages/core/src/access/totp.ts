import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

/** RFC 6238 as every authenticator app knows it. */
const PERIOD_SECONDS = 30;
const SECRET_BYTES = 20;

/** A code of the period before or after is accepted too: clocks differ, and typing takes time. */
const WINDOW = 1;

export function createTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** The content of the QR code for an authenticator app. */
export function totpUri(secret: string, { issuer, account }: { issuer: string; account: string }): string {
  return totpOf(secret, { issuer, label: account }).toString();
}

/** The period that the code is of; undefined: it is wrong now. */
export function periodOf(secret: string, code: string, now: Date): number | undefined {
  const timestamp = now.getTime();
  const delta = totpOf(secret).validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? undefined : Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta;
}

function totpOf(secret: string, about: { issuer?: string; label?: string } = {}): TOTP {
  return new TOTP({ ...about, secret, period: PERIOD_SECONDS });
}

const RECOVERY_CODES = 10;
const RECOVERY_BYTES = 10;

/** 80 random bits each, so that a plain hash of one can't be guessed back; in fours, to be written down. */
export function createRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const text = new Secret({ buffer: new Uint8Array(randomBytes(RECOVERY_BYTES)).buffer }).base32;
    return text.replace(/(.{4})(?=.)/g, '$1-');
  });
}

/** Returns a code in the form in which it was made, however it is typed. */
export function normaliseRecoveryCode(given: string): string {
  const text = given.toUpperCase().replace(/[^A-Z2-7]/g, '');
  return text.replace(/(.{4})(?=.)/g, '$1-');
}
