/**
 * Resolves with the reason to stop: the first SIGTERM or SIGINT, or the end of the parent that started this process
 * with a channel. A second signal ends the process as usual.
 */
export function stopSignal(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve(signal));
    process.once('disconnect', () => resolve('parent gone'));
  });
}
