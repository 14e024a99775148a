import { type Command, CommanderError } from 'commander';
import { type CommandError, EXIT } from './exit-codes.ts';
import type { Io } from './io.ts';
import { createProgram } from './program.ts';
import { ERASE_LINE } from './progress-line.ts';

/** Mistakes that a user can correct: their message is enough. Recognised by name, because help needn't load the database. */
const FOR_PEOPLE = new Set([
  'CommandError',
  'ConfigError',
  'MigrationError',
  'ServiceError',
  'ConnectionError',
  'S3Error',
]);

/** PostgreSQL's error codes for a wrong name or password, and for a missing database; then Prisma's codes for them. */
const REFUSED = /^(28000|28P01|3D000|P1000|P1003|P1010)$/;

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
    // Commander has printed its own message.
    if (error instanceof CommanderError) {
      const others = placesOf(program, error);
      if (others.length > 0) io.stderr(`(Did you mean ${others.join(' or ')}?)\n`);
    } else {
      const text = await messageOf(error);
      const atStart = io.isTerminal ? ERASE_LINE : '';
      io.stderr(`${atStart}${program.opts().json ? JSON.stringify({ error: text }) : text}\n`);
    }
    return exitCodeOf(error);
  }
}

/** The commands that have the unknown command as a subcommand: `listen` belongs to `webhooks`. */
function placesOf(program: Command, { code, message }: CommanderError): string[] {
  const [, name] = /'(.+?)'/.exec(code === 'commander.unknownCommand' ? message : '') ?? [];
  return program.commands.flatMap((group) =>
    group.commands.filter((each) => each.name() === name).map(() => `${group.name()} ${name}`),
  );
}

function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
  if (!(error instanceof Error)) return EXIT.failed;
  if (error.name === 'CommandError') return (error as CommandError).exitCode;
  return error.name === 'ConfigError' ? EXIT.configuration : EXIT.failed;
}

async function messageOf(error: unknown): Promise<string> {
  if (!(error instanceof Error)) return String(error);
  if (FOR_PEOPLE.has(error.name)) return error.message;
  // Loaded here because help needs none of it.
  const { isDatabaseUnavailable } = await import('@service/db');
  const { code } = error as { code?: unknown };
  if (isDatabaseUnavailable(error) || (typeof code === 'string' && REFUSED.test(code)))
    return `A server isn’t available: ${error.message.trim().split('\n').at(-1)}. See the settings; \`commerce doctor\` looks at all servers.`;
  return error.stack ?? error.message;
}
