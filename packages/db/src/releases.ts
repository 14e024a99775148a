import { compare, gt, lt } from 'semver';

export interface Release {
  version: string;
  /** Day of the release, such as 2026-11-22. */
  date: string;
}

/** Every release, so that an upgrade knows which ones it may start from: see CONTRIBUTING.md. */
export const RELEASES: readonly Release[] = [];

/** A database is upgraded directly from versions that were released within this many months. */
const DIRECT_MONTHS = 24;

/**
 * Returns the release to upgrade to first, or undefined when `to` can be reached directly from `from`. It is the newest
 * one that is direct from there. A version that isn't in the list counts as direct.
 */
export function stepThrough(
  from: string,
  to: string,
  { releases = RELEASES, today = new Date() }: { releases?: readonly Release[]; today?: Date } = {},
): string | undefined {
  const start = releases.find(({ version }) => version === from);
  if (!start || !lt(from, to)) return undefined;
  const lastDay = new Date(start.date);
  lastDay.setUTCMonth(lastDay.getUTCMonth() + DIRECT_MONTHS);
  const target = releases.find(({ version }) => version === to);
  if ((target ? new Date(target.date) : today) <= lastDay) return undefined;

  const between = releases
    .filter(({ version }) => gt(version, from) && lt(version, to))
    .sort((a, b) => compare(a.version, b.version));
  const direct = between.filter(({ date }) => new Date(date) <= lastDay);
  return (direct.at(-1) ?? between[0])?.version;
}
