import { type InputOf, type operations, type ResponseOf, refuse } from '@service/contract';
import { type Context, inTransaction, type Transaction } from '../context.ts';
import { lockTenant } from '../lock-tenant.ts';
import { applyPatch, differing } from '../patch.ts';
import { lockPictures, parseAddress, shownPath } from '../pictures/index.ts';

type MailSettings = ResponseOf<typeof operations.getMailSettings>;

/** A store that never changed them has version 0. */
export async function getMailSettings(ctx: Context): Promise<MailSettings> {
  const row = await ctx.db.mailSettings.findUnique({ where: { tenantId: ctx.tenantId } });
  const { logoPath = null, accentColor = null, footer = null, replyTo = null } = row ?? {};
  return {
    logoUrl: logoPath === null ? null : (ctx.services.pictures.baseUrl ?? '') + logoPath,
    accentColor,
    footer,
    replyTo,
    disabledKinds: (row?.disabledKinds ?? []) as MailSettings['disabledKinds'],
    version: row?.version ?? 0,
  };
}

/** Refuses with `not_found` where the logo is no picture of the store. */
export function putMailSettings(
  ctx: Context,
  {
    logoUrl,
    accentColor,
    footer,
    replyTo,
    disabledKinds,
  }: InputOf<typeof operations.putMailSettings>['body'],
): Promise<MailSettings> {
  return inTransaction(ctx, async (tx) => {
    const { tenantId } = tx;
    await lockTenant(tx);
    const logo = logoUrl === null ? null : await resolveLogo(tx, logoUrl);
    const kept = {
      accentColor: accentColor?.toLowerCase() ?? null,
      footer,
      replyTo,
      disabledKinds: [...disabledKinds].sort(),
    };
    const row = await getMailSettings(tx);
    const shown = { ...kept, logoUrl: logo && (tx.services.pictures.baseUrl ?? '') + logo.path };
    return applyPatch(tx, {
      action: 'mail_settings.replaced',
      subject: { type: 'mail_settings', id: tenantId },
      row,
      changes: differing(row, shown),
      present: (settings) => settings,
      async write() {
        const wanted = { ...kept, logoId: logo?.id ?? null, logoPath: logo?.path ?? null };
        await tx.db.mailSettings.upsert({
          where: { tenantId },
          create: { tenantId, ...wanted },
          update: { ...wanted, version: { increment: 1 } },
        });
        return getMailSettings(tx);
      },
    });
  });
}

/** One of the store's pictures, locked against being deleted. */
async function resolveLogo(tx: Transaction, url: string): Promise<{ id: string; path: string }> {
  const name = parseAddress(tx, url);
  const found =
    name?.tenantId === tx.tenantId ? (await lockPictures(tx, [name.hash])).get(name.hash) : undefined;
  if (!name || !found) refuse('not_found', `No picture ${url}.`);
  return { id: found.id, path: shownPath(name, found.width) };
}
