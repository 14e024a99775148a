/**
 * How long a claimed row belongs to one worker, in milliseconds: longer than its work can take. If the worker dies, the row is
 * due again afterwards. A mail's covers all timeouts of one SMTP conversation, a picture's those of fetching, decoding and
 * storing it.
 */
export const LEASE_MS = { mail: 3 * 60_000, vatCheck: 60_000, picture: 3 * 60_000 };

interface Leased {
  nextAttemptAt: Date | null;
  leaseUntil: Date | null;
}

/** When a row that couldn't be claimed is due; null: never. */
export function dueAt({ nextAttemptAt, leaseUntil }: Leased): Date | null {
  return nextAttemptAt && leaseUntil && leaseUntil > nextAttemptAt ? leaseUntil : nextAttemptAt;
}
