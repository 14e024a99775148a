/**
 * The currencies in which Stripe counts in other units than ISO 4217: how many of its units are how many of ours. Krónur and
 * shillings have two digits there that are always 0, and an ariary isn't divided.
 * https://docs.stripe.com/currencies#special-cases
 */
const UNITS: Readonly<Record<string, readonly [stripes: bigint, ours: bigint]>> = {
  ISK: [100n, 1n],
  UGX: [100n, 1n],
  MGA: [1n, 100n],
};

/** Stripe counts these in thousandths and accepts multiples of ten only. https://docs.stripe.com/currencies#three-decimal */
const IN_TENS: ReadonlySet<string> = new Set(['BHD', 'JOD', 'KWD', 'OMR', 'TND']);

/** The members of Stripe's objects that are amounts, in the object's currency. */
const AMOUNTS = [
  'amount',
  'amount_capturable',
  'amount_captured',
  'amount_received',
  'amount_refunded',
] as const;

/** An amount that Stripe can't express: a repetition would fail too. */
export class UnsupportedAmount extends Error {}

/** Throws `UnsupportedAmount` if Stripe can't express it. */
export function toStripeAmount(amount: bigint, currency: string): number {
  const [stripes, ours] = UNITS[currency] ?? [1n, 1n];
  if ((amount * stripes) % ours !== 0n)
    throw new UnsupportedAmount(`Stripe takes no part of a whole ${currency}`);
  if (IN_TENS.has(currency) && amount % 10n !== 0n)
    throw new UnsupportedAmount(`Stripe takes ${currency} in steps of 0.010`);
  return Number((amount * stripes) / ours);
}

export function fromStripeAmount(amount: number, currency: string): number {
  const [stripes, ours] = UNITS[currency.toUpperCase()] ?? [1n, 1n];
  return (amount * Number(ours)) / Number(stripes);
}

/** An object of an event with its amounts in our units. */
export function inOurUnits<T extends Record<string, unknown>>(object: T): T {
  const { currency } = object;
  if (typeof currency !== 'string' || !UNITS[currency.toUpperCase()]) return object;
  const changed = AMOUNTS.flatMap((name) => {
    const amount = object[name];
    return typeof amount === 'number' ? [[name, fromStripeAmount(amount, currency)] as const] : [];
  });
  return { ...object, ...Object.fromEntries(changed) };
}
