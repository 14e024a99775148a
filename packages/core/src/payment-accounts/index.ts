export {
  createPaymentAccount,
  deletePaymentAccount,
  getPaymentAccount,
  listPaymentAccounts,
  updatePaymentAccount,
} from './accounts.ts';
export { activeAccount, type CallbackAccount, findCallbackAccount, providerOf } from './find-account.ts';
export type { ForProvider, Reached } from './provider-turns.ts';
