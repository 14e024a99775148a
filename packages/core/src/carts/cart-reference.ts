import { createHash } from 'node:crypto';
import { Prisma } from '@service/db';

/**
 * How events name a cart. Its id opens it for whoever has that, e-mail and address included, and events go to subscribers that may not
 * read orders. The digest leads from a cart to its events, and not back.
 */
export function cartReference(cartId: string): string {
  const digits = createHash('sha256').update(cartId).digest('hex').slice(0, 32);
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** The same as SQL, of a column. */
export function cartReferenceSql(column: string): Prisma.Sql {
  return Prisma.raw(
    `encode(substring(sha256(convert_to(${column}::text, 'UTF8')) FROM 1 FOR 16), 'hex')::uuid`,
  );
}
