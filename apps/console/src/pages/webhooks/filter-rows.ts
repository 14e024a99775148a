import type { admin } from '../../api.ts';

export type Filter = NonNullable<Awaited<ReturnType<typeof admin.getSubscription>>['filter']>;
type Value = NonNullable<Filter['in']>[number];

/** The comparisons of a row, in the order of its list. */
export const OPERATORS = [
  'equals',
  'not-equals',
  'in',
  'not-in',
  'exists',
  'missing',
  'prefix',
  'not-prefix',
  'greater',
  'less',
] as const;

export type RowOperator = (typeof OPERATORS)[number];

/** One condition; `text` is its value as it was typed. */
export interface Row {
  path: string;
  operator: RowOperator;
  text: string;
}

interface Rows {
  join: 'all' | 'any';
  rows: readonly Row[];
}

/** The filter as rows; null: it has groups within groups, or isn't JSON. */
export function rowsOf(json: string): Rows | null {
  if (json === '') return { join: 'all', rows: [] };
  const filter = parse(json);
  if (!filter) return null;
  const join = filter.any ? 'any' : 'all';
  const rows = (filter.all ?? filter.any ?? [filter]).map(rowOf);
  return rows.every((row) => row !== null) ? { join, rows } : null;
}

/** Without rows there is no filter. `typesOf` returns the possible types at a path; null: they are unknown. */
export function jsonOf({ join, rows }: Rows, typesOf: (path: string) => readonly string[] | null): string {
  if (rows.length === 0) return '';
  return JSON.stringify({ [join]: rows.map((row) => conditionOf(row, typesOf(row.path))) });
}

/** The filter as the service accepts it. The service refuses invalid JSON. */
export function filterOf(json: string): Filter | null {
  return json.trim() === '' ? null : (parse(json) ?? (json as unknown as Filter));
}

function parse(json: string): Filter | null {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' ? (value as Filter | null) : null;
  } catch {
    return null;
  }
}

function rowOf(filter: Filter): Row | null {
  const isNegated = filter.not !== undefined;
  const { path, equals, in: values, exists, prefix, greater, less } = filter.not ?? filter;
  if (path === undefined) return null;
  if (exists !== undefined) return { path, operator: exists === isNegated ? 'missing' : 'exists', text: '' };
  const given = ([operator, value]: readonly [RowOperator, Value]): Row => ({
    path,
    operator,
    text: textOf(value),
  });
  if (equals !== undefined) return given([isNegated ? 'not-equals' : 'equals', equals]);
  if (values) return { path, operator: isNegated ? 'not-in' : 'in', text: values.map(textOf).join(', ') };
  if (prefix !== undefined) return given([isNegated ? 'not-prefix' : 'prefix', prefix]);
  if (isNegated) return null;
  if (greater !== undefined) return given(['greater', greater]);
  return less === undefined ? null : given(['less', less]);
}

function conditionOf({ path, operator, text }: Row, types: readonly string[] | null): Filter {
  const value = () => typedValue(text, types);
  const values = () => text.split(',').map((each) => typedValue(each.trimStart(), types));
  switch (operator) {
    case 'equals':
      return { path, equals: value() };
    case 'not-equals':
      return { not: { path, equals: value() } };
    case 'in':
      return { path, in: values() };
    case 'not-in':
      return { not: { path, in: values() } };
    case 'exists':
      return { path, exists: true };
    case 'missing':
      return { path, exists: false };
    case 'prefix':
      return { path, prefix: text };
    case 'not-prefix':
      return { not: { path, prefix: text } };
    case 'greater':
      return { path, greater: value() as number | string };
    case 'less':
      return { path, less: value() as number | string };
  }
}

const textOf = (value: Value) => String(value);

/** The text stays as it was typed unless it reads as a value of the type, so that no digits are lost. */
function typedValue(text: string, types: readonly string[] | null): Value {
  const may = (type: string) => types === null || types.includes(type);
  if (may('number') && text !== '' && String(Number(text)) === text) return Number(text);
  if (may('boolean') && (text === 'true' || text === 'false')) return text === 'true';
  return text === 'null' ? null : text;
}
