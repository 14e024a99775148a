import { createInterface } from 'node:readline/promises';
import { type Config, databaseOptions, loadConfig, servicesOptions } from '@service/config';
import type { SystemContext } from '@service/core';
import type { Command } from 'commander';
import { CommandError, EXIT } from './exit-codes.ts';
import type { Io } from './io.ts';

/** What every command has at hand. */
export interface Cli {
  env: Io['env'];
  /** Reads the configuration, and throws a ConfigError that lists every mistake. */
  config(): Config;
  /** Prints a result to stdout: `data` as one line of JSON with --json, else `text`. */
  print(data: object, text: string): void;
  /** Sets the exit code of a command that has done what it was asked to. */
  exitWith(code: number): void;
  /** Says on stderr what is being done. */
  note(line: string): void;
  /** Shows on a terminal what long work is at; each line replaces the one before. */
  progress(line: string): void;
  /** Asks on a terminal before something that can't be undone; --yes is a yes. Throws unless the answer is yes. */
  confirm(what: string): Promise<void>;
  /** Runs `work` with the domain on the database, which is closed afterwards; `now` is a clock other than the machine's. */
  withSystem<T>(name: string, work: (system: SystemContext) => Promise<T>, now?: () => Date): Promise<T>;
}

const ERASE_LINE = '\r\x1b[K';

export function createCli(program: Command, io: Io, exitWith: Cli['exitWith']): Cli {
  let isAtWork = false;
  const config = () => loadConfig(io.env);
  const note = (line: string) => io.stderr(`${line}\n`);
  return {
    env: io.env,
    config,
    note,
    exitWith,
    progress(line) {
      if (!io.isTerminal) return;
      io.stderr(`${ERASE_LINE}${line}`);
      isAtWork = true;
    },
    print(data, text) {
      if (isAtWork) io.stderr(ERASE_LINE);
      io.stdout(program.opts().json ? `${JSON.stringify(data)}\n` : `${text}\n`);
    },
    async confirm(what) {
      if (program.opts().yes) return;
      if (!io.isTerminal) throw new CommandError(`${what} Say --yes to go on.`, EXIT.usage);
      const terminal = createInterface({ input: process.stdin, output: process.stderr });
      const answer = await terminal.question(`${what} Go on? [y/N] `).finally(() => terminal.close());
      if (!/^y(es)?$/i.test(answer.trim())) throw new CommandError('Nothing was done.');
    },
    async withSystem(name, work, now) {
      const settings = config();
      // Loaded here because it is big, and help needs none of it.
      const [{ createServices, createSystemContext }, { openDatabase }, { createLog }] = await Promise.all([
        import('@service/core'),
        import('@service/db'),
        import('@service/observability'),
      ]);
      const database = openDatabase(databaseOptions(settings, 'long'));
      const services = createServices(servicesOptions(settings));
      const log = createLog({ name: 'cli', level: settings.LOG_LEVEL, to: 'stderr' });
      const requestId = `commerce ${name}`;
      const system = createSystemContext({ database, services, log, requestId, ...(now && { now }) });
      return work(system).finally(() => database.close());
    },
  };
}
