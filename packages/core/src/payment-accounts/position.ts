import type { PaymentAccountModel } from '@service/db';
import type { Transaction } from '../context.ts';
import { IN_ORDER } from './find-account.ts';

/** The position after all others. The store is locked. */
export async function nextPosition({ db }: Transaction): Promise<number> {
  const { _max } = await db.paymentAccount.aggregate({ _max: { position: true } });
  return (_max.position ?? -1) + 1;
}

/** Makes room for the account at its new position, and returns the changed fields. The store is locked. */
export async function moveAccount(
  { db, tenantId, now }: Transaction,
  { id, position: before }: PaymentAccountModel,
  wanted: number | undefined,
): Promise<{ position?: number }> {
  if (wanted === undefined) return {};
  const accounts = await db.paymentAccount.findMany({ orderBy: IN_ORDER, select: { id: true } });
  const others = accounts.map((each) => each.id).filter((each) => each !== id);
  const ids = others.toSpliced(wanted, 0, id);
  await db.sql`
    UPDATE payment_accounts account SET position = place.number - 1, version = version + 1, updated_at = ${now()}
    FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS place(id, number)
    WHERE account.tenant_id = ${tenantId}::uuid AND account.id = place.id AND account.id <> ${id}::uuid
      AND account.position <> place.number - 1`;
  const position = ids.indexOf(id);
  return position === before ? {} : { position };
}
