/** An obstacle that a person has to remove before the database can be migrated; the message says how. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}
