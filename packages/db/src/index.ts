export { Prisma } from './generated/client.ts';
export type * from './generated/models.ts';
export { migrate } from './migrate.ts';
export { type Database, type DatabaseOptions, openDatabase, type SystemDb } from './open.ts';
export { schemaScript } from './schema-engine.ts';
export type { TenantDb } from './tenant-db.ts';
export { isDatabaseUnavailable } from './unavailable.ts';
