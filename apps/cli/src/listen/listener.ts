import { setTimeout as after } from 'node:timers/promises';
import { type AdminClient, isServiceError } from '@service/client-js';
import { type Forwarded, forward } from './forward.ts';

export type Claim = Awaited<ReturnType<AdminClient['claimDeliveries']>>['items'][number];

export interface Handled {
  claim: Claim;
  forwarded: Forwarded;
  /** The status after the report; undefined: it couldn't be reported, so the delivery comes again. */
  status: string | undefined;
}

export interface ListenerOptions {
  api: AdminClient;
  subscriptionId: string;
  target: URL;
  /** Called once, after the first claim's response. */
  onReady(): void;
  onHandled(handled: Handled): void;
  /** Called when the API can't be reached, before the next try. */
  onTrouble(error: Error): void;
  /** Ends it after the running deliveries. */
  signal: AbortSignal;
}

export interface Totals {
  received: number;
  delivered: number;
  /** Sequence numbers between the first and the last that arrived which neither arrived here nor were delivered elsewhere. */
  gaps: number;
}

/** Requests to the target. */
const AT_ONCE = 10;
const WAIT_S = 20;
const MAX_PAUSE_MS = 15_000;

/**
 * Claims, forwards and reports until the signal aborts. A delivery is forwarded at once, even while others still wait for their
 * response. Rejects if the API refuses, for example because of a wrong key.
 */
export async function listen(options: ListenerOptions): Promise<Totals> {
  const { api, subscriptionId: id, signal, onReady, onHandled, onTrouble } = options;
  const sequences: number[] = [];
  const totals = { received: 0, delivered: 0 };
  const underWay = new Set<Promise<void>>();
  let isReady = false;
  let pauseMs = 0;

  async function take(claim: Claim): Promise<void> {
    const handled = await handle(options, claim);
    totals.received += 1;
    if (handled.status === 'delivered') totals.delivered += 1;
    if (claim.sequence !== null) sequences.push(claim.sequence);
    onHandled(handled);
  }

  while (!signal.aborted) {
    if (underWay.size === AT_ONCE) {
      await Promise.race(underWay);
      continue;
    }
    try {
      const body = { limit: AT_ONCE - underWay.size, waitSeconds: isReady ? WAIT_S : 0 };
      const { items } = await api.claimDeliveries({ id, body }, { signal });
      if (!isReady) onReady();
      isReady = true;
      pauseMs = 0;
      for (const claim of items) {
        const taking = take(claim).finally(() => underWay.delete(taking));
        underWay.add(taking);
      }
    } catch (error) {
      if (signal.aborted) break;
      if (isRefusal(error)) throw error;
      onTrouble(error as Error);
      pauseMs = Math.min(MAX_PAUSE_MS, pauseMs * 2 || 500);
      await after(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  }
  await Promise.all(underWay);
  return { ...totals, gaps: await countGaps(api, id, sequences) };
}

/** Whether another try would fail too. */
function isRefusal(error: unknown): boolean {
  return isServiceError(error) && error.status < 500 && error.status !== 429;
}

async function handle(
  { api, subscriptionId: id, target, onTrouble }: ListenerOptions,
  claim: Claim,
): Promise<Handled> {
  const forwarded = await forward(target, claim);
  const { responseBody: _shownOnly, ...outcome } = forwarded;
  const { deliveryId, attempt } = claim;
  const body = { outcomes: [{ deliveryId, attempt, ...outcome }] };
  try {
    const { items } = await api.reportOutcomes({ id, body });
    return { claim, forwarded, status: items[0]?.status };
  } catch (error) {
    onTrouble(error as Error);
    return { claim, forwarded, status: undefined };
  }
}

async function countGaps(api: AdminClient, id: string, sequences: readonly number[]): Promise<number> {
  if (sequences.length === 0) return 0;
  const seen = new Set(sequences);
  const [first, last] = [Math.min(...seen), Math.max(...seen)];
  let gaps = 0;
  for await (const { sequence } of api.listSubscriptionGaps.all({ id, pageSize: 200 })) {
    if (sequence > last) break;
    if (sequence > first && !seen.has(sequence)) gaps += 1;
  }
  return gaps;
}
