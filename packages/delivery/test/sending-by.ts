import type { SystemContext } from '../../core/src/index.ts';

type Db = SystemContext['db'];
type Send = (strings: TemplateStringsArray, ...values: unknown[]) => Promise<unknown>;

/** A client whose SQL, within transactions too, is sent by what `by` makes of the real way. */
export function sendingBy(db: Db, by: (send: Send) => Send): Db {
  return new Proxy(db, {
    get(target, name) {
      const value = Reflect.get(target, name, target);
      if (name === 'sql') return Object.assign(by(target.sql as Send), { count: by(target.sql.count) });
      if (name === 'sqlWithin') return (withinMs: number) => by(target.sqlWithin(withinMs) as Send);
      if (name === 'transaction')
        return (fn: (tx: Db) => Promise<unknown>) => target.transaction((tx) => fn(sendingBy(tx, by)));
      return value;
    },
  });
}
