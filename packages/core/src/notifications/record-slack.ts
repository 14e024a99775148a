import type { Transaction } from '../context.ts';
import { type MailKind, recordMail, SLACK } from '../mail/index.ts';

/**
 * Sends operators' mails to the store's Slack too, if it has one. The message is stored in the outbox like a mail, with another
 * destination.
 */
export async function recordSlack(
  tx: Transaction,
  kind: MailKind & ('endpoint_health' | 'operator_notice'),
  data: { title: string; detail: string },
): Promise<void> {
  const settings = await tx.db.notificationSettings.findUnique({ where: { tenantId: tx.tenantId } });
  if (settings?.slackUrlSealed) await recordMail(tx, { kind, to: SLACK, data });
}
