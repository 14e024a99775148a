import type { FilterValue, WebhookFilter } from '@service/contract';
import { type Shape, type Target, typesOf } from './filter-paths.ts';

/** A condition on the value at a path, or its negation. */
export interface Literal {
  condition: WebhookFilter;
  path: string;
  isNegated: boolean;
}

/** The filter as alternatives, each of conditions that must all hold. */
export function alternativesOf(filter: WebhookFilter, isNegated = false): Literal[][] {
  const { path = '', not, all, any } = filter;
  if (not) return alternativesOf(not, !isNegated);
  const members = all ?? any;
  if (!members) return [[{ condition: filter, path, isNegated }]];
  const each = members.map((member) => alternativesOf(member, isNegated));
  const isConjunction = Boolean(all) !== isNegated;
  if (!isConjunction) return each.flat();
  return each.reduce((sofar, next) => sofar.flatMap((left) => next.map((right) => [...left, ...right])));
}

/** The possible values of an event at each path of a filter; null: the event has no such member. */
export type Targets = ReadonlyMap<string, Target | null>;

/** Returns a path at which these conditions contradict the event or one another; null: an event may fulfil all of them. */
export function contradictionOf(targets: Targets, literals: readonly Literal[]): string | null {
  for (const path of new Set(literals.map((literal) => literal.path))) {
    const group = literals.filter((literal) => literal.path === path);
    const target = targets.get(path);
    if (!(target ? canHaveAll(target, group) : group.every(holdsOfNothing))) return path;
  }
  return null;
}

/** Whether an event may have a value there, or none, that fulfils all conditions. */
function canHaveAll(target: Target, literals: readonly Literal[]): boolean {
  if ((target.isOptional || target.isList) && literals.every(holdsOfNothing)) return true;
  // Each condition may be about another item of a list; a negated one is about all items.
  if (target.isList)
    return literals
      .filter(({ isNegated }) => !isNegated)
      .every((literal) => target.shapes.some((shape) => fitsShape(shape, [literal])));
  const isNull = target.isOptional && literals.every((literal) => holds(literal, null));
  return isNull || target.shapes.some((shape) => fitsShape(shape, literals));
}

function holdsOfNothing({ condition, isNegated }: Literal): boolean {
  return (condition.exists === false) !== isNegated;
}

/** Whether a value of the shape may fulfil all conditions. */
function fitsShape(shape: Shape, literals: readonly Literal[]): boolean {
  const given = literals.find(({ condition, isNegated }) => !isNegated && namedValues(condition));
  const values = closedValues(shape) ?? (given && namedValues(given.condition));
  if (values)
    return values.some((value) => isOf(shape, value) && literals.every((literal) => holds(literal, value)));
  return typesOf(shape).some((type) => fitsOpenType(type, shape, literals));
}

/** All possible values; undefined: they aren't listed. */
function closedValues(shape: Shape): FilterValue[] | undefined {
  if (shape.enum) return shape.enum.filter((value) => value !== null);
  if (shape.const !== undefined) return [shape.const];
  return [shape.type].flat().every((type) => ['boolean', 'null'].includes(type ?? ''))
    ? [true, false]
    : undefined;
}

function namedValues({ equals, in: values }: WebhookFilter): FilterValue[] | undefined {
  return equals === undefined ? values : [equals];
}

function isOf(shape: Shape, value: FilterValue): boolean {
  const { minimum = -Infinity, maximum = Infinity, pattern, format } = shape;
  const types = typesOf(shape);
  if (value === null) return false;
  if (typeof value === 'number')
    return (
      (types.includes('number') || (types.includes('integer') && Number.isInteger(value))) &&
      value >= minimum &&
      value <= maximum
    );
  if (!types.includes(typeof value)) return false;
  if (typeof value !== 'string') return true;
  return (
    (format !== 'uuid' || UUID.test(value)) && (pattern === undefined || new RegExp(pattern, 'u').test(value))
  );
}

/** UUIDs as events write them, in lower case. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether a value fulfils the condition, negated or not; null: the member is null. */
function holds({ condition, isNegated }: Literal, value: FilterValue): boolean {
  return isTrue(condition, value) !== isNegated;
}

