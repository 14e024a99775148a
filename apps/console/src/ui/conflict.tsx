import { useState } from 'react';
import { type Conflict as ConflictOf, difference, isSame } from '../draft.ts';
import { useIntl } from '../i18n/index.tsx';
import { Button } from './index.tsx';

interface ConflictProps<Fields extends object> {
  conflict: ConflictOf<Fields>;
  /** What each field is called. */
  labels: Record<keyof Fields, string>;
  /** How a value reads. */
  text?(name: keyof Fields, value: Fields[keyof Fields]): string;
}

/** Two people have changed the same thing: shows what each did, and merges or overwrites. */
export function Conflict<Fields extends object>({ conflict, labels, text = asText }: ConflictProps<Fields>) {
  const { t } = useIntl();
  const { before, theirs, mine } = conflict;
  const [taken, setTaken] = useState<ReadonlySet<keyof Fields>>(new Set());
  const [ofThem, ofMe] = [difference(before, theirs), difference(before, mine)];
  const names = (Object.keys(labels) as (keyof Fields)[]).filter((name) => name in ofThem || name in ofMe);
  const isContested = (name: keyof Fields) =>
    name in ofThem && name in ofMe && !isSame(theirs[name], mine[name]);

  const merged = () => {
    const own = Object.entries(ofMe).filter(([name]) => !taken.has(name as keyof Fields));
    return { ...theirs, ...Object.fromEntries(own) } as Fields;
  };

  return (
    <section className="problem conflict" role="alert" aria-label={t('conflict.title')}>
      <strong>{t('conflict.title')}</strong>
      <p>{t('conflict.hint')}</p>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('conflict.field')}</th>
            <th scope="col">{t('conflict.theirs')}</th>
            <th scope="col">{t('conflict.mine')}</th>
          </tr>
        </thead>
        <tbody>
          {names.map((name) => (
            <tr key={String(name)}>
              <th scope="row">{labels[name]}</th>
              {([true, false] as const).map((isTheirs) => {
                const value = text(name, (isTheirs ? theirs : mine)[name]);
                if (!isContested(name))
                  return <td key={String(isTheirs)}>{name in (isTheirs ? ofThem : ofMe) ? value : '–'}</td>;
                return (
                  <td key={String(isTheirs)}>
                    <label className="check">
                      <input
                        type="radio"
                        name={`conflict-${String(name)}`}
                        checked={taken.has(name) === isTheirs}
                        onChange={() =>
                          setTaken(
                            (all) =>
                              new Set([...all].filter((each) => each !== name).concat(isTheirs ? name : [])),
                          )
                        }
                      />
                      <span>{value}</span>
                    </label>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <div className="actions">
        <Button look="primary" onClick={() => conflict.resolve(merged())}>
          {t('conflict.merge')}
        </Button>
        <Button look="danger" onClick={() => conflict.resolve(mine)}>
          {t('conflict.overwrite')}
        </Button>
        <Button onClick={conflict.discard}>{t('conflict.discard')}</Button>
      </div>
    </section>
  );
}

function asText(_name: unknown, value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
