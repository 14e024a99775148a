import {
  describePermission,
  EVENTS,
  type EventName,
  isPermitted,
  listsEvent,
  OBJECTS,
  type Permission,
  refuse,
} from '@service/contract';
import type { Context } from '../context.ts';

interface Receiving {
  payload?: string | undefined;
  events: readonly string[];
}

/**
 * Refuses with `permission_missing` a caller who may not read the content of full payloads, where a change decides what is sent
 * or to which address: else the permission to manage webhooks would include reading all orders. A session of the portal was
 * opened by an operator with that permission alone, so it is refused too.
 */
export function assertMayReceive(
  ctx: Context,
  { payload, events }: Receiving,
  changes: { payload?: unknown; events?: unknown; kind?: unknown; url?: unknown },
): void {
  const { payload: isOther, events: areOthers, kind, url } = changes;
  if (payload !== 'full' || [isOther, areOthers, kind, url].every((each) => each === undefined)) return;
  if (ctx.principal.kind === 'portal')
    refuse('permission_missing', 'Only the store chooses full payloads, and where these are sent.');
  assertMayRead(ctx, events);
}

/**
 * Refuses filters in the same way: the events that pass a filter disclose something about the resource. Every caller that may
 * receive the events may filter by their names and ids.
 */
export function assertMayFilter(
  ctx: Context,
  { filterReads, events }: { filterReads: string; events: readonly string[] },
  { filterReads: isOther, events: areOthers }: { filterReads?: unknown; events?: unknown },
): void {
  if (filterReads === 'event' || (isOther === undefined && areOthers === undefined)) return;
  if (ctx.principal.kind === 'portal')
    refuse('permission_missing', 'Only the store filters by more than the event and its ids.');
  assertMayRead(ctx, events, 'Filters by more than the name and ids');
}

/** Refuses with `permission_missing` and the name of the permission. */
export function assertMayRead(ctx: Context, events: readonly string[], what = 'Full payloads'): void {
  const missing = permissionsOf(events).find((permission) => !holds(ctx, permission));
  if (missing) refuse('permission_missing', `${what} of these events need ${describePermission(missing)}.`);
}

/** Whether the caller may see the full payload of the event. */
export function mayRead(ctx: Context, event: EventName): boolean {
  return permissionsOf([event]).every((permission) => holds(ctx, permission));
}

function holds({ principal }: Context, permission: Permission): boolean {
  if (principal.kind === 'portal') return false;
  return !('permissions' in principal) || isPermitted(principal.permissions, permission);
}

function permissionsOf(patterns: readonly string[]): Permission[] {
  const kinds = Object.entries(EVENTS).flatMap(([name, { object }]) =>
    object && listsEvent(patterns, name as EventName) ? [object] : [],
  );
  return [...new Set(kinds.map((kind) => OBJECTS[kind].permission))];
}
