/** What a person has to put right before the database can be migrated; its message says how. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}
