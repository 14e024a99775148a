import type { admin } from '../../api.ts';

export type PaymentAccount = Awaited<ReturnType<typeof admin.listPaymentAccounts>>['items'][number];

export const ACCOUNTS_KEY = ['payment-accounts'];

/** The values of the form; empty ones aren't sent. */
export function filled<Name extends string>(form: HTMLFormElement, names: readonly Name[]) {
  const data = new FormData(form);
  const given = names.map((name) => [name, String(data.get(name) ?? '').trim()] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== '')) as Partial<Record<Name, string>>;
}
