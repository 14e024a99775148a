import { EVENT_NAMES, type EventName, isAboutWebhooks } from './events.ts';
import { stringEnum } from './schema.ts';

type FamilyOf<Name> = Name extends `${infer Family}.${string}` ? `${Family}.*` : never;

/** A pattern that a subscription lists: an event, all events of a family such as `order.*`, or all of the shop. */
export type EventPattern = EventName | FamilyOf<EventName> | '*';

function familyOf(name: EventName): FamilyOf<EventName> {
  return `${name.split('.')[0]}.*` as FamilyOf<EventName>;
}

export const EVENT_PATTERNS: EventPattern[] = [...EVENT_NAMES, ...new Set(EVENT_NAMES.map(familyOf)), '*'];

/** All that lists an event. `*` doesn't list events about endpoints: they are no events of the shop, and must be meant. */
export function patternsOf(name: EventName): EventPattern[] {
  const own = [name, familyOf(name)];
  return isAboutWebhooks(name) ? own : [...own, '*'];
}

/** Whether a subscription with these patterns gets the event. */
export function listsEvent(patterns: readonly string[], name: EventName): boolean {
  return patternsOf(name).some((pattern) => patterns.includes(pattern));
}

export const eventPattern = stringEnum(EVENT_PATTERNS, {
  description:
    'A name from the event catalogue. `order.*` is all events whose names begin so, `*` all but those about endpoints ' +
    '(`webhook.*`); both include events that later versions add',
});
