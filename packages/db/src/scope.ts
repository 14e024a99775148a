/** Whose rows a query may see: those of one store (its id), those of all, or none. */
export type Scope = string;

/** For the few functions that cross tenants. */
export const SYSTEM: Scope = 'system';

/** The scope of a query that wasn't narrowed: the database returns no rows for it. */
const NOBODY: Scope = '';

/** How a client sees the database. */
export interface View {
  scope: Scope;
  /** Whether it is a transaction's client, which sends nothing outside of that. */
  isInside: boolean;
  /** The server ends a statement that takes longer; absent: after the connection's own deadlines. */
  withinMs?: number | undefined;
}

export const NO_VIEW: View = { scope: NOBODY, isInside: false };

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** How long a scope holds: until another one, or until the transaction ends. */
export type ScopeLifetime = 'session' | 'transaction';

/**
 * The statement that puts a connection into a scope. Why it is text without parameters: it can then travel in one message
 * with BEGIN. The roles are made by `prisma/row-security.sql`, and carry the name of the database.
 */
export function enterStatement(scope: Scope, lifetime: ScopeLifetime = 'session'): string {
  if (scope !== SYSTEM && scope !== NOBODY && !UUID.test(scope))
    throw new Error('A tenant is named by its UUID');
  const [role, tenantId] = scope === SYSTEM ? ['_system', ''] : ['_tenant', scope];
  const isLocal = lifetime === 'transaction';
  return `SELECT set_config('role', current_database() || '${role}', ${isLocal}), set_config('app.tenant_id', '${tenantId}', ${isLocal})`;
}
