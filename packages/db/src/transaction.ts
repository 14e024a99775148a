import type { Connection } from './connection.ts';
import type { Scope } from './scope.ts';

/** A transaction that runs on one connection, one operation after the other. */
export class RunningTransaction {
  readonly afterCommit: (() => void)[] = [];
  readonly #connection: Connection;
  #isOver = false;
  /** The last operation in line. */
  #tail: Promise<unknown> = Promise.resolve();

  constructor(
    connection: Connection,
    readonly isSpread: boolean,
  ) {
    this.#connection = connection;
  }

  /** Runs `work` when it is its turn, in that scope. */
  run<T>(scope: Scope, work: (connection: Connection) => Promise<T>): Promise<T> {
    const result = this.#tail.then(async () => {
      this.assertRunning();
      await this.#connection.enter(scope);
      return work(this.#connection);
    });
    this.#tail = result.catch(() => undefined);
    return result;
  }

  /** Statements after the end would run outside of the transaction, on a connection that serves other callers. */
  assertRunning(): void {
    if (this.#isOver) throw new Error('The transaction is over; its client can’t be used any more');
  }

  /** Resolves when all sent statements are done. */
  async finish(): Promise<void> {
    await this.#tail;
    this.#isOver = true;
  }

  /** Refuses statements that still wait, and resolves when all sent ones are done. */
  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#tail;
  }
}
