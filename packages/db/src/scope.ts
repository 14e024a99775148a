/** The rows that a query may see: those of one store (its id), or those of all. */
export type Scope = string;

/** For the few functions that span tenants. */
export const SYSTEM: Scope = 'system';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** How long a scope holds: until another one, or until the transaction ends. */
export type ScopeLifetime = 'session' | 'transaction';

/**
 * The statement that puts a connection into a scope. Why it is text without parameters: it can then travel in one message
 * with BEGIN. The roles are made by `prisma/row-security.sql`, and carry the name of the database.
 */
export function enterStatement(scope: Scope, lifetime: ScopeLifetime = 'session'): string {
  if (scope !== SYSTEM && !UUID.test(scope)) throw new Error('A tenant is named by its UUID');
  const [role, tenantId] = scope === SYSTEM ? ['_system', ''] : ['_tenant', scope];
  if (lifetime === 'session')
    return `SELECT set_config('role', current_database() || '${role}', false), set_config('app.tenant_id', '${tenantId}', false)`;
  return `SELECT set_config('role', current_database() || '${role}', true), set_config('app.tenant_id', '${tenantId}', true)`;
}

/**
 * Sets on the nodes of Citus which rows the transaction may see; they know the role from the connection. To be sent by itself:
 * Citus repeats to them the whole message in which something is SET LOCAL, and nothing that set_config sets.
 */
export function tellNodesStatement(scope: Scope): string {
  return `SET LOCAL app.tenant_id = '${scope === SYSTEM ? '' : scope}'`;
}
