const DISK_FULL = '53100';
const STATEMENT_TIMEOUT = '57014';
const LOCK_TIMEOUT = '55P03';

/** When two transactions wait for each other, PostgreSQL cancels one. */
const CONFLICTS = new Set(['40001', '40P01']);

/** Codes of PostgreSQL and of sockets that mean "the database is away", and not "the statement is wrong". */
const AWAY = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  '08000',
  '08003',
  '08006',
  // A lock, statement or idle timeout of the server's.
  '25P03',
  // A server that was demoted accepts no writes; a new connection uses the primary.
  '25006',
  LOCK_TIMEOUT,
  STATEMENT_TIMEOUT,
  '53000',
  '53200',
  '53300',
  '58030',
  DISK_FULL,
  '57P01',
  '57P02',
  '57P03',
]);

const AWAY_MESSAGES: readonly RegExp[] = [
  /timeout exceeded when trying to connect|Connection terminated|(connection error|was closed) and is not queryable/,
  // A coordinator of Citus lost a node while it asked it, which it reports as an internal error: by the words of PostgreSQL's
  // client, and when the transaction begins or commits there.
  /server closed the connection unexpectedly|could not (send data to|receive data from) server|SSL SYSCALL error/,
  /failure on connection marked as essential|failed to prepare transaction|could not commit transaction for shard/,
  // An upgrade has revoked the right to write, a moment before the process knows of it.
  /permission denied for table/,
];

interface ErrorLink {
  code?: unknown;
  message?: string;
  cause?: ErrorLink;
}

/** Whether a later try may succeed because the database was away or restarting. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return linksOf(error).some(
    ({ code, message = '' }) =>
      (typeof code === 'string' && AWAY.has(code)) || AWAY_MESSAGES.some((words) => words.test(message)),
  );
}

/** Whether the database has no room left on its disk. */
export function isDatabaseFull(error: unknown): boolean {
  return linksOf(error).some(({ code }) => code === DISK_FULL);
}

/** Whether the server itself cancelled a statement that took too long, or waited too long for a lock. */
export function hasTakenTooLong(error: unknown): boolean {
  return linksOf(error).some(({ code }) => code === STATEMENT_TIMEOUT || code === LOCK_TIMEOUT);
}

/** Whether the same may succeed now: two transactions conflicted, and this one was rolled back. */
export function isDatabaseConflict(error: unknown): boolean {
  return linksOf(error).some(({ code }) => typeof code === 'string' && CONFLICTS.has(code));
}

/** The error and what caused it, outermost first. */
function linksOf(error: unknown): ErrorLink[] {
  const links: ErrorLink[] = [];
  let link = error instanceof Error ? (error as ErrorLink) : undefined;
  for (; link; link = link.cause) links.push(link);
  return links;
}
