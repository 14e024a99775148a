interface Days {
  from?: string;
  to?: string;
}

/** The days of a period that bookkeeping uses, by its name. The service uses those of `days30` by default. */
export const PERIODS = {
  days30: (): Days => ({}),
  month: (today: Date) => months(today, 0, 1),
  lastMonth: (today: Date) => months(today, -1, 1),
  lastQuarter: (today: Date) => months(today, -3 - (today.getMonth() % 3), 3),
  year: (today: Date) => months(today, -today.getMonth(), 12),
};

export type Period = keyof typeof PERIODS;

/** The name of the period with these days. */
export function periodOf({ from, to }: Days, today = new Date()): Period | undefined {
  return (Object.keys(PERIODS) as Period[]).find((period) => {
    const days = PERIODS[period](today);
    return days.from === from && days.to === to;
  });
}

/** The days of `count` months; the first begins `first` months from this one. */
function months(today: Date, first: number, count: number): Days {
  const [year, month] = [today.getFullYear(), today.getMonth() + first];
  const day = (of: number) =>
    new Date(Date.UTC(year, month + count * of, of === 0 ? 1 : 0)).toISOString().slice(0, 10);
  return { from: day(0), to: day(1) };
}
