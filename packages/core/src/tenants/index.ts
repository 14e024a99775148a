export { createTenant, type PresentedTenant } from './create-tenant.ts';
export { findStore, findStoreByHost, findStoresByOrigin } from './find-store.ts';
export { findTenant, type ListedTenant, listTenants } from './list-tenants.ts';
export { findPortalLook, getPortalSettings, putPortalSettings } from './portal-settings.ts';
export { assignStoreHost, checkDueHosts, verifyStoreHost } from './prove-hosts.ts';
export { setRateLimit } from './set-rate-limit.ts';
export { getSettings, type PresentedSettings, replaceSettings } from './settings.ts';
export { getSetupStatus } from './setup-status.ts';
export { getStoreConfig } from './store-config.ts';
export {
  type AssertOpen,
  createSuspensions,
  resumeTenant,
  SUSPENSION_KNOWN_MS,
  type Suspension,
  suspendTenant,
} from './suspensions.ts';
export { raiseShippingVersion, setPricesIncludeTax, setRequiredTexts } from './tenant-columns.ts';
