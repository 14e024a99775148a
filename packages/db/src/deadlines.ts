/** The database's deadlines; each in milliseconds, 0: no limit. */
export interface Deadlines {
  /** Taking a connection from the pool, opening one included. */
  connectMs: number;
  /** Postgres ends a statement after this long; some seconds later its connection counts as lost. */
  statementMs: number;
  /** Postgres ends a statement that has waited this long for a lock. */
  lockMs: number;
  /** The time from BEGIN to COMMIT. */
  transactionMs: number;
  /** Postgres ends a transaction that has sent nothing for this long: its process is frozen or gone. */
  idleInTransactionMs: number;
}

/** The way in which a process uses the database. */
export type KindOfWork = 'api' | 'worker' | 'long';

/** `long` is for commands that an operator waits for: they may read or rewrite whole tables. */
export const DEADLINES: Readonly<Record<KindOfWork, Deadlines>> = {
  api: {
    connectMs: 5_000,
    statementMs: 10_000,
    lockMs: 8_000,
    transactionMs: 30_000,
    idleInTransactionMs: 20_000,
  },
  worker: {
    connectMs: 10_000,
    statementMs: 20_000,
    lockMs: 8_000,
    transactionMs: 60_000,
    idleInTransactionMs: 20_000,
  },
  long: {
    connectMs: 10_000,
    statementMs: 600_000,
    lockMs: 60_000,
    transactionMs: 1_800_000,
    idleInTransactionMs: 60_000,
  },
};

/** The client waits this much longer than the server, which cancels a slow statement and keeps the connection. */
export const GRACE_MS = 2_000;

/**
 * The client waits this much longer where a statement has a limit of its own: the limit doesn't hold for the commit at its end,
 * which waits for the disk.
 */
export const LATE_COMMIT_MS = 5_000;

/** Makes the client's error for a server that doesn't respond; its code counts as "the database is away". */
export function silence(what: string, ms: number): Error {
  return Object.assign(new Error(`${what} took longer than ${ms} ms; its connection was closed`), {
    code: 'ETIMEDOUT',
  });
}

/** The statement by which the server cancels later statements after this time, also those that wait for a lock. */
export function limitStatement(
  { statementMs, lockMs }: Pick<Deadlines, 'statementMs' | 'lockMs'>,
  isLocal = false,
): string {
  const local = isLocal ? 'LOCAL ' : '';
  return `SET ${local}statement_timeout = ${statementMs}; SET ${local}lock_timeout = ${lockMs}`;
}

/** The statement that sets the server's deadlines for one transaction, where a session is shared. */
export function deadlinesStatement({ statementMs, lockMs, idleInTransactionMs }: Deadlines): string {
  return `SELECT set_config('statement_timeout', '${statementMs}', true), set_config('lock_timeout', '${lockMs}', true), set_config('idle_in_transaction_session_timeout', '${idleInTransactionMs}', true)`;
}
