export type { SystemDb, SystemTransaction, TenantDb, TenantTransaction } from './clients.ts';
export { Prisma } from './generated/client.ts';
export type * from './generated/models.ts';
export { migrate } from './migrate.ts';
export { type Database, type DatabaseOptions, openDatabase } from './open.ts';
export { schemaScript } from './schema-engine.ts';
export { isDatabaseUnavailable } from './unavailable.ts';
