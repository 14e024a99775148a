import type { Locale } from '@service/contract';

type Names = Readonly<Record<Locale, string>>;

const BY_PROVIDER: ReadonlyMap<string, Names> = new Map([
  [
    'stripe',
    {
      en: 'Card or wallet',
      de: 'Karte oder Wallet',
      fr: 'Carte ou portefeuille numérique',
      es: 'Tarjeta o monedero digital',
    },
  ],
  [
    'manual',
    {
      en: 'Bank transfer',
      de: 'Überweisung',
      fr: 'Virement bancaire',
      es: 'Transferencia bancaria',
    },
  ],
  ['fake', { en: 'Test payment', de: 'Testzahlung', fr: 'Paiement de test', es: 'Pago de prueba' }],
]);

const OF_MODULES: Names = {
  en: 'Online payment',
  de: 'Online-Zahlung',
  fr: 'Paiement en ligne',
  es: 'Pago en línea',
};

/** The names that shoppers see if the store has set none: the account's own name is for operators. */
export function defaultNames(provider: string): Names {
  return BY_PROVIDER.get(provider) ?? OF_MODULES;
}
