import type { UseQueryResult } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';
import { useIntl } from '../i18n/index.tsx';
import { Button, Field, Loaded } from './index.tsx';

/** A query string with these changes: what is empty goes, and another filter begins at the first page. */
export function changed<Search extends object>(before: Search, next: Partial<Record<keyof Search, string>>) {
  const all: Record<string, string | undefined> = { ...before, page: undefined, cursor: undefined, ...next };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value)) as Search;
}

/** The default sort key of the service's lists. */
export const NEWEST = '-createdAt';

interface SearchFieldProps {
  label: string;
  /** The current search text. */
  q: string | undefined;
  maxLength?: number;
  onSearch(q: string): void;
}

/** Searches when it is sent, not with every letter. */
export function SearchField({ label, q = '', maxLength = 255, onSearch }: SearchFieldProps) {
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    onSearch(String(new FormData(event.currentTarget).get('q')).trim());
  }
  return (
    <form onSubmit={submit} className="field">
      <Field key={q} label={label} name="q" type="search" defaultValue={q} maxLength={maxLength} />
    </form>
  );
}

interface PagerProps {
  page: number;
  pageSize: number;
  total: number;
  isTotalCapped?: boolean | undefined;
  /** The cursor by which the list continues beyond the numbered pages. */
  nextCursor?: string | null | undefined;
  /** The beginning of this page, if it has no number. */
  cursor?: string | undefined;
  onPage(page: string): void;
  onCursor?(cursor: string): void;
}

function Pager({ page, pageSize, total, isTotalCapped, nextCursor, cursor, onPage, onCursor }: PagerProps) {
  const { t } = useIntl();
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const isLast = cursor !== undefined || page >= pages;
  const further = isLast && onCursor && nextCursor ? () => onCursor(nextCursor) : undefined;
  if (pages === 1 && page === 1 && !cursor && !further) return null;
  const place = cursor
    ? t('common.further')
    : t('common.page', { page, pages: isTotalCapped ? `${pages}+` : pages });
  return (
    <nav className="row" aria-label={place}>
      {cursor ? (
        <Button onClick={() => onPage('')}>{t('common.first')}</Button>
      ) : (
        <Button disabled={page <= 1} onClick={() => onPage(String(page - 1))}>
          {t('common.previous')}
        </Button>
      )}
      <span>{place}</span>
      <Button disabled={isLast && !further} onClick={further ?? (() => onPage(String(page + 1)))}>
        {t('common.next')}
      </Button>
    </nav>
  );
}

/** An empty list says so, and what to do next. */
export function Empty({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className="grid justify-items-start gap-3.5 py-2">
      <p className="quiet">{text}</p>
      {children}
    </div>
  );
}

interface Listed<Row> extends Pick<PagerProps, 'total' | 'isTotalCapped' | 'nextCursor'> {
  items: readonly Row[];
}

interface PagedProps<Row> extends Omit<PagerProps, keyof Listed<Row>> {
  query: UseQueryResult<Listed<Row>>;
  /** Shown in place of an empty list. */
  empty: ReactNode;
}

/** One page of a list. */
export function Paged<Row>({
  query,
  empty,
  children,
  ...pager
}: PagedProps<Row> & { children(rows: readonly Row[]): ReactNode }) {
  return (
    <Loaded query={query}>
      {({ items, total, isTotalCapped, nextCursor }) =>
        // A search looks at some thousand rows for a page: there may be more behind those.
        items.length === 0 && !(nextCursor && pager.onCursor) ? (
          empty
        ) : (
          <>
            {children(items)}
            <Pager {...pager} {...{ total, isTotalCapped, nextCursor }} />
          </>
        )
      }
    </Loaded>
  );
}

type Line = readonly [name: string, value: string];

/** A sum with its parts, as on an invoice. */
export function Sums({ of, total }: { of: readonly Line[]; total: Line }) {
  return (
    <dl className="ms-auto grid w-full max-w-90 gap-1 tabular-nums">
      {[...of, total].map(([name, value], at) => (
        <div
          key={at}
          className={`flex justify-between gap-4 ${at === of.length ? 'border-t border-line pt-1.5 font-[650]' : ''}`}
        >
          <dt className="wrap-anywhere">{name}</dt>
          <dd className="whitespace-nowrap">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
