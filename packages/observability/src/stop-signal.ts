import { nextLoadFailure } from '@service/jobs/primitives';

export interface Stop {
  reason: string;
  /** 1 after a fault of the process that a new one doesn't have. */
  exitCode: 0 | 1;
}

/**
 * Resolves with the reason to stop: the first SIGTERM or SIGINT, the end of the parent that started this process with a
 * channel, or a module that couldn't be loaded. A second signal ends the process as usual.
 */
export function stopSignal(): Promise<Stop> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const)
      process.once(signal, () => resolve({ reason: signal, exitCode: 0 }));
    process.once('disconnect', () => resolve({ reason: 'parent gone', exitCode: 0 }));
    void nextLoadFailure().then((error) =>
      resolve({ reason: `a module can’t be loaded: ${String(error)}`, exitCode: 1 }),
    );
  });
}
