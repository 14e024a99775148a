const FIRST_WAIT_MS = 60_000;
const LONGEST_WAIT_MS = 60 * 60_000;

/** How often the payment provider is asked for one thing before somebody has to look at it: most of a day. */
export const MAX_ASKED = 24;

/** When the provider is asked again that was asked so often before; later each time. */
export function askAgainAt(now: Date, asked: number): Date {
  return new Date(now.getTime() + Math.min(FIRST_WAIT_MS * 2 ** asked, LONGEST_WAIT_MS));
}
