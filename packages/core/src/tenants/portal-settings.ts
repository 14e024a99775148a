import { type InputOf, isUuid, type operations, type ResponseOf } from '@service/contract';
import type { Context, SystemContext } from '../context.ts';
import { replaceSettings } from '../replace-settings.ts';
import { normaliseOrigins } from './settings.ts';

type PortalSettings = ResponseOf<typeof operations.getPortalSettings>;

/** A store whose settings were never changed has version 0. */
export async function getPortalSettings(ctx: Context): Promise<PortalSettings> {
  const row = await ctx.db.portalSettings.findUnique({ where: { tenantId: ctx.tenantId } });
  const { name = null, logo = null, accentColor = null, embedOrigins = [], version = 0 } = row ?? {};
  return { name, logo, accentColor, embedOrigins, version };
}

export function putPortalSettings(
  ctx: Context,
  { name, logo, accentColor, embedOrigins }: InputOf<typeof operations.putPortalSettings>['body'],
): Promise<PortalSettings> {
  const wanted = {
    name,
    logo,
    accentColor: accentColor?.toLowerCase() ?? null,
    embedOrigins: normaliseOrigins(embedOrigins, '/body/embedOrigins'),
  };
  return replaceSettings(ctx, {
    type: 'portal_settings',
    read: getPortalSettings,
    wanted: () => wanted,
    write: ({ db, tenantId }, changes) =>
      db.portalSettings.upsert({
        where: { tenantId },
        create: { tenantId, ...wanted },
        update: { ...changes, version: { increment: 1 } },
      }),
    // The picture itself would fill the audit log.
    present: ({ logo: picture, ...settings }) => ({ ...settings, hasLogo: picture !== null }),
  });
}

interface PortalLook extends Omit<PortalSettings, 'name' | 'version'> {
  name: string;
}

/** The public part of a store's portal; undefined: there is no such store. */
export async function findPortalLook(
  system: SystemContext,
  tenantId: string,
): Promise<PortalLook | undefined> {
  if (!isUuid(tenantId)) return undefined;
  const ctx = system.forTenant(tenantId, { kind: 'system' });
  const store = await ctx.db.tenant.findUnique({ where: { id: tenantId }, select: { name: true } });
  if (!store) return undefined;
  const { version: _version, name, ...look } = await getPortalSettings(ctx);
  return { name: name ?? store.name, ...look };
}
