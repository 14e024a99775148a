export { createAddress, deleteAddress, listAddresses, replaceAddress } from './addresses.ts';
export {
  createCustomer,
  disableCustomer,
  enableCustomer,
  getCustomer,
  listCustomers,
  recheckVat,
  updateCustomer,
} from './admin-customers.ts';
export { confirmEmailChange, requestEmailChange } from './change-email.ts';
export { listConsents, listOwnConsents, recordConsent, recordOwnConsent } from './consents.ts';
export { beginErasing, eraseCustomer } from './erase-customer.ts';
export { exportCustomers } from './export-customers.ts';
export {
  getCustomerImport,
  importCustomers,
  listRefusedCustomers,
  processCustomerImports,
} from './import/import-customers.ts';
export { holdCustomer, lockCustomer, requireCustomerId } from './lock-customer.ts';
export { changePassword, getOwnProfile, stepUp, updateOwnProfile } from './own-profile.ts';
export { purgeExpired } from './purge-expired.ts';
export { registerCustomer, requestVerification, verifyEmail } from './register.ts';
export { requestReset, resetPassword } from './reset-password.ts';
export { customerPrincipal, type FoundSession, findSession, login, logout } from './sessions.ts';
export { countWaitingVatChecks, findDueVatChecks } from './vat-checks/claim-check.ts';
export { runVatCheck } from './vat-checks/run-check.ts';
