import type { ConsentModel } from '@service/db';
import { actorName, customerOf, type Transaction } from '../context.ts';

/** The purpose that `acceptsMarketing` shows the state of. */
export const MARKETING = 'marketing';

interface NewConsent {
  purpose: string;
  granted: boolean;
  textVersion?: string | null | undefined;
  /** Absent: derived from the principal. */
  source?: string;
}

/**
 * Records a consent: the customer, the answer, the time and the client's address. A row is never changed: a later answer is
 * another row.
 */
export function appendConsent(tx: Transaction, customerId: string, given: NewConsent): Promise<ConsentModel> {
  const isOwn = customerOf(tx.principal) === customerId;
  return tx.db.consent.create({
    data: {
      tenantId: tx.tenantId,
      customerId,
      purpose: given.purpose,
      granted: given.granted,
      textVersion: given.textVersion ?? null,
      source: given.source ?? (isOwn ? 'storefront' : 'operator'),
      actor: actorName(tx.principal),
      clientAddress: (isOwn && tx.clientAddress) || null,
      createdAt: tx.now(),
    },
  });
}
