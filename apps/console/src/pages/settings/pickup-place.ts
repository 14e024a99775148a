import type { PickupPlace } from '@service/client-js';
import { ADDRESS_FIELDS } from '../customers/address-fields.tsx';

export const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
type Day = (typeof DAYS)[number];

/** A place as it is typed. */
export type Place = Record<(typeof ADDRESS_FIELDS)[number][0] | 'note', string> & {
  /** By day, such as “09:00–12:00, 13:00–18:00”; empty: closed. */
  hours: Record<Day, string>;
};

const CLOSED = Object.fromEntries(DAYS.map((day) => [day, ''])) as Record<Day, string>;

export const NO_PLACE: Place = {
  ...{ name: '', company: '', line1: '', line2: '', postalCode: '', city: '', region: '', phone: '' },
  ...{ country: '', note: '', hours: CLOSED },
};

export function typedPlace(place: PickupPlace | null): Place {
  if (!place) return NO_PLACE;
  const { address, openingHours, note } = place;
  const hours = DAYS.map((day) => [
    day,
    openingHours
      .filter((each) => each.day === day)
      .map(({ opens, closes }) => `${opens}–${closes}`)
      .join(', '),
  ]);
  const fields = Object.fromEntries(ADDRESS_FIELDS.map(([name]) => [name, address[name] ?? '']));
  return {
    ...NO_PLACE,
    ...fields,
    note: note ?? '',
    hours: Object.fromEntries(hours),
  };
}

export function isPlace(place: Place): boolean {
  return (
    ADDRESS_FIELDS.every(([name, , isRequired]) => !isRequired || place[name].trim() !== '') &&
    DAYS.every((day) => parseHours(place.hours[day]) !== undefined)
  );
}

/** The saved form of a valid place. */
export function placeOf({ hours, note, ...typed }: Place): PickupPlace {
  const given = (name: keyof typeof typed) => typed[name].trim();
  return {
    address: {
      ...{ name: given('name'), line1: given('line1'), postalCode: given('postalCode') },
      ...{ city: given('city'), country: typed.country },
      ...{ company: given('company') || null, line2: given('line2') || null },
      ...{ region: given('region') || null, phone: given('phone') || null },
    },
    openingHours: DAYS.flatMap((day) => (parseHours(hours[day]) ?? []).map((each) => ({ day, ...each }))),
    note: note.trim() || null,
  };
}

/** “9–12, 13:00–18:00”; undefined: a part of it can't be read, or it closes before it opens. */
export function parseHours(text: string): { opens: string; closes: string }[] | undefined {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => part.split(/\s*[–-]\s*/).map(parseTime));
  const read = parts.flatMap(([opens, closes, ...rest]) =>
    opens && closes && opens < closes && rest.length === 0 ? [{ opens, closes }] : [],
  );
  return read.length === parts.length ? read : undefined;
}

/** “9” or “09:30” as “09:00” and “09:30”. */
function parseTime(text: string): string | undefined {
  const [, hour = '', minute = '00'] = /^(\d{1,2})(?:[:.](\d{2}))?$/.exec(text) ?? [];
  const time = `${hour.padStart(2, '0')}:${minute}`;
  return /^(([01]\d|2[0-3]):[0-5]\d|24:00)$/.test(time) ? time : undefined;
}
