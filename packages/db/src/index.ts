export type { SystemDb, SystemTransaction, TenantDb, TenantTransaction } from './clients.ts';
export { Prisma } from './generated/client.ts';
export type * from './generated/models.ts';
export { measurePool } from './measure-pool.ts';
export { migrate } from './migrate.ts';
export { type MigrationStatus, migrationStatus } from './migration-status.ts';
export { type Database, type DatabaseOptions, openDatabase } from './open.ts';
export { createSchemaCheck, type SchemaState } from './schema-state.ts';
export { isDatabaseFull, isDatabaseUnavailable } from './unavailable.ts';
