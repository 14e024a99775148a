/** What the payment provider sends; members beyond these are read with care, because they are somebody else's. */
export interface ProviderEvent {
  id: string;
  type: string;
  /** Unix seconds, by the provider's clock. */
  created?: number | undefined;
  data: { object: ProviderObject };
}

export type ProviderObject = {
  id?: string | null | undefined;
  metadata?: Record<string, unknown> | null | undefined;
} & Record<string, unknown>;

/** A member that is text; the provider may send a reference as its id or as the whole object. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'string' && value !== '') return value;
  const { id } = (typeof value === 'object' && value !== null ? value : {}) as { id?: unknown };
  return typeof id === 'string' && id !== '' ? id : undefined;
}

/** A member that is an amount in minor units. */
export function amountOf(value: unknown): bigint | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? BigInt(value) : undefined;
}

/** A member that is a currency, as this service stores it. */
export function currencyOf(value: unknown): string | undefined {
  return typeof value === 'string' && /^[a-z]{3}$/i.test(value) ? value.toUpperCase() : undefined;
}

/** When it happened by the provider's clock; an event that doesn't say so is older than any that does. */
export function timeOf({ created }: ProviderEvent): bigint {
  return created !== undefined && Number.isSafeInteger(created) && created > 0 ? BigInt(created) : 0n;
}
