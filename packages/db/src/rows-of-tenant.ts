/** The condition on the rows of a table that they belong to one store, whose id is $1; undefined: all belong to the deployment. */
export function rowsOfTenant({ name, columns }: { name: string; columns: string[] }): string | undefined {
  if (columns.includes('tenant_id')) return 'tenant_id = $1';
  if (name === 'tenants') return 'id = $1';
  // An event of the provider's names its order once that is known.
  if (name === 'payment_events') return 'order_id IN (SELECT id FROM orders WHERE tenant_id = $1)';
  if (name.startsWith('_')) return undefined;
  throw new Error(`Nobody has said which rows of ${name} belong to a store`);
}
