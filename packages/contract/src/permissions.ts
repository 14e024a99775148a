const RESOURCES = ['settings', 'catalog', 'customers', 'orders', 'users', 'webhooks'] as const;

type Resource = (typeof RESOURCES)[number];

export type Permission = `${Resource}:read` | `${Resource}:write`;

export const PERMISSIONS: readonly Permission[] = RESOURCES.flatMap((resource) => [
  `${resource}:read` as const,
  `${resource}:write` as const,
]);

/** Permissions that `settings` includes. */
const IMPLIED_BY: Partial<Record<Permission, Permission>> = {
  'webhooks:read': 'settings:read',
  'webhooks:write': 'settings:write',
};

/** Whether a holder of these permissions may do what `needed` allows. */
export function isPermitted(held: readonly Permission[], needed: Permission): boolean {
  return [needed, IMPLIED_BY[needed]].some((each) => each && held.includes(each));
}

/** The permission in words: with the one that implies it. */
export function describePermission(needed: Permission): string {
  const wider = IMPLIED_BY[needed];
  return wider ? `${needed} (or ${wider}, which implies it)` : needed;
}

export const ROLE_NAMES = ['owner', 'manager', 'support', 'viewer'] as const;

export type Role = (typeof ROLE_NAMES)[number];

/** The permissions of each role; anything not listed is denied. */
export const ROLES: Readonly<Record<Role, readonly Permission[]>> = {
  owner: PERMISSIONS,
  manager: PERMISSIONS.filter((permission) => permission !== 'users:write'),
  support: [
    'settings:read',
    'catalog:read',
    'customers:read',
    'customers:write',
    'orders:read',
    'orders:write',
    'webhooks:read',
  ],
  viewer: PERMISSIONS.filter((permission) => permission.endsWith(':read') && permission !== 'users:read'),
};
