import type { operations, ResponseOf } from '@service/contract';
import { EU_RATES_READ_ON, EU_REDUCED_RATES, EU_STANDARD_RATES, inForce } from './eu-rates.ts';

/** The table as it applies on a day, `YYYY-MM-DD`. */
export function listEuRates(today: string): ResponseOf<typeof operations.getEuRates> {
  return {
    source: 'European Commission, Taxes in Europe Database',
    readOn: EU_RATES_READ_ON,
    items: Object.entries(EU_STANDARD_RATES).map(([country, rates]) => {
      const { reduced = [], lower = [] } = EU_REDUCED_RATES[country] ?? {};
      const highest = inForce(reduced, today);
      return {
        country,
        standard: inForce(rates, today)?.rateBasisPoints ?? 0,
        reduced: [...(highest ? [highest.rateBasisPoints] : []), ...lower],
      };
    }),
  };
}
