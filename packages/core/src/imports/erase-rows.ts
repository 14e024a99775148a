import type { Prisma } from '@service/db';
import type { Transaction } from '../context.ts';
import { hideTerms, type Person } from '../person.ts';

/** Everything that `normaliseEmail` trims. */
const WHITESPACE =
  ' \t\n\v\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff';

/**
 * Removes what these rows of imported files say of a person; returns how many rows it was. Rows of customers and of orders
 * of a former shop are theirs by their address, confirmed or not; of what other rows say, the confirmed address is removed.
 */
export async function eraseFromImports(
  tx: Transaction,
  { customerId, confirmedEmail }: Person,
  where: Prisma.Sql,
): Promise<number> {
  const own = await tx.db.sql.count`
    UPDATE file_import_rows t SET data = 'null', reason = 'The customer was erased.'
    FROM file_imports i, customers c
    WHERE t.tenant_id = ${tx.tenantId}::uuid AND ${where}
      AND i.tenant_id = ${tx.tenantId}::uuid AND i.id = t.import_id AND i.kind IN ('customers', 'former_orders')
      AND c.tenant_id = ${tx.tenantId}::uuid AND c.id = ${customerId}::uuid
      AND lower(btrim(t.data ->> 'email', ${WHITESPACE})) = c.email`;
  const terms = confirmedEmail === null ? [] : [confirmedEmail];
  const named = await hideTerms(tx, { table: 'file_import_rows', columns: ['data', 'reason'], terms, where });
  return own + named;
}
