import type { Analytics, InputOf, operations, ResponseOf } from '@service/contract';
import { type ComplianceConfigurationModel, Prisma } from '@service/db';
import { recordChange } from '../audit/index.ts';
import { type Context, inTransaction } from '../context.ts';
import { lockTenant } from '../lock-tenant.ts';

export type PresentedCompliance = ResponseOf<typeof operations.getCompliance>;

/** The careful default, until the store is configured. */
const NOT_CONFIGURED: PresentedCompliance = { cookieConsent: true, configuredAt: null, version: 0 };

/** Replaces the whole configuration. */
export async function configureCompliance(
  ctx: Context,
  { cookieConsent, analytics }: InputOf<typeof operations.configureCompliance>['body'],
): Promise<PresentedCompliance> {
  const { tenantId } = ctx;
  const columns = { cookieConsent, analytics: analytics ?? Prisma.DbNull, configuredAt: ctx.now() };
  return inTransaction(ctx, async (tx) => {
    await lockTenant(tx);
    const before = await tx.db.complianceConfiguration.findUnique({ where: { tenantId } });
    const row = await tx.db.complianceConfiguration.upsert({
      where: { tenantId },
      create: { tenantId, ...columns },
      update: { ...columns, version: { increment: 1 } },
    });
    await recordChange(tx, {
      action: 'compliance.configured',
      subject: { type: 'compliance', id: tenantId },
      before: before ? present(before) : undefined,
      after: present(row),
    });
    return present(row);
  });
}

export async function getCompliance(ctx: Context): Promise<PresentedCompliance> {
  const row = await ctx.db.complianceConfiguration.findUnique({ where: { tenantId: ctx.tenantId } });
  return row ? present(row) : NOT_CONFIGURED;
}

function present({
  cookieConsent,
  analytics,
  configuredAt,
  version,
}: ComplianceConfigurationModel): PresentedCompliance {
  return {
    cookieConsent,
    ...(analytics ? { analytics: analytics as Analytics } : {}),
    configuredAt: configuredAt.toISOString(),
    version,
  };
}
