import { normaliseEmail } from '@service/contract';
import type { SystemContext } from '../context.ts';

/** Finds an operator of any store by the address; undefined: there is none. */
export async function findOperator(
  system: SystemContext,
  email: string,
): Promise<{ id: string; tenantId: string } | undefined> {
  const operator = await system.db.adminUser.findFirst({
    where: { lookUp: { email: normaliseEmail(email) } },
    select: { id: true, tenantId: true },
  });
  return operator ?? undefined;
}
