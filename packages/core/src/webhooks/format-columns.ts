import { CHAT_FORMATS, type Locale, type SubscriptionFormat } from '@service/contract';
import type { WebhookSubscriptionModel } from '@service/db';
import type { Transaction } from '../context.ts';
import { refuseMember } from './destination-columns.ts';

/** The fields of a request that describe the format of deliveries. */
export interface GivenFormat {
  format?: SubscriptionFormat | undefined;
  locale?: Locale | undefined;
}

/** The columns of a push delivery's format. Fields that another kind or format doesn't have are refused, and cleared. */
export async function formatColumns(
  tx: Transaction,
  row: Pick<WebhookSubscriptionModel, 'format' | 'locale'> | null,
  { kind, format: given, locale }: GivenFormat & { kind: string },
): Promise<{ format: SubscriptionFormat; locale: string | null }> {
  const isPushed = kind === 'push';
  if (!isPushed && given && given !== 'envelope')
    refuseMember('format', 'kind', 'is for push subscriptions only');
  const format = given ?? ((isPushed ? row?.format : undefined) as SubscriptionFormat) ?? 'envelope';
  if (CHAT_FORMATS.includes(format)) return { format, locale: locale ?? row?.locale ?? (await localeOf(tx)) };
  if (locale) refuseMember('locale', 'format', 'is for the formats slack, teams and discord only');
  return { format, locale: null };
}

async function localeOf({ db, tenantId }: Transaction): Promise<string> {
  const store = await db.tenant.findUniqueOrThrow({ where: { id: tenantId }, select: { locale: true } });
  return store.locale;
}