function isTrue(
  { equals, in: values, exists, prefix, greater, less }: WebhookFilter,
  value: FilterValue,
): boolean {
  if (equals !== undefined) return value === equals;
  if (values) return values.includes(value);
  if (exists !== undefined) return (value !== null) === exists;
  if (prefix !== undefined) return typeof value === 'string' && value.startsWith(prefix);
  if (greater !== undefined) return compare(value, greater) > 0;
  return compare(value, less as string | number) < 0;
}

/** NaN: they can't be compared. Texts are compared by code points. */
function compare(value: FilterValue, other: string | number): number {
  if (typeof value === 'number' && typeof other === 'number') return value - other;
  if (typeof value === 'string' && typeof other === 'string')
    return Buffer.compare(Buffer.from(value), Buffer.from(other));
  return Number.NaN;
}

/** Whether a value of a type with endless values fulfils them; if they only exclude single values, another always remains. */
function fitsOpenType(type: string, shape: Shape, literals: readonly Literal[]): boolean {
  if (type === 'null') return false;
  const takes = { string: 'string', integer: 'number', number: 'number' }[type];
  for (const { condition, isNegated } of literals) {
    const { exists, prefix, greater, less } = condition;
    if (exists !== undefined && exists === isNegated) return false;
    if (isNegated) continue;
    if (prefix !== undefined && takes !== 'string') return false;
    const bound = greater ?? less;
    if (bound !== undefined && takes !== typeof bound) return false;
  }
  if (takes === 'string') return fitsText(literals);
  if (takes === 'number') return fitsNumber(type === 'integer', shape, literals);
  return true;
}

interface Bound<T> {
  value: T;
  isOpen: boolean;
}

/** The bounds that a filter sets for values of a type: `greater` and `less`, and the reverse of negated conditions. */
function boundsOf<T extends string | number>(literals: readonly Literal[], type: 'string' | 'number') {
  const lower: Bound<T>[] = [];
  const upper: Bound<T>[] = [];
  for (const { condition, isNegated } of literals) {
    const { greater, less } = condition;
    const value = greater ?? less;
    // A condition is false for a value of another type, so its negation is true.
    if (typeof value !== type) continue;
    const isLower = (greater !== undefined) !== isNegated;
    (isLower ? lower : upper).push({ value: value as T, isOpen: !isNegated });
  }
  return { lower, upper };
}

function fitsNumber(
  isInteger: boolean,
  { minimum = -Infinity, maximum = Infinity }: Shape,
  literals: readonly Literal[],
): boolean {
  const { lower, upper } = boundsOf<number>(literals, 'number');
  const all = [
    ...lower.map(({ value, isOpen }) => above(value, { isOpen, isInteger })),
    { value: minimum, isOpen: false },
  ];
  const below = [
    ...upper.map(({ value, isOpen }) => {
      const { value: negative, isOpen: stays } = above(-value, { isOpen, isInteger });
      return { value: -negative, isOpen: stays };
    }),
    { value: maximum, isOpen: false },
  ];
  return all.every((from) =>
    below.every((to) => from.value < to.value || (from.value === to.value && !from.isOpen && !to.isOpen)),
  );
}

/** The least integer that a lower bound allows is an inclusive bound. */
function above(value: number, { isOpen, isInteger }: { isOpen: boolean; isInteger: boolean }): Bound<number> {
  if (!isInteger) return { value, isOpen };
  return { value: isOpen && Number.isInteger(value) ? value + 1 : Math.ceil(value), isOpen: false };
}

function fitsText(literals: readonly Literal[]): boolean {
  const prefixes = (negated: boolean) =>
    literals.flatMap(({ condition, isNegated }) =>
      condition.prefix !== undefined && isNegated === negated ? [condition.prefix] : [],
    );
  const longest = prefixes(false).reduce((one, other) => (other.length > one.length ? other : one), '');
  if (!prefixes(false).every((prefix) => longest.startsWith(prefix))) return false;
  if (prefixes(true).some((prefix) => longest.startsWith(prefix))) return false;
  const { lower, upper } = boundsOf<string>(literals, 'string');
  // Every text with the prefix is at least the prefix; it is beyond every other bound only if the prefix itself is.
  const least = [{ value: longest, isOpen: false }, ...lower];
  return (
    least.every((from) =>
      upper.every((to) => {
        const order = compare(from.value, to.value);
        return order < 0 || (order === 0 && !from.isOpen && !to.isOpen);
      }),
    ) && lower.every(({ value }) => value.startsWith(longest) || compare(longest, value) > 0)
  );
}
