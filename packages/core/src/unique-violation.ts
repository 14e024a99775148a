import { type ErrorCode, refuse } from '@service/contract';
import { Prisma } from '@service/db';

/**
 * Turns Postgres's refusal of a second row with the same key into the error of the interface. Relying on the unique
 * key, instead of looking first, is what holds when two requests come at once.
 */
export function refuseDuplicate(
  error: unknown,
  codes: Readonly<Record<string, readonly [ErrorCode, string]>>,
): never {
  if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002') {
    const fields = JSON.stringify(error.meta ?? {});
    for (const [column, [code, detail]] of Object.entries(codes)) {
      if (fields.includes(column)) refuse(code, detail);
    }
  }
  throw error;
}
