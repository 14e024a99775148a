import type { ProviderEvent } from '@service/module-sdk';

export type { ProviderEvent, ProviderObject } from '@service/module-sdk';

/** The body of a callback in the service's own event shape; other members are kept as they are. */
export function asProviderEvent(body: unknown): ProviderEvent | undefined {
  const { id, type, created, data } = (body ?? {}) as Partial<Record<keyof ProviderEvent, unknown>>;
  const { object } = (data ?? {}) as { object?: unknown };
  const isText = (value: unknown) => typeof value === 'string' && value !== '' && value.length <= 255;
  const isTime = created === undefined || Number.isSafeInteger(created);
  const isEvent = isText(id) && isText(type) && isTime && typeof object === 'object' && object !== null;
  return isEvent ? (body as ProviderEvent) : undefined;
}

/** Returns a member that is text; the provider may send a reference as its id or as the whole object. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'string' && value !== '') return value;
  const { id } = (typeof value === 'object' && value !== null ? value : {}) as { id?: unknown };
  return typeof id === 'string' && id !== '' ? id : undefined;
}

/** Returns a member that is an amount in minor units. */
export function amountOf(value: unknown): bigint | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? BigInt(value) : undefined;
}

/** Returns a member that is a currency, as this service stores it. */
export function currencyOf(value: unknown): string | undefined {
  return typeof value === 'string' && /^[a-z]{3}$/i.test(value) ? value.toUpperCase() : undefined;
}

/** The year 3000: a later time is a mistake, and times that are far later fit no date. */
const LATEST_SECONDS = 32_503_680_000n;

/** Returns a member that is a time in seconds. */
export function secondsOf(value: unknown): bigint | undefined {
  const seconds = amountOf(value);
  return seconds !== undefined && seconds <= LATEST_SECONDS ? seconds : undefined;
}

/** The time of the event by the provider's clock; an event without one is older than any with one. */
export function timeOf({ created }: ProviderEvent): bigint {
  return secondsOf(created) ?? 0n;
}
