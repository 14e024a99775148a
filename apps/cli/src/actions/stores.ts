import { type Config, queueConnection } from '@service/config';
import { access, type SystemContext, tenants } from '@service/core';
import { openDeliveryQueue } from '@service/delivery/enqueue';
import { queueProblem } from '@service/jobs';
import { CommandError } from '../exit-codes.ts';

export interface NewStore {
  name: string;
  currency: string;
  country: string;
  owner: string;
  ownerName?: string;
}

/** Creates a store whose owner gets a new password. */
export async function createStore(system: SystemContext, { owner, ownerName, ...store }: NewStore) {
  const password = access.createPassword();
  const admin = { email: owner, password, name: ownerName };
  return { ...(await tenants.createTenant(system, { ...store, admin })), owner, password };
}

export const listStores = tenants.listTenants;

export async function findStore(system: SystemContext, id: string): Promise<tenants.ListedTenant> {
  const found = await tenants.findTenant(system, id);
  if (!found) throw new CommandError(`There is no store ${id}.`);
  return found;
}

export async function suspendStore(system: SystemContext, id: string): Promise<tenants.ListedTenant> {
  await tenants.suspendTenant(system.forTenant(id, { kind: 'cli' }));
  return findStore(system, id);
}

export async function resumeStore(system: SystemContext, id: string): Promise<tenants.ListedTenant> {
  const result = await tenants.resumeTenant(system.forTenant(id, { kind: 'cli' }));
  const found = await findStore(system, id);
  if (result === 'being-deleted')
    throw new CommandError(
      `${found.name} is being deleted, and can’t be opened again. Its export can be restored into an empty database.`,
    );
  return found;
}

/** Has a worker send the deliveries that waited. Failure policy: while the queue is unavailable, the worker's poll finds them. */
export async function sendWaiting(config: Config, id: string): Promise<'sent' | 'left to the poll'> {
  const connection = queueConnection(config);
  if (await queueProblem(connection)) return 'left to the poll';
  const queue = openDeliveryQueue(connection, () => {});
  try {
    await queue.addTenants([id]);
    return 'sent';
  } catch {
    return 'left to the poll';
  } finally {
    await queue.close();
  }
}
