const RESOURCES = ['settings', 'catalog', 'customers', 'orders', 'users'] as const;

type Resource = (typeof RESOURCES)[number];

export type Permission = `${Resource}:read` | `${Resource}:write`;

export const PERMISSIONS: readonly Permission[] = RESOURCES.flatMap((resource) => [
  `${resource}:read` as const,
  `${resource}:write` as const,
]);

export const ROLE_NAMES = ['owner', 'manager', 'support', 'viewer'] as const;

export type Role = (typeof ROLE_NAMES)[number];

/** What each role may do; anything not listed is denied. */
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
  ],
  viewer: PERMISSIONS.filter((permission) => permission.endsWith(':read') && permission !== 'users:read'),
};
