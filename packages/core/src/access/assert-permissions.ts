import { isPermitted, PERMISSIONS, type Permission, refuse } from '@service/contract';
import type { Principal } from '../context.ts';

/** Deny by default: a principal that isn't an operator or a program of the store has none. Who runs the deployment has all. */
export function permissionsOf(principal: Principal): readonly Permission[] {
  if (principal.kind === 'cli') return PERMISSIONS;
  return principal.kind === 'admin' || principal.kind === 'api-key' ? principal.permissions : [];
}

/** Nobody gives away, or takes from another, what they don't have. Refuses with `permission_missing`. */
export function assertHolds(principal: Principal, permissions: readonly Permission[]): void {
  const held = permissionsOf(principal);
  const missing = permissions.filter((permission) => !isPermitted(held, permission));
  if (missing.length > 0)
    refuse(
      'permission_missing',
      `This needs permissions that you don’t have yourself: ${missing.join(', ')}.`,
    );
}
