import { type Context, inTransaction, type Transaction } from './context.ts';
import { lockTenant } from './lock-tenant.ts';
import { applyPatch, differing } from './patch.ts';

interface Replacement<Settings, Wanted> {
  /** Their name in the audit log, such as `tax_settings`. */
  type: string;
  read(tx: Transaction): Promise<Settings>;
  /** Returns the new values, or refuses. */
  wanted(tx: Transaction, before: Settings): Wanted | Promise<Wanted>;
  /** Stores the changed values, and raises the version. */
  write(tx: Transaction, changes: Partial<Wanted>, before: Settings): Promise<unknown>;
  /** The values as the audit log shows them; absent: unchanged. */
  present?(settings: Settings): object;
}

/** Replaces a store's settings of one kind, one replacement at a time, and returns the new ones. */
export function replaceSettings<
  Settings extends object,
  Wanted extends { readonly [F in keyof Settings]?: unknown },
>(
  ctx: Context,
  { type, read, wanted, write, present = (settings) => settings }: Replacement<Settings, Wanted>,
): Promise<Settings> {
  return inTransaction(ctx, async (tx) => {
    await lockTenant(tx);
    const row = await read(tx);
    return applyPatch(tx, {
      action: `${type}.replaced`,
      subject: { type, id: tx.tenantId },
      row,
      changes: differing(row, await wanted(tx, row)),
      present,
      async write(changes) {
        await write(tx, changes, row);
        return read(tx);
      },
    });
  });
}
