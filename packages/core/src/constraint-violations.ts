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
  const violated = violatedKey(error);
  for (const [column, [code, detail]] of Object.entries(codes)) {
    if (violated?.includes(column)) refuse(code, detail);
  }
  throw error;
}

/** Names the columns of the key; a statement written by hand reports them in another place than a model operation. */
function violatedKey(error: unknown): string | undefined {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return undefined;
  if (error.code === 'P2002') return JSON.stringify(error.meta ?? {});
  const { cause } = (error.meta?.driverAdapterError ?? {}) as {
    cause?: { kind?: string; constraint?: unknown };
  };
  // Under row level security Postgres keeps the columns to itself; the name of the constraint holds them too.
  return cause?.kind === 'UniqueConstraintViolation' ? JSON.stringify(cause) : undefined;
}

/** Whether Postgres refused a row because the row that it belongs to isn't there, or goes away in this moment. */
export function isForeignKeyViolation(error: unknown): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2003';
}
