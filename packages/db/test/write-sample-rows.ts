import type { SystemDb } from '../src/clients.ts';
import { sampleRows } from './tenant-rows.ts';

/** Prisma's operations of one model, whichever. */
export type ModelOperations = Record<string, (args: object) => Promise<unknown>>;

export function modelOf(db: object, model: string): ModelOperations {
  return (db as Record<string, ModelOperations>)[model[0]?.toLowerCase() + model.slice(1)] ?? {};
}

/** Writes the rows as nobody in particular; answers them. */
export async function writeSampleRows(db: SystemDb): Promise<ReturnType<typeof sampleRows>> {
  const rows = sampleRows();
  for (const [model, { data, isDerived }] of Object.entries(rows))
    if (!isDerived) await modelOf(db, model).create?.({ data });
  // Each entry makes another one, by a trigger.
  const { id, tenantId } = rows.MoneyChange.data as { id: string; tenantId: string };
  await db.moneyChange.deleteMany({ where: { tenantId, id: { not: id } } });
  return rows;
}
