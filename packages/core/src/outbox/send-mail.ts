import { SECOND_MS, withDeadline } from '@service/jobs/primitives';
import type { SystemContext } from '../context.ts';
import { readMailedDocuments } from '../documents/index.ts';
import { type Mailer, type ReadDocuments, sendMail as sendWith } from '../mail/index.ts';
import { reportFailedText } from '../mail-settings/index.ts';
import type { RowRef } from '../services.ts';

/** Messages of other stores wait meanwhile. A document that is drawn later is kept, and is there at the next attempt. */
const DEADLINE_MS = 5 * SECOND_MS;

/** The number of attempts, about half an hour, that wait for the documents. */
const PATIENT_ATTEMPTS = 3;

/**
 * Sends a message of the outbox with what other modules know: the documents that belong to it, and the notice to operators if the
 * store's own text fails. Returns when it is due again; null: never.
 */
export function sendMail(system: SystemContext, mailer: Mailer, mail: RowRef): Promise<Date | null> {
  return sendWith(system, mailer, mail, { reportFailedText, readDocuments });
}

const readDocuments: ReadDocuments = async (system, mail) => {
  try {
    return await withDeadline(
      () => readMailedDocuments(system, mail),
      DEADLINE_MS,
      'the documents of a mail',
    );
  } catch (err) {
    if (mail.attempts <= PATIENT_ATTEMPTS) throw err;
    // Failure policy: the buyer hears of it without the document rather than never. The order has it.
    system.log.error({ err, mailId: mail.id }, 'a mail is sent without its documents');
    return [];
  }
};
