import { isServiceError } from '@service/client-js';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { type ComponentProps, type ReactNode, useEffect, useId, useState } from 'react';
import { catchFocus } from '../focus.ts';
import { useIntl } from '../i18n/index.tsx';
import { useRefusals } from '../i18n/refusals.ts';
import { useLook } from '../look.ts';
import { PAGES } from '../site-map.ts';
import { Button } from './button.tsx';
import { SaveArea } from './saving.tsx';

export { Button } from './button.tsx';

type Tone = 'good' | 'bad' | 'warn' | 'idle';

/** A state, in colour and in words. */
export function Badge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span
      data-tone={tone}
      className={`inline-flex items-center gap-1.5 justify-self-start rounded-full px-2.5 py-px text-[0.82rem] font-semibold whitespace-nowrap before:size-[7px] before:rounded-full before:bg-current before:content-[''] ${TONES[tone]}`}
    >
      {children}
    </span>
  );
}

const TONES: Record<Tone, string> = {
  good: 'bg-good-soft text-good',
  bad: 'bg-bad-soft text-bad',
  warn: 'bg-warn-soft text-warn',
  idle: 'bg-idle-soft text-text',
};

interface FieldProps extends ComponentProps<'input'> {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
}

/** A decimal stands in it as the reader types it: `value`, `defaultValue` and `placeholder` are “12.50” or “12,50”. */
export function Field({ label, hint, error, ...given }: FieldProps) {
  const id = useId();
  const input = useDecimals(given);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input {...input} id={id} aria-describedby={`${id}-about`} aria-invalid={error ? true : undefined} />
      <p id={`${id}-about`} className={error ? 'hint bad-text' : 'hint'}>
        {error ?? hint}
      </p>
    </div>
  );
}

function useDecimals(input: ComponentProps<'input'>) {
  const { typed } = useIntl();
  // The browser writes a number's itself.
  if (input.inputMode !== 'decimal' || input.type === 'number') return input;
  const names = ['value', 'defaultValue', 'placeholder'] as const;
  const texts = names.flatMap((name) => (input[name] ? [[name, typed(String(input[name]))] as const] : []));
  return { ...input, ...Object.fromEntries(texts) };
}

interface SelectProps {
  label: string;
  value: string;
  options: readonly (readonly [value: string, text: string])[];
  onChange(value: string): void;
}

