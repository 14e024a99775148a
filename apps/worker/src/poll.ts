export interface Poller {
  /** Starts no further cycle, and waits for the delivery that the running one is making. */
  close(): Promise<void>;
}

/** Runs a cycle every `intervalMs`; a cycle that takes longer delays the next. */
export function startPoller(
  cycle: (signal: AbortSignal) => Promise<unknown>,
  intervalMs: number,
  onError: (error: unknown) => void,
): Poller {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;

  async function tick(): Promise<void> {
    await cycle(stopping.signal).catch(onError);
    if (!stopping.signal.aborted) schedule();
  }
  function schedule(): void {
    timer = setTimeout(() => {
      running = tick();
    }, intervalMs);
  }

  schedule();
  return {
    async close() {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
}
