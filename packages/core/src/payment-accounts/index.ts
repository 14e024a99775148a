export {
  createPaymentAccount,
  deletePaymentAccount,
  getPaymentAccount,
  listPaymentAccounts,
  updatePaymentAccount,
} from './accounts.ts';
export {
  type CallbackAccount,
  findCallbackAccount,
  findManualAccount,
  firstAccount,
  providerOf,
  readShownAccount,
  type ShowableAccount,
  type ShownAccount,
  showAccount,
} from './find-account.ts';
export {
  ACCOUNT_ORDER,
  countryOfBuyer,
  IS_OFFERED,
  isStillOffered,
  listOfferedAccounts,
  type Payable,
} from './offered-accounts.ts';
export type { ForProvider, Reached } from './provider-turns.ts';