export function Select({ label, value, options, onChange }: SelectProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map(([each, text]) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}

interface CheckProps {
  label: ReactNode;
  checked: boolean;
  disabled?: boolean;
  onChange(checked: boolean): void;
}

export function Check({ label, checked, disabled = false, onChange }: CheckProps) {
  return (
    <label className="flex min-h-7 items-start gap-2.5 py-1">
      <input
        type="checkbox"
        className="mt-0.5 size-4.5 flex-none accent-accent"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>{label}</span>
    </label>
  );
}

/** Title and actions of a page; the title is the browser's too. */
export function Page({
  title,
  actions,
  children,
}: {
  title: string;
  actions?: ReactNode;
  children: ReactNode;
}) {
  const { t } = useIntl();
  const look = useLook();
  useEffect(() => {
    document.title = `${title} – ${look?.name ?? t('app.name')}`;
  }, [title, look, t]);
  useEffect(catchFocus, []);
  return (
    <>
      <div className="flex min-h-10 flex-wrap items-center justify-between gap-x-5 gap-y-3">
        <h1 tabIndex={-1}>{title}</h1>
        <div className="actions">{actions}</div>
      </div>
      <SaveArea>{children}</SaveArea>
    </>
  );
}

export function Card({
  title,
  actions,
  children,
}: {
  title?: string;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="card">
      {title && (
        <div className="card-head">
          <h2>{title}</h2>
          {actions}
        </div>
      )}
      {children}
    </section>
  );
}

/** A wide table scrolls in its own box, by keyboard too. */
export function Table({
  label,
  head,
  look = '',
  children,
}: {
  label: string;
  head: readonly string[];
  /** All but the first column are amounts. */
  look?: 'amounts' | '';
  children: ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard (WCAG 2.1.1).
    <section className={`table-box ${look}`} tabIndex={0} aria-label={label}>
      <table>
        <thead>
          <tr>
            {head.map((each) => (
              <th key={each} scope="col">
                {each}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}

/** The result of a query: never an empty list where loading failed. */
export function Loaded<T>({
  query,
  children,
}: {
  query: UseQueryResult<T>;
  children: (data: T) => ReactNode;
}) {
  const { t } = useIntl();
  if (query.data !== undefined) {
    return (
      <>
        {query.error && <Problem error={query.error} onRetry={() => query.refetch()} />}
        {children(query.data)}
      </>
    );
  }
  if (isServiceError(query.error, 'not_found') || isWrongAddress(query.error)) return <Missing />;
  if (query.error) return <Problem error={query.error} onRetry={() => query.refetch()} />;
  return (
    <div role="status" aria-label={t('common.loading')} className="grid max-w-2xl gap-3 py-2">
      {['w-1/3', 'w-full', 'w-5/6', 'w-2/3'].map((width) => (
        <div key={width} className={`h-4 rounded bg-idle-soft motion-safe:animate-pulse ${width}`} />
      ))}
    </div>
  );
}

/** The id in the page's address is no id. */
function isWrongAddress(error: unknown): boolean {
  return (
    isServiceError(error, 'validation_failed') &&
    error.errors.length > 0 &&
    error.errors.every(({ path }) => path.startsWith('/params/'))
  );
}

/** To try again doesn't help: it leads to the list that the thing would be in. */
function Missing() {
  const { t } = useIntl();
  const { pathname } = useLocation();
  const list = PAGES.find(({ to }) => to !== '/' && pathname.startsWith(`${to}/`));
  return (
    <div className="problem" role="alert">
      <strong>{t('common.missing')}</strong>
      {list && <Link to={list.to}>{t('common.backTo', { page: t(list.name) })}</Link>}
    </div>
  );
}

/** Why something failed, in the words of the service, with the id by which it finds the request. */
export function Problem({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { t } = useIntl();
  const refusals = useRefusals();
  if (!error) return null;
  return (
    <div className="problem" role="alert">
      <strong>{refusals.ofError(error)}</strong>
      {isServiceError(error) && error.errors.length > 0 && (
        <ul>
          {error.errors.map((each) => (
            <li key={each.path}>
              <code>{each.path.replace('/body/', '')}</code> {refusals.ofField(each)}
            </li>
          ))}
        </ul>
      )}
      {isServiceError(error) && <small>{t('common.requestId', { id: error.requestId })}</small>}
      {onRetry && <Button onClick={onRetry}>{t('common.retryLoad')}</Button>}
    </div>
  );
}

/** `isDue`: of what is to come, which is never in the past; what should have been by now is due now. */
export function Time({ iso, isDue = false }: { iso: string; isDue?: boolean }) {
  const { dateTime, relative } = useIntl();
  const now = useNow();
  return (
    <time dateTime={iso} title={dateTime(iso)}>
      {relative(iso, isDue ? Math.min(now, Date.parse(iso)) : now)}
    </time>
  );
}

/** The time, updated every ten seconds. */
function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 10_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

export function Copy({ text, label }: { text: string; label?: string }) {
  const { t } = useIntl();
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [isCopied]);
  return (
    <Button onClick={() => navigator.clipboard.writeText(text).then(() => setCopied(true))}>
      <span aria-live="polite">{isCopied ? t('common.copied') : (label ?? t('common.copy'))}</span>
    </Button>
  );
}

/** Text in its own box, of any length: it scrolls there. */
export function Code({ text, label }: { text: string; label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard (WCAG 2.1.1).
    <section className="code" tabIndex={0} aria-label={label}>
      <pre>{text}</pre>
    </section>
  );
}

export function Facts({ of }: { of: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,230px),1fr))] gap-x-6 gap-y-2 in-[.dialog]:grid-cols-[repeat(auto-fill,minmax(min(100%,140px),1fr))]">
      {of.map(([name, value]) => (
        <div key={name}>
          <dt className="text-[0.8rem] text-quiet">{name}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
