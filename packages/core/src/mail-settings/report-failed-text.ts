import type { Locale, ShopperMail } from '@service/contract';
import { inTransaction, type SystemContext } from '../context.ts';
import { alertOperators } from '../notifications/index.ts';

/** Records that a store's own text failed for a mail, and notifies its operators of the first failure since it was written. */
export function reportFailedText(
  system: SystemContext,
  { tenantId, kind, locale, reason }: { tenantId: string; kind: ShopperMail; locale: Locale; reason: string },
): Promise<void> {
  return inTransaction(system.forTenant(tenantId, { kind: 'system' }), async (tx) => {
    const { count } = await tx.db.mailText.updateMany({
      where: { kind, locale, failedAt: null },
      data: { failedAt: tx.now(), failure: reason },
    });
    if (count === 0) return;
    await alertOperators(tx, 'settings:write', {
      kind: 'mail.text_failed',
      title: `Your text of the mail ${kind} (${locale}) failed`,
      detail: `${reason}. The shopper got our text instead, as others do for whom yours fails. Settings → Mails shows it.`,
    });
  });
}
