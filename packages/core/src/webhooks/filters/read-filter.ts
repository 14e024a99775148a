import {
  EVENT_NAMES,
  type EventName,
  FILTER_BOUNDS,
  FILTER_OPERATORS,
  listsEvent,
  refuse,
  type WebhookFilter,
} from '@service/contract';
import { Prisma } from '@service/db';
import { alternativesOf, contradictionOf, type Targets } from './can-match.ts';
import { compileFilter } from './compile-filter.ts';
import { namesAt, type Target, targetOf, typesOf } from './filter-paths.ts';

/**
 * How much of a full payload is needed to decide whether an event passes: its name and ids, also changes and actor, or also the
 * object.
 */
export type FilterReads = 'event' | 'details' | 'object';

export interface FilterColumns {
  filter: Prisma.InputJsonObject | typeof Prisma.DbNull;
  filterPath: string | null;
  filterReads: FilterReads;
}

export const NO_FILTER: FilterColumns = { filter: Prisma.DbNull, filterPath: null, filterReads: 'event' };

const GROUPS = ['not', 'all', 'any'] as const;
const OPERATORS = [...FILTER_OPERATORS, ...GROUPS];

/**
 * The columns for a filter of events that these patterns list. Refuses with `validation_failed`, with the path, if a part isn't
 * exactly one operator, is too large, or can't be fulfilled by any of the events: such a filter would silently send nothing.
 */
export function filterColumns(filter: WebhookFilter | null, patterns: readonly string[]): FilterColumns {
  if (filter === null) return NO_FILTER;
  const conditions = [...conditionsOf(filter, '/body/filter', 1)];
  assertSize(filter, conditions.length);
  const names = EVENT_NAMES.filter((name) => listsEvent(patterns, name));
  const events = names.map((name) => targetsOf(name, conditions));
  for (const condition of conditions) assertPossible(condition, events);
  assertConsistent(filter, events);
  return {
    filter: filter as Prisma.InputJsonObject,
    filterPath: compileFilter(filter, (path) => namesAt(path, names)),
    filterReads: readsOf(conditions.map(({ path }) => path)),
  };
}

export interface Placed {
  condition: WebhookFilter;
  path: string;
  operator: string;
  /** Its path in the request. */
  pointer: string;
}

/** The conditions on values, at any depth. */
export function* conditionsOf(filter: WebhookFilter, pointer: string, depth: number): Generator<Placed> {
  if (depth > FILTER_BOUNDS.depth) refuseAt(pointer, `is deeper than ${FILTER_BOUNDS.depth} levels`);
  const given = OPERATORS.filter((name) => filter[name] !== undefined);
  const [operator] = given;
  if (!operator || given.length > 1) refuseAt(pointer, `must have exactly one of ${OPERATORS.join(', ')}`);
  const isGroup = GROUPS.some((group) => group === operator);
  if (isGroup && filter.path !== undefined) refuseAt(`${pointer}/path`, `must be absent beside ${operator}`);
  if (!isGroup && filter.path === undefined) refuseAt(`${pointer}/path`, `must be given beside ${operator}`);
  if (filter.not) yield* conditionsOf(filter.not, `${pointer}/not`, depth + 1);
  for (const [index, each] of (filter.all ?? filter.any ?? []).entries())
    yield* conditionsOf(each, `${pointer}/${operator}/${index}`, depth + 1);
  if (!isGroup) yield { condition: filter, path: filter.path ?? '', operator, pointer };
}

function assertSize(filter: WebhookFilter, conditions: number): void {
  if (conditions > FILTER_BOUNDS.conditions)
    refuseAt('/body/filter', `has ${conditions} conditions, and may have ${FILTER_BOUNDS.conditions}`);
  if (Buffer.byteLength(JSON.stringify(filter)) > FILTER_BOUNDS.bytes)
    refuseAt('/body/filter', `is larger than ${FILTER_BOUNDS.bytes} bytes`);
}

function targetsOf(event: EventName, conditions: readonly Placed[]): Targets {
  return new Map(conditions.map(({ path }) => [path, targetOf(event, path)]));
}

/** The possible values at the path, in the events that have it. */
function targetsAt(path: string, events: readonly Targets[]): Target[] {
  return events.flatMap((targets) => targets.get(path) ?? []);
}

/**
 * Each condition must be possible alone, for at least one of the events. This includes negated ones, which would have no effect
 * otherwise.
 */
function assertPossible({ condition, path, operator, pointer }: Placed, events: readonly Targets[]): void {
  if (targetsAt(path, events).length === 0)
    refuseAt(`${pointer}/path`, `names ${path}, which none of the events has`);
  const [alone = []] = alternativesOf(condition);
  const isPossible = events.some((targets) => targets.get(path) && contradictionOf(targets, alone) === null);
  if (!isPossible) refuseAt(`${pointer}/${operator}`, `never holds at ${path}, ${describe(path, events)}`);
}

function assertConsistent(filter: WebhookFilter, events: readonly Targets[]): void {
  const alternatives = alternativesOf(filter);
  if (alternatives.some((each) => events.some((targets) => contradictionOf(targets, each) === null))) return;
  const path = contradictionOf(events[0] ?? new Map(), alternatives[0] ?? []);
  refuseAt(
    '/body/filter',
    `never holds: its conditions contradict one another or the events, as those at ${path}`,
  );
}

/** Describes the values that the events have there. */
function describe(path: string, events: readonly Targets[]): string {
  const targets = targetsAt(path, events);
  const shapes = targets.flatMap((target) => target.shapes);
  const isClosed = shapes.every(({ enum: values, const: only }) => values ?? only);
  const values = new Set(shapes.flatMap(({ enum: values, const: only }) => values ?? [only]));
  if (isClosed && values.size <= 20) return `which is one of ${[...values].filter(Boolean).join(', ')}`;
  const types = new Set(shapes.flatMap(typesOf).filter((type) => type !== 'null'));
  const isNever = targets.every(({ isOptional, isList }) => !isOptional && !isList);
  return `which is of type ${[...types].join(' or ')}${isNever ? ' and never missing' : ''}`;
}

export function readsOf(paths: readonly string[]): FilterReads {
  const isBelow = (member: string) =>
    paths.some((path) => path === `data.${member}` || path.startsWith(`data.${member}.`));
  if (isBelow('object')) return 'object';
  return isBelow('changes') || isBelow('actor') ? 'details' : 'event';
}

function refuseAt(pointer: string, message: string): never {
  const place = pointer.slice('/body/'.length).replaceAll('/', '.');
  refuse('validation_failed', `${place} ${message}.`, [{ path: pointer, code: 'filter', message }]);
}
