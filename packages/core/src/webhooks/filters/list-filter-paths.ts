import {
  EVENT_NAMES,
  FILTER_OPERATORS,
  type FilterOperator,
  type InputOf,
  listsEvent,
  type operations,
  type ResponseOf,
} from '@service/contract';
import type { Context } from '../../context.ts';
import { mayRead } from '../object-permissions.ts';
import { pathsOf, type Target, typesOf } from './filter-paths.ts';
import { readsOf } from './read-filter.ts';

type Paths = ResponseOf<typeof operations.listFilterPaths>;
type Entry = Paths['items'][number];

/** The paths by which the caller may filter these events: members of every event first, and members of resources last. */
export async function listFilterPaths(
  ctx: Context,
  { events }: InputOf<typeof operations.listFilterPaths>['query'],
): Promise<Paths> {
  const patterns = events.split(',');
  const targets = new Map<string, Target[]>();
  for (const name of EVENT_NAMES.filter((each) => listsEvent(patterns, each))) {
    const isShown = mayRead(ctx, name) && ctx.principal.kind !== 'portal';
    for (const { path, target } of pathsOf(name))
      if (isShown || readsOf([path]) === 'event') targets.set(path, [...(targets.get(path) ?? []), target]);
  }
  const items = [...targets].map(([path, at]) => entryOf(path, at));
  const rank = ({ path }: Entry) => ['event', 'details', 'object'].indexOf(readsOf([path]));
  return { items: items.toSorted((one, other) => rank(one) - rank(other)) };
}

const TYPES: Readonly<Record<string, Entry['types'][number]>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
};

function entryOf(path: string, targets: readonly Target[]): Entry {
  const shapes = targets.flatMap((target) => target.shapes);
  const types = [...new Set(shapes.flatMap((shape) => typesOf(shape).flatMap((type) => TYPES[type] ?? [])))];
  const isClosed = shapes.length > 0 && shapes.every((shape) => shape.enum ?? shape.const);
  const listed = shapes.flatMap((shape) => shape.enum ?? shape.const ?? []).filter((value) => value !== null);
  return {
    path,
    types,
    values: isClosed ? [...new Set(listed)] : [],
    operators: FILTER_OPERATORS.filter((operator) => canAsk(operator, types)),
    isList: targets.some((target) => target.isList),
  };
}

function canAsk(operator: FilterOperator, types: readonly string[]): boolean {
  if (operator === 'exists') return true;
  if (operator === 'prefix') return types.includes('string');
  if (operator === 'greater' || operator === 'less')
    return types.includes('string') || types.includes('number');
  return types.length > 0;
}
