import { createHash } from 'node:crypto';
import { MINUTE_MS } from '@service/jobs/primitives';
import type { OptionRate } from '../shipping/index.ts';
import type { CartRow } from './select-cart.sql.ts';

/** What carriers said, as it is kept with a cart. */
export interface CarrierRates {
  /** Of the goods and the address that they were asked about. */
  key: string;
  until: string;
  rates: Readonly<Record<string, OptionRate>>;
}

/** So long the shopper may take from the list of options to the checkout. */
const LIFETIME_MS = 30 * MINUTE_MS;

type Asked = Pick<CartRow, 'lines' | 'shippingAddress' | 'currency' | 'storeCountry'>;

/** What carriers are asked about; undefined: it isn't known yet where the goods go. */
export function parcelOf({ lines, shippingAddress, currency, storeCountry }: Asked) {
  if (!shippingAddress) return undefined;
  const shipped = lines.filter(
    ({ requiresShipping, isPublished, isPriced }) => requiresShipping && isPublished && isPriced,
  );
  const { country, region = null, postalCode, city } = shippingAddress;
  return {
    weightGrams: shipped.reduce((sum, { weightGrams, quantity }) => sum + weightGrams * quantity, 0),
    quantity: shipped.reduce((sum, { quantity }) => sum + quantity, 0),
    fromCountry: storeCountry,
    to: { country, region, postalCode, city },
    currency,
  };
}

/** Whether what carriers said is about these goods and this address, and not too old. */
export function isCurrent(row: Asked & Pick<CartRow, 'carrierRates'>, now: Date): boolean {
  const { key, until } = row.carrierRates ?? {};
  return until !== undefined && new Date(until) > now && key === keyOf(row);
}

/** What is still current of it; else empty, to be filled. */
export function currentRates(row: Asked & Pick<CartRow, 'carrierRates'>, now: Date): CarrierRates {
  if (row.carrierRates && isCurrent(row, now)) return row.carrierRates;
  return { key: keyOf(row), until: new Date(now.getTime() + LIFETIME_MS).toISOString(), rates: {} };
}

function keyOf(row: Asked): string {
  return createHash('sha256')
    .update(JSON.stringify(parcelOf(row) ?? null))
    .digest('base64url');
}
