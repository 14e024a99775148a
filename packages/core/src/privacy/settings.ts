import {
  type InputOf,
  type operations,
  type PrivacySettings,
  refuse,
  type TextKind,
} from '@service/contract';
import type { Context, Transaction } from '../context.ts';
import { replaceSettings } from '../replace-settings.ts';
import { setRequiredTexts } from '../tenants/index.ts';
import { readCurrent } from './legal-texts.ts';

/** A store whose settings were never changed has version 0. */
export async function getPrivacySettings(ctx: Context): Promise<PrivacySettings> {
  const { tenantId } = ctx;
  const row = await ctx.db.privacySettings.findUnique({ where: { tenantId } });
  const { requiredTexts } = await ctx.db.tenant.findUniqueOrThrow({
    where: { id: tenantId },
    select: { requiredTexts: true },
  });
  const { inactiveCustomerMonths = null, cartDays = null, mailDays = null, version = 0 } = row ?? {};
  return { inactiveCustomerMonths, cartDays, mailDays, requiredTexts: requiredTexts as TextKind[], version };
}

/** Refuses with `text_missing`. */
export function putPrivacySettings(
  ctx: Context,
  given: InputOf<typeof operations.putPrivacySettings>['body'],
): Promise<PrivacySettings> {
  return replaceSettings(ctx, {
    type: 'privacy_settings',
    read: getPrivacySettings,
    async wanted(tx) {
      await assertPublished(tx, given.requiredTexts);
      return given;
    },
    async write(tx, { requiredTexts, ...columns }) {
      const { tenantId } = tx;
      if (requiredTexts) await setRequiredTexts(tx, requiredTexts);
      await tx.db.privacySettings.upsert({
        where: { tenantId },
        create: { tenantId, ...columns },
        update: { ...columns, version: { increment: 1 } },
      });
    },
  });
}

/** Otherwise, no checkout could accept the texts. */
async function assertPublished(tx: Transaction, kinds: readonly TextKind[]): Promise<void> {
  const published = new Set((await readCurrent(tx)).map(({ kind }) => kind));
  const missing = kinds.filter((kind) => !published.has(kind));
  if (missing.length > 0) refuse('text_missing', `Nothing is published of: ${missing.join(', ')}.`);
}
