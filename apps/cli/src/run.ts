import { CommanderError } from 'commander';
import { type CommandError, EXIT } from './exit-codes.ts';
import type { Io } from './io.ts';
import { createProgram } from './program.ts';

/** Mistakes that a person can put right: their message is enough. By name: help needn't load the database. */
const FOR_PEOPLE = new Set(['CommandError', 'ConfigError', 'MigrationError', 'ServiceError']);

/** Runs a command line, and returns the exit code. */
export async function run(args: readonly string[], io: Io): Promise<number> {
  let exitCode: number = EXIT.done;
  const program = createProgram(io, (code) => {
    exitCode = code;
  });
  try {
    await program.parseAsync([...args], { from: 'user' });
    return exitCode;
  } catch (error) {
    // Commander has printed its own.
    if (!(error instanceof CommanderError)) {
      const text = messageOf(error);
      io.stderr(program.opts().json ? `${JSON.stringify({ error: text })}\n` : `${text}\n`);
    }
    return exitCodeOf(error);
  }
}

function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
  if (!(error instanceof Error)) return EXIT.failed;
  if (error.name === 'CommandError') return (error as CommandError).exitCode;
  return error.name === 'ConfigError' ? EXIT.configuration : EXIT.failed;
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return FOR_PEOPLE.has(error.name) ? error.message : (error.stack ?? error.message);
}
