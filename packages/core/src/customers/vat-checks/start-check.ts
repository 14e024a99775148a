import { randomUUID } from 'node:crypto';
import type { VatStatus } from '@service/contract';
import type { CustomerModel } from '@service/db';
import { readDbNow, type Transaction } from '../../context.ts';
import { parseVatNumber } from '../../vat/index.ts';

/** The columns of a customer about the VAT number. */
export interface VatColumns {
  vatNumber: string | null;
  vatStatus: VatStatus | null;
  vatCheckId: string | null;
  vatCheckedAt: Date | null;
  vatName: null;
  vatConsultationNumber: null;
}

export const NO_NUMBER: VatColumns = {
  vatNumber: null,
  vatStatus: null,
  vatCheckId: null,
  vatCheckedAt: null,
  vatName: null,
  vatConsultationNumber: null,
};

/**
 * The columns for another number. They name no check yet, so that from this moment on no result of an older check counts. Null
 * clears.
 */
export function vatColumns(tx: Transaction, vatNumber: string | null): VatColumns {
  if (vatNumber === null) return NO_NUMBER;
  const { normalised, status } = parseVatNumber(vatNumber);
  if (status !== 'pending')
    return { ...NO_NUMBER, vatNumber: normalised, vatStatus: status, vatCheckedAt: tx.now() };
  return { ...NO_NUMBER, vatNumber: normalised, vatStatus: status, vatCheckId: randomUUID() };
}

/**
 * Requests a check from VIES after the commit, if the columns need one. `isFresh`: requested by hand, a stored result isn't
 * enough.
 */
export function startVatCheck(
  tx: Transaction,
  customerId: string,
  columns: Pick<VatColumns, 'vatNumber' | 'vatCheckId'>,
  options?: { isFresh?: boolean },
): Promise<void> {
  return startVatChecks(tx, [{ ...columns, id: customerId }], options);
}

/** The same for several customers, in one statement. */
export async function startVatChecks(
  tx: Transaction,
  customers: readonly Pick<CustomerModel, 'id' | 'vatNumber' | 'vatCheckId'>[],
  { isFresh = false }: { isFresh?: boolean } = {},
): Promise<void> {
  const checks = customers.flatMap(({ id: customerId, vatNumber, vatCheckId }) =>
    vatNumber === null || vatCheckId === null
      ? []
      : [{ id: vatCheckId, tenantId: tx.tenantId, customerId, ...parseVatNumber(vatNumber) }],
  );
  if (checks.length === 0) return;
  const nextAttemptAt = await readDbNow(tx);
  await tx.db.vatCheck.createMany({
    data: checks.map(({ id, tenantId, customerId, country, number }) => ({
      ...{ id, tenantId, customerId, country, number },
      isFresh,
      createdAt: tx.now(),
      nextAttemptAt,
    })),
  });
  tx.db.afterCommit(() =>
    tx.services.jobs.enqueueVatChecks(checks.map(({ id, tenantId }) => ({ id, tenantId }))),
  );
}

/** Whether the text is the stored number, in any notation. */
export function isSameVatNumber(stored: string | null, given: string | null): boolean {
  return stored === (given === null ? null : parseVatNumber(given).normalised);
}
