import { useEffect, useRef, useState } from 'react';
import { admin } from '../../api.ts';

type Query = NonNullable<Parameters<typeof admin.listDeliveries>[0]>;

interface TailInput {
  query: Query;
  /** The start of the shown log; absent: it doesn't wait. */
  from: string | null | undefined;
  /** The deliveries that are already shown, so they aren't new. */
  shown: readonly string[];
  onNew(): void;
}

const WAIT_SECONDS = 20;
const TRY_AGAIN_MS = 3000;

/** Waits for new entries in a log, as long as the page is visible. Returns those that have arrived since it was opened. */
export function useTail({ query, from, shown, onNew }: TailInput): ReadonlySet<string> {
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  const call = useRef(onNew);
  call.current = onNew;
  const filters = JSON.stringify(query);
  const isOn = Boolean(from);
  // The start is requested once; each response contains the start of the next request.
  const begin = useRef({ from, shown });
  begin.current = { from, shown };

  useEffect(() => {
    setFresh(new Set());
    if (!isOn) return;
    const abort = new AbortController();
    const known = new Set(begin.current.shown);
    async function watch(): Promise<void> {
      let after = begin.current.from ?? '';
      while (!abort.signal.aborted) {
        try {
          const page = await admin.listDeliveries(
            { ...JSON.parse(filters), after, wait: WAIT_SECONDS, pageSize: 50 },
            { signal: abort.signal },
          );
          after = page.tailCursor ?? after;
          const news = page.items.filter(({ id }) => !known.has(id));
          for (const { id } of news) known.add(id);
          if (news.length > 0) {
            setFresh((before) => new Set([...before, ...news.map(({ id }) => id)]));
            call.current();
          }
        } catch {
          // The log itself shows the error; this continues when it is over.
          await pause(TRY_AGAIN_MS, abort.signal);
        }
      }
    }
    watch();
    return () => abort.abort();
  }, [filters, isOn]);
  return fresh;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
