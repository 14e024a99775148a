import { ArrowDown, ArrowUp, ChevronsUpDown, ImageOff } from 'lucide-react';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { useIntl } from '../i18n/index.tsx';
import { Check } from './index.tsx';

export interface Column<Row> {
  title: string;
  cell(row: Row): ReactNode;
  /** `figure`: at the end of its column, in one line. `line`: in one line. `picture`: without a title in sight. Absent: text that wraps. */
  kind?: 'figure' | 'line' | 'picture';
  /** The sort key of its rows, where all rows of the list are here; where they aren't, the service's name of it. */
  sortBy?: string | ((row: Row) => string | number);
}

export interface Selection<Row> {
  picked: ReadonlySet<string>;
  onPick(ids: ReadonlySet<string>): void;
  /** Absent: each. */
  mayPick?(row: Row): boolean;
  nameOf(row: Row): string;
  /** How many at once. */
  most?: number;
  /** The actions on the selected rows. */
  actions: ReactNode;
}

interface DataTableProps<Row> {
  label: string;
  /** The first that is no picture is what the row is called, and leads to it. */
  columns: readonly Column<NoInfer<Row>>[];
  rows: readonly Row[];
  selection?: Selection<Row> | undefined;
  /** The sort key of the service; with a minus descending. */
  sort?: string | undefined;
  onSort?(sort: string): void;
  isFresh?(row: Row): boolean;
}

const LOOKS = { figure: 'figure', line: 'nowrap', picture: 'w-14', text: 'wrap' } as const;

/**
 * The one table of lists: its head stays in sight, a click anywhere in a row opens it, and on a phone each row is a card. Its links
 * and buttons are reached by Tab, as in every table.
 */
