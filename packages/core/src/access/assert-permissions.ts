import { isPermitted, PERMISSIONS, type Permission, refuse } from '@service/contract';
import type { Principal } from '../context.ts';

/**
 * Denies by default: a principal that isn't an operator or a program of the store has no permission. The deployment's command
 * line has all.
 */
export function permissionsOf(principal: Principal): readonly Permission[] {
  if (principal.kind === 'cli') return PERMISSIONS;
  return principal.kind === 'admin' || principal.kind === 'api-key' ? principal.permissions : [];
}

/** A caller can neither grant nor take away a permission that it doesn't have. Refuses with `permission_missing`. */
export function assertHolds(principal: Principal, permissions: readonly Permission[]): void {
  const held = permissionsOf(principal);
  const missing = permissions.filter((permission) => !isPermitted(held, permission));
  if (missing.length > 0)
    refuse(
      'permission_missing',
      `This needs permissions that you don’t have yourself: ${missing.join(', ')}.`,
    );
}
