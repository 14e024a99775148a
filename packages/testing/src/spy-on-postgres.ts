import pg from 'pg';

/** The frame of the statements: the transaction, and the scope of the connection. */
const FRAME = /^(BEGIN|COMMIT|ROLLBACK)\b|set_config/;

export interface PostgresSpy {
  /** Returns the statements that this process has sent since the last call. */
  statements(): string[];
  close(): void;
}

/** Listens to every statement that this process sends to PostgreSQL. */
export function spyOnPostgres(): PostgresSpy {
  const original = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  let sent: string[] = [];
  function query(this: pg.Client, ...args: unknown[]): unknown {
    const [statement] = args as [string | { text: string }];
    sent.push(typeof statement === 'string' ? statement : statement.text);
    return original.apply(this, args);
  }
  pg.Client.prototype.query = query as typeof pg.Client.prototype.query;
  return {
    statements() {
      const statements = sent.filter((text) => !FRAME.test(text));
      sent = [];
      return statements;
    },
    close() {
      pg.Client.prototype.query = original as typeof pg.Client.prototype.query;
    },
  };
}
