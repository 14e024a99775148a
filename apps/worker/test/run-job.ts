import type { SystemContext } from '@service/core';
import { type Job, jobsOf, type MonthDays } from '../src/jobs.ts';

/** Nothing lies elsewhere. */
export const noFile = async () => ({ code: 'unreachable', detail: 'There is nothing.' });

/** The table of jobs, as the worker runs it. */
export function jobsFor(
  system: SystemContext,
  monthDays: MonthDays = { audit: undefined, stockMovements: undefined },
): Job[] {
  return jobsOf(system, {
    fetchFile: noFile,
    monthDays,
    retention: { everyMs: 3_600_000, days: { delivered: 30, all: 90, events: 30 } },
  });
}

/** One cycle of one job. */
export async function runJob(system: SystemContext, name: string, monthDays?: MonthDays): Promise<void> {
  const job = jobsFor(system, monthDays).find((each) => each.name === name);
  if (!job) throw new Error(`There is no job ${name}`);
  await job.run(new AbortController().signal);
}
