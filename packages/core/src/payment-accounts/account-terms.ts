import { type FieldError, type operations, type ResponseOf, refuse } from '@service/contract';

type Currencies = ResponseOf<typeof operations.getPaymentAccount>['currencies'];

interface GivenTerms {
  currencies?:
    | readonly {
        currency: string;
        minimum?: number | null | undefined;
        maximum?: number | null | undefined;
      }[]
    | undefined;
}

/** The limits by currency, for the look-up in SQL. */
type StoredCurrencies = Record<string, Omit<Currencies[number], 'currency'>>;

export const COUNTRIES = {
  toStored: (countries: string[]) => [...new Set(countries.map((country) => country.toUpperCase()))].sort(),
  toShown: (countries: string[]) => countries,
};

export const CURRENCIES = {
  toStored: (given: NonNullable<GivenTerms['currencies']>): StoredCurrencies =>
    Object.fromEntries(
      given.map(({ currency, minimum = null, maximum = null }) => [
        currency.toUpperCase(),
        { minimum, maximum },
      ]),
    ),
  toShown: (stored: unknown): Currencies =>
    Object.entries(stored as StoredCurrencies)
      .map(([currency, { minimum, maximum }]) => ({ currency, minimum, maximum }))
      .sort((a, b) => (a.currency < b.currency ? -1 : 1)),
};

/** Refuses with `validation_failed` a currency that is listed twice, and a minimum above the maximum. */
export function assertTerms({ currencies = [] }: GivenTerms): void {
  const codes = currencies.map(({ currency }) => currency.toUpperCase());
  const errors = currencies.flatMap(({ minimum, maximum }, index): FieldError[] => {
    const path = `/body/currencies/${index}`;
    return [
      ...(codes.indexOf(codes[index] ?? '') === index
        ? []
        : [{ path, code: 'duplicate', message: 'is there already' }]),
      ...(minimum != null && maximum != null && minimum > maximum
        ? [{ path: `${path}/maximum`, code: 'below_minimum', message: 'is below the minimum' }]
        : []),
    ];
  });
  if (errors.length > 0) refuse('validation_failed', 'Some currencies can’t be used.', errors);
}
