import { ConfigError } from '@service/config';
import { CommanderError } from 'commander';
import { CommandError, EXIT } from './exit-codes.ts';
import { createProgram } from './program.ts';

/** Mistakes that a person can put right: their message is enough. By name, so that help needn’t load the database. */
const FOR_PEOPLE = new Set(['CommandError', 'ConfigError', 'MigrationError', 'ServiceError']);

const program = createProgram();
try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = exitCodeOf(error);
  // Commander has printed its own.
  if (!(error instanceof CommanderError)) {
    const text = messageOf(error);
    process.stderr.write(program.opts().json ? `${JSON.stringify({ error: text })}\n` : `${text}\n`);
  }
}

function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
  if (error instanceof CommandError) return error.exitCode;
  return error instanceof ConfigError ? EXIT.configuration : EXIT.failed;
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return FOR_PEOPLE.has(error.name) ? error.message : (error.stack ?? error.message);
}
