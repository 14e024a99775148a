import type { SystemContext } from '../../core/src/index.ts';
import { Prisma } from '../../db/src/index.ts';

type Db = SystemContext['db'];
type Send = (strings: TemplateStringsArray, ...values: unknown[]) => Promise<unknown>;

/** A client whose SQL, within transactions too, is sent by what `by` makes of the real way. It is given the whole text, in pieces. */
export function sendingBy(db: Db, by: (send: Send) => Send): Db {
  return new Proxy(db, {
    get(target, name) {
      const value = Reflect.get(target, name, target);
      if (name === 'sql')
        return Object.assign(whole(by(target.sql as Send)), { count: whole(by(target.sql.count)) });
      if (name === 'sqlWithin') return (withinMs: number) => whole(by(target.sqlWithin(withinMs) as Send));
      if (name === 'transaction')
        return (fn: (tx: Db) => Promise<unknown>, withinMs?: number) =>
          target.transaction((tx) => fn(sendingBy(tx, by)), withinMs);
      return value;
    },
  });
}

/** The same with the parts of a statement put into its text. */
function whole(send: Send): Send {
  return (strings, ...parts) => {
    const { strings: pieces, values } = Prisma.sql(strings, ...parts);
    return send(pieces as unknown as TemplateStringsArray, ...values);
  };
}
