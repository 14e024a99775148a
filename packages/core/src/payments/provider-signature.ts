import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ProviderCallback } from '@service/module-sdk';

const TOLERANCE_SECONDS = 5 * 60;

/** Whether the first of these headers that is present signs the callback with one of its secrets. */
export function isSigned({ rawBody, header, secrets, now }: ProviderCallback, ...names: string[]): boolean {
  const signature = names.map(header).find((value) => value !== undefined);
  return secrets.some((secret) => isSignedBy(rawBody, signature, secret, now));
}

/** The headers of a callback as the deployment's own provider signs it. */
export function signCallback(body: string, secret: string, now: Date): Record<string, string> {
  const timestamp = Math.floor(now.getTime() / 1000);
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  return { 'Content-Type': 'application/json', 'payment-signature': `t=${timestamp},v1=${signature}` };
}

/**
 * Whether `header` (`t=<unix seconds>,v1=<hex>[,v1=<hex>…]`) signs exactly these bytes, at most 5 minutes ago or ahead.
 * The scheme that the `stripe` package signs and verifies.
 */
function isSignedBy(rawBody: Uint8Array, header: string | undefined, secret: string, now: Date): boolean {
  const parts = (header ?? '').split(',').map((part) => part.trim().split('=', 2));
  const timestamp = parts.find(([key]) => key === 't')?.[1] ?? '';
  if (!/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > TOLERANCE_SECONDS) return false;

  const expected = createHmac('sha256', secret).update(`${timestamp}.`).update(rawBody).digest();
  return parts.some(([key, value]) => key === 'v1' && isEqualHex(value ?? '', expected));
}

function isEqualHex(hex: string, expected: Buffer): boolean {
  if (!/^[0-9a-f]{64}$/i.test(hex)) return false;
  return timingSafeEqual(Buffer.from(hex, 'hex'), expected);
}
