import { withDeadline } from '@service/jobs/primitives';
import type { Parcel } from '@service/module-sdk';
import { awaitSlow, type Context } from '../context.ts';

/** A shopper waits for the response. */
const DEADLINE_MS = 5000;
const MAX_RATES = 100;

/** The carrier that sets an option's price. */
export interface OptionCarrier {
  name: string;
  service: string;
  whenUnavailable: 'own_price' | 'not_offered';
}

/** A price in minor units, or that the option's own price counts, or that the carrier doesn't ship there. */
export type OptionRate = number | 'own' | 'none';

/**
 * Asks each carrier once. Returns the rates by option; an option whose carrier didn't respond is left out, so it isn't offered.
 * Why by store: calls that hang only take the slots of their own store.
 */
export async function askCarriers(
  ctx: Context,
  options: readonly { id: string; carrier: OptionCarrier | null }[],
  parcel: Parcel,
): Promise<Record<string, OptionRate>> {
  const names = [...new Set(options.flatMap(({ carrier }) => carrier?.name ?? []))];
  const said = new Map(
    await Promise.all(names.map(async (name) => [name, await readRates(ctx, name, parcel)] as const)),
  );
  const entries = options.flatMap(({ id, carrier }): [string, OptionRate][] => {
    if (!carrier) return [];
    const rates = said.get(carrier.name);
    if (!rates) return carrier.whenUnavailable === 'own_price' ? [[id, 'own']] : [];
    return [[id, rates.get(carrier.service) ?? 'none']];
  });
  return Object.fromEntries(entries);
}

/** The prices of a carrier's services; undefined: it didn't respond in time. */
export async function readRates(
  ctx: Context,
  name: string,
  parcel: Parcel,
): Promise<Map<string, number> | undefined> {
  const { services, tenantId, log } = ctx;
  const ask = async () => {
    const carrier = services.modules.openCarrier(name, tenantId);
    if (!carrier) throw new Error(`No module offers the carrier ${name}`);
    const rates = await awaitSlow(ctx, () =>
      withDeadline(async () => carrier.rates(parcel), DEADLINE_MS, `the carrier ${name}`),
    );
    return new Map(rates.slice(0, MAX_RATES).map(({ service, amount }) => [service, asAmount(amount)]));
  };
  try {
    return await services.inFlight.run('carriers', tenantId, ask);
  } catch (err) {
    log.warn({ err, carrier: name }, 'a carrier did not say its rates');
    return undefined;
  }
}

function asAmount(amount: bigint): number {
  if (typeof amount !== 'bigint' || amount < 0n || amount > BigInt(Number.MAX_SAFE_INTEGER))
    throw new Error('A carrier says an amount that is none');
  return Number(amount);
}
