import type { SystemContext } from '../context.ts';
import { type Mailer, sendMail as sendWith } from '../mail/index.ts';
import { reportFailedText } from '../mail-settings/index.ts';
import type { RowRef } from '../services.ts';

/**
 * Sends a message of the outbox with what other modules know: the notice to operators if the store's own text fails. Returns when
 * it is due again; null: never.
 */
export function sendMail(system: SystemContext, mailer: Mailer, mail: RowRef): Promise<Date | null> {
  return sendWith(system, mailer, mail, reportFailedText);
}