export function DataTable<Row extends { id: string }>({
  label,
  columns,
  rows,
  selection,
  sort,
  onSort,
  isFresh,
}: DataTableProps<Row>) {
  const { language } = useIntl();
  const [sortedHere, setSortedHere] = useState<string>();
  const sorting = onSort ? sort : sortedHere;
  const by = columns.find((column) => isSorted(column, sorting))?.sortBy;
  const sortBy = typeof by === 'function' ? by : undefined;
  const { compare } = new Intl.Collator(language, { numeric: true });
  const byValue = (a: string | number, b: string | number) =>
    typeof a === 'number' && typeof b === 'number' ? a - b : compare(String(a), String(b));
  const sorted = sortBy
    ? [...rows].sort((a, b) => byValue(sortBy(a), sortBy(b)) * (sorting?.startsWith('-') ? -1 : 1))
    : rows;
  return (
    <>
      {selection && <Bulk rows={rows} {...selection} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard (WCAG 2.1.1). */}
      <section className="table-box data-table" tabIndex={0} aria-label={label}>
        <table>
          <thead>
            <tr>
              {selection && <th scope="col" />}
              {columns.map((column) => (
                <Head key={column.title} of={column} sorting={sorting} onSort={onSort ?? setSortedHere} />
              ))}
            </tr>
          </thead>
          <tbody>
            {sorted.map((row) => (
              <tr
                key={row.id}
                className={
                  isFresh?.(row) ? 'fresh *:first:border-s-3 *:first:border-s-accent *:first:ps-[7px]' : ''
                }
                onClick={open}
                onKeyDown={undefined}
              >
                {selection && (
                  <td>
                    <Pick row={row} {...selection} />
                  </td>
                )}
                {columns.map(({ title, kind, cell }) => (
                  <td
                    key={title}
                    className={LOOKS[kind ?? 'text']}
                    data-label={kind === 'picture' ? undefined : title}
                  >
                    {cell(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}

/** By mouse alone: the keyboard has the link. Clicks on controls, and on selected text, open nothing. */
function open({ currentTarget, target }: MouseEvent<HTMLElement>): void {
  if (target instanceof Element && target.closest('a, button, input, select, label, summary')) return;
  if (String(getSelection())) return;
  currentTarget.querySelector<HTMLElement>('a[href]')?.click();
}

interface HeadProps<Row> {
  of: Column<Row>;
  sorting: string | undefined;
  onSort(sorting: string): void;
}

/** How a column is named in what a table is sorted by. */
function keyOf<Row>({ title, sortBy }: Column<Row>): string {
  return typeof sortBy === 'string' ? sortBy : title;
}

function isSorted<Row>(column: Column<Row>, sorting: string | undefined): boolean {
  return sorting === keyOf(column) || sorting === `-${keyOf(column)}`;
}

function Head<Row>({ of: column, sorting, onSort }: HeadProps<Row>) {
  const { title, kind, sortBy } = column;
  const look = kind === 'figure' ? 'figure' : undefined;
  if (kind === 'picture')
    return (
      <th scope="col">
        <span className="sr-only">{title}</span>
      </th>
    );
  if (!sortBy)
    return (
      <th scope="col" className={look}>
        {title}
      </th>
    );
  const isDown = isSorted(column, sorting) ? sorting?.startsWith('-') : undefined;
  const Icon = isDown === undefined ? ChevronsUpDown : isDown ? ArrowDown : ArrowUp;
  return (
    <th
      scope="col"
      className={look}
      aria-sort={isDown === undefined ? 'none' : isDown ? 'descending' : 'ascending'}
    >
      <button
        type="button"
        className="inline-flex min-h-6 cursor-pointer items-center gap-1 font-semibold hover:text-text"
        onClick={() => onSort(isDown === false ? `-${keyOf(column)}` : keyOf(column))}
      >
        {title}
        <Icon className="size-3.5" aria-hidden />
      </button>
    </th>
  );
}

function Pick<Row extends { id: string }>({
  row,
  picked,
  onPick,
  mayPick = () => true,
  nameOf,
}: Selection<Row> & { row: Row }) {
  const { t } = useIntl();
  if (!mayPick(row)) return null;
  return (
    <input
      type="checkbox"
      className="pick mx-0.5 size-5 align-middle accent-accent"
      aria-label={t('table.pick', { name: nameOf(row) })}
      checked={picked.has(row.id)}
      onChange={({ target }) =>
        onPick(new Set(target.checked ? [...picked, row.id] : [...picked].filter((id) => id !== row.id)))
      }
    />
  );
}

/** The actions on many rows at once. Their bar takes its place from the beginning, so that nothing jumps. */
function Bulk<Row extends { id: string }>({
  rows,
  picked,
  onPick,
  mayPick = () => true,
  most,
  actions,
}: Selection<Row> & { rows: readonly Row[] }) {
  const { t } = useIntl();
  const all = rows
    .filter(mayPick)
    .slice(0, most)
    .map(({ id }) => id);
  const chosen = all.filter((id) => picked.has(id));
  if (all.length === 0) return null;
  // On a phone it would push the list off the screen, and each card has its box.
  const isHidden = chosen.length === 0 ? 'max-[700px]:hidden' : '';
  return (
    <div className={`row rounded-[8px] bg-idle-soft px-3 py-1.5 ${isHidden}`}>
      <Check
        label={t('table.pickAll', { count: all.length })}
        checked={chosen.length === all.length}
        onChange={(isOn) => onPick(new Set(isOn ? all : []))}
      />
      {actions}
      {chosen.length > 0 && <span className="text-quiet">{t('table.picked', { count: chosen.length })}</span>}
    </div>
  );
}

/** A small picture of what a row is about. */
export function Thumbnail({ source }: { source: string | undefined }) {
  return (
    <span className="grid size-10 place-items-center overflow-hidden rounded-md border border-line bg-ground text-quiet">
      {source ? (
        <img src={source} alt="" loading="lazy" className="size-full object-cover" />
      ) : (
        <ImageOff className="size-4" aria-hidden />
      )}
    </span>
  );
}
