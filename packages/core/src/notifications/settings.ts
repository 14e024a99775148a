import type { InputOf, operations, ResponseOf } from '@service/contract';
import { assertPublicUrl } from '../assert-public-url.ts';
import { type Context, inTransaction } from '../context.ts';
import { lockTenant } from '../lock-tenant.ts';
import { applyPatch } from '../patch.ts';

type NotificationSettings = ResponseOf<typeof operations.getNotificationSettings>;

/** A store whose settings were never changed has version 0. */
export async function getNotificationSettings(ctx: Context): Promise<NotificationSettings> {
  const row = await ctx.db.notificationSettings.findUnique({ where: { tenantId: ctx.tenantId } });
  return { slackHost: row?.slackHost ?? null, version: row?.version ?? 0 };
}

/** The name server is queried before the transaction. */
export async function putNotificationSettings(
  ctx: Context,
  { slackUrl }: InputOf<typeof operations.putNotificationSettings>['body'],
): Promise<NotificationSettings> {
  if (slackUrl !== null) await assertPublicUrl(ctx, slackUrl, '/body/slackUrl');
  return inTransaction(ctx, async (tx) => {
    const { tenantId } = tx;
    const { sealer } = tx.services;
    await lockTenant(tx);
    const row = await tx.db.notificationSettings.findUnique({ where: { tenantId } });
    const known = row?.slackUrlSealed ? sealer.open(row.slackUrlSealed) : null;
    const wanted = {
      slackUrlSealed: slackUrl === null ? null : sealer.seal(slackUrl),
      slackHost: slackUrl === null ? null : new URL(slackUrl).host,
    };
    await applyPatch(tx, {
      action: 'notification_settings.replaced',
      subject: { type: 'notification_settings', id: tenantId },
      row: row ?? { tenantId, slackUrlSealed: null, slackHost: null, version: 0 },
      changes: known === slackUrl ? {} : wanted,
      present: ({ slackHost }) => ({ slackHost }),
      write: () =>
        tx.db.notificationSettings.upsert({
          where: { tenantId },
          create: { tenantId, ...wanted },
          update: { ...wanted, version: { increment: 1 } },
        }),
    });
    return getNotificationSettings(tx);
  });
}
