import { access, type SystemContext, tenants } from '@service/core';

export interface NewStore {
  name: string;
  currency: string;
  country: string;
  owner: string;
  ownerName?: string;
}

/** Makes a store whose owner gets a new password. */
export async function createStore(system: SystemContext, { owner, ownerName, ...store }: NewStore) {
  const password = access.createPassword();
  const admin = { email: owner, password, name: ownerName };
  return { ...(await tenants.createTenant(system, { ...store, admin })), owner, password };
}

export const listStores = tenants.listTenants;
