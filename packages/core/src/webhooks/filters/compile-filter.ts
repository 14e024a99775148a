import type { FilterValue, WebhookFilter } from '@service/contract';

/**
 * The filter as a JSON path of SQL: a predicate on `{ event, data }` that is true or false of every JSON, never unknown. `namesAt`
 * returns the names that a path consists of.
 */
export function compileFilter(filter: WebhookFilter, namesAt: (path: string) => readonly string[]): string {
  const { path, not, all, any, exists } = filter;
  const compile = (inner: WebhookFilter) => compileFilter(inner, namesAt);
  if (not) return `!(${compile(not)})`;
  if (all) return all.map((each) => `(${compile(each)})`).join(' && ');
  if (any) return any.map((each) => `(${compile(each)})`).join(' || ');
  // A value that can't be compared is left out by `? ()`; a bare comparison would be unknown, and so would its negation.
  const found = `exists(${compilePath(namesAt(path ?? ''))} ? (${comparison(filter)}))`;
  return exists === false ? `!(${found})` : found;
}

/** The JSON path of the existing values. */
export function compilePath(names: readonly string[]): string {
  return `$${names.map((name) => `.${JSON.stringify(name)}`).join('')}`;
}

function comparison({ equals, in: values, prefix, greater, less }: WebhookFilter): string {
  if (equals !== undefined) return `@ == ${literal(equals)}`;
  if (values) return values.map((value) => `@ == ${literal(value)}`).join(' || ');
  if (prefix !== undefined) return `@ starts with ${literal(prefix)}`;
  if (greater !== undefined) return `@ > ${literal(greater)}`;
  if (less !== undefined) return `@ < ${literal(less)}`;
  return '@ != null';
}

/** SQL's JSON paths write strings and numbers as JSON does. */
function literal(value: FilterValue): string {
  return JSON.stringify(value);
}
