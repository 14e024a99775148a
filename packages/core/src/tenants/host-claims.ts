import { isIP } from 'node:net';
import { type operations, type ResponseOf, refuse } from '@service/contract';
import type { StoreHostClaimModel } from '@service/db';
import type { Context, Transaction } from '../context.ts';

export type PresentedHostProof = ResponseOf<typeof operations.verifyStoreHost>;

/** The TXT record with which a host's owner proves which store it belongs to. */
export function proofRecord({ tenantId, host }: { tenantId: string; host: string }) {
  return { name: `_commerce-service.${host}`, value: `store=${tenantId}` };
}

export function presentHostProof(claim: StoreHostClaimModel): PresentedHostProof {
  return {
    host: claim.host,
    status: claim.proof === null ? 'pending' : 'proven',
    proof: claim.proof as PresentedHostProof['proof'],
    record: { type: 'TXT', ...proofRecord(claim) },
    checkedAt: claim.checkedAt?.toISOString() ?? null,
    missingSince: claim.missingSince?.toISOString() ?? null,
  };
}

/** Refuses hosts that no store can own: addresses, names of a single machine, and the deployment's own. */
export function assertClaimable({ services }: Context, hosts: readonly string[]): void {
  const errors = hosts.flatMap((given, index) => {
    const host = given.toLowerCase();
    const isNobodys = isIP(host) !== 0 || !host.includes('.') || host.endsWith('.localhost');
    if (!isNobodys && !services.ownHosts.includes(host)) return [];
    const message = isNobodys ? 'must be a name on the public internet' : 'is the deployment’s own';
    return [{ path: `/body/storeHosts/${index}`, code: 'format', message }];
  });
  if (errors.length > 0) refuse('validation_failed', 'Some of the hosts can’t be a store’s.', errors);
}

/** Unchanged hosts stay proven; a new one doesn't identify a store until it is proven. */
export async function writeHostClaims(tx: Transaction, hosts: readonly string[]): Promise<void> {
  const { db, tenantId } = tx;
  const gone = { host: { notIn: [...hosts] } };
  await db.storeHost.deleteMany({ where: gone });
  await db.storeHostClaim.deleteMany({ where: gone });
  await db.storeHostClaim.createMany({
    data: hosts.map((host) => ({ tenantId, host, createdAt: tx.now(), nextCheckAt: tx.now() })),
    skipDuplicates: true,
  });
}
