import { useState } from 'react';
import { type Conflict as ConflictOf, contested, merge } from '../draft.ts';
import { useIntl } from '../i18n/index.tsx';
import { Button } from './index.tsx';

interface ConflictProps<Fields extends object> {
  conflict: ConflictOf<Fields>;
  /** The label of each field. */
  labels: Record<keyof Fields, string>;
  /** How a value reads. */
  text?(name: keyof Fields, value: Fields[keyof Fields]): string;
}

/** Two people have changed the same fields: shows both values of each, and saves what is chosen. */
export function Conflict<Fields extends object>({ conflict, labels, text = asText }: ConflictProps<Fields>) {
  const { t } = useIntl();
  const { before, theirs, mine } = conflict;
  const [taken, setTaken] = useState<ReadonlySet<keyof Fields>>(new Set());
  const names = contested(before, theirs, mine);

  const merged = () => {
    const own = merge(before, theirs, mine);
    return { ...own, ...Object.fromEntries([...taken].map((name) => [name, theirs[name]])) };
  };

  return (
    <section
      className="problem justify-items-stretch overflow-x-auto bg-warn-soft text-text [&_td]:border-warn [&_th]:border-warn"
      role="alert"
      aria-label={t('conflict.title')}
    >
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
              {([true, false] as const).map((isTheirs) => (
                <td key={String(isTheirs)}>
                  <label className="flex min-h-7 items-start gap-2.5 py-1">
                    <input
                      type="radio"
                      className="mt-0.5 size-4.5 min-h-0 flex-none accent-accent"
                      name={`conflict-${String(name)}`}
                      checked={taken.has(name) === isTheirs}
                      onChange={() =>
                        setTaken(
                          (all) =>
                            new Set([...all].filter((each) => each !== name).concat(isTheirs ? name : [])),
                        )
                      }
                    />
                    <span>{text(name, (isTheirs ? theirs : mine)[name])}</span>
                  </label>
                </td>
              ))}
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
