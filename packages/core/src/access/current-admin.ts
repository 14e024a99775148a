import type { operations, ResponseOf } from '@service/contract';
import type { Context, PortalPrincipal } from '../context.ts';
import { permissionsOf } from './assert-permissions.ts';
import { userIdOf } from './made-by.ts';

/** The subject of the credential, its store, its permissions, and its person where it is an operator of the store. */
export async function getCurrentAdmin(ctx: Context): Promise<ResponseOf<typeof operations.getCurrentAdmin>> {
  const { principal, tenantId } = ctx;
  if (principal.kind !== 'admin' && principal.kind !== 'api-key' && principal.kind !== 'portal')
    throw new Error('Only a credential of the Admin API names an operator');
  const id = userIdOf(principal);
  const user =
    id === null
      ? null
      : await ctx.db.adminUser.findFirst({
          where: { id },
          include: { tenant: { select: { requireSecondFactor: true } } },
        });
  return {
    id: principal.id,
    tenantId,
    permissions: [...permissionsOf(principal)],
    email: user?.email ?? null,
    name: user?.name ?? null,
    role: user?.role ?? null,
    secondFactor: user && {
      isOn: user.totpSecretSealed !== null,
      isRequired: user.tenant.requireSecondFactor,
      recoveryCodesLeft: user.recoveryCodeHashes.length,
    },
    portal: principal.kind === 'portal' ? presentPortal(principal) : null,
  };
}

function presentPortal({ label, capabilities, expiresAt }: PortalPrincipal) {
  return { label, capabilities: [...capabilities], expiresAt: expiresAt.toISOString() };
}
