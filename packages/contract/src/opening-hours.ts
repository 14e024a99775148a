export const WEEKDAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;

export interface OpeningHours {
  day: (typeof WEEKDAYS)[number];
  /** `09:00` to `24:00`. */
  opens: string;
  closes: string;
}

/** 5 January 2026 was a Monday. */
const dateOf = (day: number, hours = 0, minutes = 0) => Date.UTC(2026, 0, 5 + day, hours, minutes);

/**
 * Returns opening hours as people read them in a language: consecutive days that open alike share a row, such as
 * `{ days: 'Monday – Friday', times: '09:00 – 12:00, 13:00 – 18:00' }`. `locale`: a language tag that `Intl` takes.
 */
export function formatOpeningHours(
  hours: readonly OpeningHours[],
  locale: string,
): { days: string; times: string }[] {
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
  const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' });
  const timeOf = (text: string) => {
    const [hour = 0, minute = 0] = text.split(':').map(Number);
    return clock.format(dateOf(0, hour, minute));
  };
  const timesOf = (day: OpeningHours['day']) =>
    hours
      .filter((each) => each.day === day)
      .sort((a, b) => (a.opens < b.opens ? -1 : 1))
      .map(({ opens, closes }) => `${timeOf(opens)} – ${timeOf(closes)}`)
      .join(', ');
  const runs: { first: number; last: number; times: string }[] = [];
  for (const [at, day] of WEEKDAYS.entries()) {
    const times = timesOf(day);
    const run = runs.at(-1);
    if (times !== '' && run?.times === times && run.last === at - 1) run.last = at;
    else if (times !== '') runs.push({ first: at, last: at, times });
  }
  const nameOf = (day: number) => weekday.format(dateOf(day));
  return runs.map(({ first, last, times }) => ({
    days: first === last ? nameOf(first) : `${nameOf(first)} – ${nameOf(last)}`,
    times,
  }));
}
