import {
  type InputOf,
  type Locale,
  type operations,
  type ResponseOf,
  refuse,
  SHOPPER_MAIL_KINDS,
  SHOPPER_MAILS,
  type ShopperMail,
} from '@service/contract';
import type { MailTextModel } from '@service/db';
import { recordChange } from '../audit/index.ts';
import { type Context, inTransaction, type Transaction } from '../context.ts';
import { lockTenant } from '../lock-tenant.ts';
import { findTextProblem, type MailText, ourText, placeholdersOf } from '../mail/index.ts';
import { exampleMails } from './example-mails.ts';
import { getMailSettings } from './mail-settings.ts';

type Listed = ResponseOf<typeof operations.listMailTexts>;
type PresentedText = Listed['items'][number];

/** One text of each kind, the store's own or ours. */
export async function listMailTexts(
  ctx: Context,
  { locale = undefined }: InputOf<typeof operations.listMailTexts>['query'],
): Promise<Listed> {
  const shownLocale = locale ?? (await readStoreLocale(ctx));
  const [rows, { version }] = await Promise.all([
    ctx.db.mailText.findMany({ where: { locale: shownLocale } }),
    getMailSettings(ctx),
  ]);
  const items = SHOPPER_MAIL_KINDS.map((kind) =>
    presentText({ kind, locale: shownLocale }, rows.find((row) => row.kind === kind) ?? null),
  );
  return { items, version };
}

/** Refuses a text with a mistake with `validation_failed`, which names its line and reason. */
export async function putMailText(
  ctx: Context,
  { kind, locale, text }: InputOf<typeof operations.putMailText>['body'],
): Promise<ResponseOf<typeof operations.putMailText>> {
  if (text) await assertText(text, exampleMails(ctx, kind, locale));
  return inTransaction(ctx, async (tx) => {
    const { tenantId } = tx;
    await lockTenant(tx);
    const where = { tenantId_kind_locale: { tenantId, kind, locale } };
    const row = await tx.db.mailText.findUnique({ where });
    if (isSame(row, text)) return presentWithVersion(tx, row, { kind, locale });
    const after = text
      ? await tx.db.mailText.upsert({
          where,
          create: { tenantId, kind, locale, ...text },
          update: { ...text, failedAt: null, failure: null },
        })
      : await tx.db.mailText.delete({ where }).then(() => null);
    await tx.db.mailSettings.upsert({
      where: { tenantId },
      create: { tenantId },
      update: { version: { increment: 1 } },
    });
    await recordChange(tx, {
      action: after ? 'mail_text.replaced' : 'mail_text.reset',
      subject: { type: 'mail_text', id: `${kind}:${locale}` },
      before: row ? textOf(row) : undefined,
      after: after ? textOf(after) : undefined,
    });
    return presentWithVersion(tx, after, { kind, locale });
  });
}

function isSame(row: MailTextModel | null, text: MailText | null): boolean {
  return row === null || text === null
    ? row === text
    : row.subject === text.subject && row.body === text.body && row.failedAt === null;
}

function textOf({ subject, body }: MailText): MailText {
  return { subject, body };
}

interface TextKey {
  kind: ShopperMail;
  locale: Locale;
}

/** Refuses a text that fails for one of these mails, with its line and reason. */
export async function assertText(...tried: Parameters<typeof findTextProblem>): Promise<void> {
  const problem = await findTextProblem(...tried);
  if (!problem) return;
  const { part, line, reason } = problem;
  const message = `line ${line}: ${reason}`;
  refuse('validation_failed', 'The text has a mistake.', [
    { path: `/body/text/${part}`, code: 'template', message },
  ]);
}

async function presentWithVersion(tx: Transaction, row: MailTextModel | null, key: TextKey) {
  return { ...presentText(key, row), version: (await getMailSettings(tx)).version };
}

function presentText({ kind, locale }: TextKey, row: MailTextModel | null): PresentedText {
  const { failedAt = null, failure = null } = row ?? {};
  return {
    kind,
    locale,
    ...textOf(row ?? ourText(kind, locale)),
    isOwn: row !== null,
    isRequired: 'isRequired' in SHOPPER_MAILS[kind],
    placeholders: placeholdersOf(kind) as PresentedText['placeholders'],
    failure: failedAt && { at: failedAt.toISOString(), reason: failure ?? '' },
  };
}

async function readStoreLocale({ db, tenantId }: Context): Promise<Locale> {
  const { locale } = await db.tenant.findUniqueOrThrow({ where: { id: tenantId }, select: { locale: true } });
  return locale as Locale;
}
