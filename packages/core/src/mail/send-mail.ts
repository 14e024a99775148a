import type { Locale, ShopperMail } from '@service/contract';
import { isLastAttempt, retryAt } from '@service/jobs/lease';
import { readDbNow, type SystemContext } from '../context.ts';
import type { RowRef } from '../services.ts';
import { type ClaimedMail, claimMail, whenMailIsDue } from './claim-mail.ts';
import { composeMail } from './compose.ts';
import { type Attachment, isRefusedForGood, type Mailer, type OutgoingMail, shortError } from './mailer.ts';
import { type OwnMail, readOwn } from './own-mail.ts';
import { TemplateError } from './render-template.ts';

/** Called where a store's own text failed for a message, which was sent with ours. */
export type ReportFailedText = (
  system: SystemContext,
  failed: { tenantId: string; kind: ShopperMail; locale: Locale; reason: string },
) => Promise<void>;

/** Returns the documents that belong to a message. A rejection is a failed attempt: the message is sent later. */
export type ReadDocuments = (
  system: SystemContext,
  mail: Pick<ClaimedMail, 'id' | 'tenantId' | 'kind' | 'data' | 'attempts'>,
) => Promise<Attachment[]>;

interface SendMailOptions {
  reportFailedText: ReportFailedText;
  readDocuments: ReadDocuments;
}

/**
 * Claim → compose → send → record. Returns when the message is due again; null: never. At least once: a worker that dies between
 * sending and recording sends again, under the same Message-ID, by which mail servers recognise a duplicate.
 */
export async function sendMail(
  system: SystemContext,
  mailer: Mailer,
  mail: RowRef,
  options: SendMailOptions,
): Promise<Date | null> {
  const claimed = await claimMail(system, mail);
  if (!claimed) return whenMailIsDue(system, mail);
  try {
    if (claimed.recipient === SLACK) await post(system, mailer, claimed);
    else {
      const own = await readOwn(system, claimed);
      if (own.isDisabled) return recordOutcome(system, claimed, 'dropped');
      await mailer.send(await compose(system, mailer, { ...claimed, ...options, own }));
    }
  } catch (error) {
    return recordFailure(system, claimed, error);
  }
  return recordOutcome(system, claimed, 'sent');
}

async function recordOutcome(
  system: SystemContext,
  { tenantId, id }: ClaimedMail,
  status: 'sent' | 'dropped',
): Promise<null> {
  await system.db.mail.updateMany({
    where: { tenantId, id, status: 'pending' },
    data: {
      status,
      sentAt: status === 'sent' ? system.now() : null,
      nextAttemptAt: null,
      leaseUntil: null,
      tokenSealed: null,
      lastError: null,
    },
  });
  return null;
}

/** The recipient of messages to the store's Slack. */
export const SLACK = 'slack';

/** The URL is read again, so that waiting mails go to the current channel. A mail whose channel was removed isn't sent. */
async function post(system: SystemContext, mailer: Mailer, mail: ClaimedMail): Promise<void> {
  const { tenantId } = mail;
  const settings = await system.db.notificationSettings.findUnique({ where: { tenantId } });
  if (!settings?.slackUrlSealed) return;
  const { subject, text } = await composeMail({
    ...mail,
    storeId: tenantId,
    token: undefined,
    links: {},
  });
  const url = system.services.sealer.open(settings.slackUrlSealed);
  await mailer.post({ tenantId, url, text: `*${escapeSlack(subject)}*\n${escapeSlack(text)}` });
}

/** Slack's format reads these as links, mentions and entities. */
function escapeSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

interface OwnedMail extends ClaimedMail, SendMailOptions {
  own: OwnMail;
}

async function compose(
  system: SystemContext,
  { links }: Mailer,
  { own, reportFailedText, readDocuments, ...mail }: OwnedMail,
): Promise<OutgoingMail> {
  const token = mail.tokenSealed === null ? undefined : system.services.sealer.open(mail.tokenSealed);
  const { text, locale, look, replyTo, ...shown } = own;
  const input = { ...mail, ...shown, storeId: mail.tenantId, token: token ?? own.token, links, look };
  const composed = await composeMail({ ...input, text }).catch(async (error: unknown) => {
    // A trial's text is a draft: its failure doesn't concern the text in use.
    if (!text || mail.kind === 'trial' || !(error instanceof TemplateError)) throw error;
    // Failure policy: the shopper gets our text, and the operators a notice.
    const reason = `line ${error.line}: ${error.message}`;
    await reportFailedText(system, {
      tenantId: mail.tenantId,
      kind: own.kind as ShopperMail,
      locale,
      reason,
    });
    return composeMail(input);
  });
  const attachments = await readDocuments(system, mail);
  return { id: mail.id, to: mail.recipient, date: mail.createdAt, replyTo, attachments, ...composed };
}

/** Only the newest attempt may record a failure: one whose lease ran out must not overwrite a later result. */
async function recordFailure(
  system: SystemContext,
  { tenantId, id, attempts, kind }: ClaimedMail,
  error: unknown,
): Promise<Date | null> {
  const isLast = isRefusedForGood(error) || isLastAttempt('mail', attempts);
  const nextAttemptAt = isLast ? null : retryAt('mail', attempts, await readDbNow(system));
  const lastError = shortError(error);
  await system.db.mail.updateMany({
    where: { tenantId, id, attempts, status: 'pending' },
    data: {
      nextAttemptAt,
      leaseUntil: null,
      lastError,
      ...(nextAttemptAt ? {} : { status: 'failed', tokenSealed: null }),
    },
  });
  system.log.warn({ mailId: id, kind, attempts, lastError, nextAttemptAt }, 'sending a mail failed');
  return nextAttemptAt;
}
