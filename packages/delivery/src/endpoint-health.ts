import { storeKeyOf } from '@service/db';
import { createBatchers } from '@service/jobs/primitives';
import type { DeliveryContext } from './context.ts';
import { type EndpointOutcome, recordHealth } from './record-health.sql.ts';

export interface EndpointHealth {
  /** Updates the health of an endpoint, now or, where its subscription is locked, later. Never rejects. */
  update(outcome: EndpointOutcome): Promise<void>;
  /**
   * The same for the outcome of a probe, which decides what may be sent next. A claim locks the subscription for a moment only,
   * so this waits for it.
   */
  settleProbe(outcome: EndpointOutcome): Promise<void>;
  /** Waits for updates that are under way, and retries those that couldn't be recorded. */
  close(): Promise<void>;
}

const TRY_AGAIN_MS = 500;

const PROBE_TRIES = 40;
const PROBE_TRY_AGAIN_MS = 25;

/**
 * Failure policy: failures that couldn't be recorded are known to this process alone. When it dies, one failure less is counted;
 * the next attempt reports the same about the endpoint.
 */
export function createEndpointHealth(system: DeliveryContext, deadlineMs: number): EndpointHealth {
  const unrecorded = new Map<string, EndpointOutcome>();
  let timer: NodeJS.Timeout | undefined;

  const updates = createBatchers(storeKeyOf(system.db), {
    name: 'an update of endpoint health',
    maxSize: 100,
    deadlineMs,
    run: async (group: readonly EndpointOutcome[]) => {
      const merged = new Map<string, EndpointOutcome>();
      for (const each of group) merge(merged, each);
      try {
        const locked = await recordHealth(system, [...merged.values()]);
        for (const each of locked) merge(unrecorded, each);
      } catch (err) {
        system.log.warn({ err }, 'updating the health of endpoints failed; trying again');
        for (const each of merged.values()) merge(unrecorded, each);
      }
      if (unrecorded.size > 0) timer ??= setTimeout(tryAgain, TRY_AGAIN_MS);
      return group.map(() => undefined);
    },
  });

  function tryAgain(): void {
    timer = undefined;
    updates.push([...unrecorded.values()]);
    unrecorded.clear();
  }

  async function settleProbe(outcome: EndpointOutcome): Promise<void> {
    for (let tries = 1; tries < PROBE_TRIES; tries += 1) {
      const locked = await recordHealth(system, [outcome]).catch(() => [outcome]);
      if (locked.length === 0) return;
      await new Promise((resolve) => setTimeout(resolve, PROBE_TRY_AGAIN_MS));
    }
    await updates.add(outcome).catch(() => undefined);
  }

  return {
    settleProbe,
    update: (outcome) => updates.add(outcome).catch(() => undefined),
    async close() {
      clearTimeout(timer);
      tryAgain();
      await updates.close();
      clearTimeout(timer);
    },
  };
}

/** A success outweighs failures at the same moment; outcomes arrive in no order. */
function merge(into: Map<string, EndpointOutcome>, each: EndpointOutcome): void {
  const known = into.get(each.subscriptionId);
  into.set(each.subscriptionId, {
    ...each,
    isUp: each.isUp || (known?.isUp ?? false),
    isGone: each.isGone || (known?.isGone ?? false),
    failures: each.failures + (known?.failures ?? 0),
    holdOffMs: Math.max(each.holdOffMs ?? 0, known?.holdOffMs ?? 0) || null,
  });
}
