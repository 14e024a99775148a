export { createTenant, type PresentedTenant } from './create-tenant.ts';
export { findStore } from './find-store.ts';
