import { formatMoney } from '@service/client-js';

/** An amount in minor units as text: 1450, EUR → €14.50. */
export function money(amount: number, currency: string): string {
  return formatMoney(amount, currency, 'en');
}
