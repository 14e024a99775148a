import { type Locale, SHOPPER_MAILS } from '@service/contract';
import type { MailSettingsModel } from '@service/db';
import type { SystemContext } from '../context.ts';
import { mailedPath } from '../pictures/index.ts';
import type { Services } from '../services.ts';
import { localeOf, type MailLook } from './compose.ts';
import type { MailData, MailText } from './templates.ts';

/** The columns of a row that decide how its mail looks. */
export interface MailRow {
  tenantId: string;
  storeLocale: Locale;
  kind: string;
  data: unknown;
}

/** A message with the store's own parts. */
export interface OwnMail {
  kind: string;
  data: unknown;
  locale: Locale;
  isDisabled: boolean;
  replyTo: string | null;
  look: MailLook | undefined;
  text: MailText | undefined;
  /** For a trial: the text in place of a code. */
  token?: string;
}

/** A mail that a module writes is sent to customers too. */
const WITH_LOOK: readonly string[] = [...Object.keys(SHOPPER_MAILS), 'module'];

export async function readOwn(system: SystemContext, row: MailRow): Promise<OwnMail> {
  if (row.kind === 'trial') return readTrial(system, row);
  const { kind, data, tenantId } = row;
  const locale = localeOf(row);
  const message = { kind, data, locale };
  if (!WITH_LOOK.includes(kind))
    return { ...message, isDisabled: false, replyTo: null, look: undefined, text: undefined };
  const [settings, text] = await Promise.all([
    system.db.mailSettings.findUnique({ where: { tenantId } }),
    system.db.mailText.findUnique({ where: { tenantId_kind_locale: { tenantId, kind, locale } } }),
  ]);
  return {
    ...message,
    isDisabled: settings?.disabledKinds.includes(kind) ?? false,
    replyTo: settings?.replyTo ?? null,
    look: showLook(system.services, settings),
    text: text ?? undefined,
  };
}

/** A trial looks like the mail that it tries; it is sent although its kind is switched off. */
async function readTrial(system: SystemContext, row: MailRow): Promise<OwnMail> {
  const { kind, data, text } = row.data as MailData['trial'];
  const own = await readOwn(system, { ...row, kind, data });
  return { ...own, isDisabled: false, text: text ?? undefined, token: EXAMPLE_TOKEN };
}

const EXAMPLE_TOKEN = 'this-is-a-trial';

/** The look as mails have it: with a picture that every program shows. */
export function showLook(
  { pictures: { baseUrl } }: Services,
  settings: Pick<MailSettingsModel, 'logoPath' | 'accentColor' | 'footer'> | null,
): MailLook | undefined {
  if (!settings) return undefined;
  const { logoPath, accentColor, footer } = settings;
  const logoUrl = logoPath === null || baseUrl === undefined ? null : baseUrl + mailedPath(logoPath);
  return { logoUrl, accentColor, footer };
}
