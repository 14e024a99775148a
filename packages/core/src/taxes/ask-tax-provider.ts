import { withDeadline } from '@service/jobs/primitives';
import type { TaxQuestion, TaxRates } from '@service/module-sdk';
import { awaitSlow, type Context } from '../context.ts';

/** A shopper waits for the response. */
const DEADLINE_MS = 5000;
/** The whole, in hundredths of a percent. */
const WHOLE = 10_000;

/** The tax provider that a store has chosen. */
export interface StoreProvider {
  name: string;
  whenUnavailable: 'own_rates' | 'refuse_checkout';
}

/**
 * Returns the rates that a module's provider says, or null if it doesn't say any within the deadline. Why by store: calls that hang
 * only take the slots of their own store.
 */
export async function askTaxProvider(
  ctx: Context,
  name: string,
  question: TaxQuestion,
): Promise<TaxRates | null> {
  const { services, tenantId, log } = ctx;
  const ask = async () => {
    const taxProvider = services.modules.openTaxProvider(name, tenantId);
    if (!taxProvider) throw new Error(`No module offers the tax provider ${name}`);
    const said = await awaitSlow(ctx, () =>
      withDeadline(async () => taxProvider.rates(question), DEADLINE_MS, `the tax provider ${name}`),
    );
    return checked(said, question);
  };
  try {
    return await services.inFlight.run('tax providers', tenantId, ask);
  } catch (err) {
    log.warn({ err, taxProvider: name }, 'a tax provider did not say its rates');
    return null;
  }
}

/** Without the members that nobody asked for: what is returned is kept with the cart. */
function checked({ goods, shipping }: TaxRates, question: TaxQuestion): TaxRates {
  if (!Array.isArray(goods) || goods.length !== question.goods.length)
    throw new Error('A tax provider says a rate for each of the goods');
  return { goods: goods.map(asRate), shipping: shipping === null ? null : asRate(shipping) };
}

/** Orders keep rates with two decimals. */
function asRate(rate: number): number {
  const hundredths = Math.round(rate * 100);
  if (typeof rate !== 'number' || !(rate >= 0 && rate <= WHOLE) || Math.abs(rate * 100 - hundredths) > 1e-6)
    throw new Error('A tax provider says a rate that is none');
  return hundredths / 100;
}
