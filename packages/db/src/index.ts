export { type BackupSummary, backup } from './backup/backup.ts';
export type { BackupSource } from './backup/read-backup.ts';
export { inspectBackup, restore } from './backup/restore.ts';
export { verifyBackup } from './backup/verify.ts';
export {
  countByStore,
  deleteByStore,
  findStores,
  groupsByStore,
  OF_ALL_STORES,
  type OfStore,
  ofRows,
  storeKeyOf,
  takeByStore,
} from './by-store.ts';
export type { SystemDb, SystemTransaction, TenantDb, TenantTransaction } from './clients.ts';
export { hasCitus, readObstacles } from './cluster.ts';
export { countTenantRows, deleteTenant, type TenantRows } from './delete-tenant.ts';
export { distribute, planDistribution } from './distribute.ts';
export { readDatabaseFacts, readDatabaseHealth } from './facts.ts';
export { Prisma } from './generated/client.ts';
export type * from './generated/models.ts';
export { createListener, type Listener, type ListenerOptions } from './listener.ts';
export {
  deliveriesUnderWay,
  endUpgrade,
  fenceWriters,
  readUpgrade,
  recordUpgrade,
  runningProcesses,
  type Upgrade,
} from './maintenance.ts';
export { measurePool } from './measure-pool.ts';
export { assertMigratable, migrate } from './migrate.ts';
export { type MigrationStatus, migrationStatus } from './migration-status.ts';
export { keepMonths } from './months.ts';
export { type Database, type DatabaseOptions, openDatabase } from './open.ts';
export { withOwner } from './owner.ts';
export { PLANNED_BY_VALUES } from './prepared-statements.ts';
export { type Move, planRebalance, rebalance, setApart } from './rebalance.ts';
export { openReplica, type Replica } from './replica.ts';
export { type ReplicaHealth, readReplicaHealth } from './replica-health.ts';
export { createSchemaCheck, type SchemaState } from './schema-state.ts';
export { findSealingKeys, type SealingKey } from './sealing-keys.ts';
export { isDatabaseConflict, isDatabaseFull, isDatabaseUnavailable } from './unavailable.ts';
export { type SchemaWatch, WATCH_MS, watchSchema } from './watch-schema.ts';
