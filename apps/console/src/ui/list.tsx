import type { UseQueryResult } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';
import { useIntl } from '../i18n/index.tsx';
import { Button, Field, Loaded, Table } from './index.tsx';

/** A query string with these changes: what is empty goes, and another filter begins at the first page. */
export function changed<Search extends object>(before: Search, next: Partial<Record<keyof Search, string>>) {
  const all: Record<string, string | undefined> = { ...before, page: undefined, ...next };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value)) as Search;
}

interface SearchFieldProps {
  label: string;
  /** What is searched for now. */
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
  onPage(page: string): void;
}

function Pager({ page, pageSize, total, onPage }: PagerProps) {
  const { t } = useIntl();
  const pages = Math.max(1, Math.ceil(total / pageSize));
  if (pages === 1 && page === 1) return null;
  return (
    <nav className="row" aria-label={t('common.page', { page, pages })}>
      <Button disabled={page <= 1} onClick={() => onPage(String(page - 1))}>
        {t('common.previous')}
      </Button>
      <span>{t('common.page', { page, pages })}</span>
      <Button disabled={page >= pages} onClick={() => onPage(String(page + 1))}>
        {t('common.next')}
      </Button>
    </nav>
  );
}

/** An empty list says so, and what to do next. */
export function Empty({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className="empty">
      <p className="quiet">{text}</p>
      {children}
    </div>
  );
}

interface PagedTableProps<Row> extends Omit<PagerProps, 'total'> {
  query: UseQueryResult<{ items: readonly Row[]; total: number }>;
  label: string;
  head: readonly string[];
  /** What stands there where nothing is. */
  empty: ReactNode;
  children(row: Row): ReactNode;
}

/** One page of a list, with a row for each. */
export function PagedTable<Row>({ query, label, head, empty, children, ...pager }: PagedTableProps<Row>) {
  return (
    <Loaded query={query}>
      {({ items, total }) =>
        items.length === 0 ? (
          empty
        ) : (
          <>
            <Table label={label} head={head}>
              {items.map(children)}
            </Table>
            <Pager {...pager} total={total} />
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
    <dl className="sums">
      {of.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      <div className="sum">
        <dt>{total[0]}</dt>
        <dd>{total[1]}</dd>
      </div>
    </dl>
  );
}
