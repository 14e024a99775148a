import type { Receiver } from '@service/testing';

/** Prints how long after their events deliveries came, each for the first time. Nothing is asserted: it depends on the machine. */
export function printLateness(who: string, { requests }: Pick<Receiver, 'requests'>): void {
  const lateMs = new Map<string, number>();
  for (const { body, receivedAt } of requests) {
    const { id, occurredAt } = JSON.parse(body.toString()) as { id: string; occurredAt: string };
    if (!lateMs.has(id)) lateMs.set(id, receivedAt - Date.parse(occurredAt));
  }
  const sorted = [...lateMs.values()].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN;
  console.log(
    `      ${who}: ${sorted.length} deliveries, late by ${at(0.5)} ms (p50), ${at(0.99)} ms (p99), ${at(1)} ms (at most)`,
  );
}
