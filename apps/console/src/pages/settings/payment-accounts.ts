import type { admin } from '../../api.ts';

export type PaymentAccount = Awaited<ReturnType<typeof admin.listPaymentAccounts>>['items'][number];

export const ACCOUNTS_KEY = ['payment-accounts'];
