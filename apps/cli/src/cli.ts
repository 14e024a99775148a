import { createInterface } from 'node:readline/promises';
import { type Config, databaseOptions, loadConfig, servicesOptions } from '@service/config';
import type { SystemContext } from '@service/core';
import type { Command } from 'commander';
import { CommandError, EXIT } from './exit-codes.ts';
import type { Io } from './io.ts';
import { createProgressLine } from './progress-line.ts';

/** The tools that every command uses. */
export interface Cli {
  env: Io['env'];
  io: Io;
  /** Whether a program reads the output. */
  isJson(): boolean;
  /** Reads the configuration, and throws a ConfigError that lists every mistake. */
  config(): Config;
  /** Prints a result to stdout: `data` as one line of JSON with --json, otherwise `text`. */
  print(data: object, text: string): void;
  /** Sets the exit code of a command that completed its work. */
  exitWith(code: number): void;
  /** Prints the current step to stderr. */
  note(line: string): void;
  /** Shows the progress of long work on a terminal, with a bar if the finished part is known, from 0 to 1. */
  progress(line: string, done?: number): void;
  /**
   * Asks on a terminal before an action that can't be undone, for a yes or for the name of the data that are lost; --yes is both.
   * Throws unless that is the answer.
   */
  confirm(what: string, name?: string): Promise<void>;
  /** Runs `work` with the domain on the database, which is closed afterwards; `now` is a clock other than the machine's. */
  withSystem<T>(name: string, work: (system: SystemContext) => Promise<T>, now?: () => Date): Promise<T>;
}

export function createCli(program: Command, io: Io, exitWith: Cli['exitWith']): Cli {
  const progressLine = createProgressLine(io);
  const config = () => {
    assertRunning(io.env);
    return loadConfig(io.env);
  };
  const isJson = () => Boolean(program.opts().json);
  const note = (line: string) => io.stderr(`${line}\n`);
  return {
    env: io.env,
    io,
    isJson,
    config,
    note,
    exitWith,
    progress: progressLine.show,
    print(data, text) {
      progressLine.erase();
      io.stdout(isJson() ? `${JSON.stringify(data)}\n` : `${text}\n`);
    },
    async confirm(what, name) {
      if (program.opts().yes) return;
      if (!io.isTerminal) throw new CommandError(`${what} Say --yes to go on.`, EXIT.usage);
      const answer = await ask(
        io,
        `${what} ${name === undefined ? 'Go on? [y/N]' : `Type “${name}” to go on:`} `,
      );
      const isYes = name === undefined ? /^y(es)?$/i.test(answer) : answer === name;
      if (!isYes) throw new CommandError('Nothing was done.');
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

/** In a checkout whose `npm start` isn't running, missing settings aren't the mistake. */
function assertRunning({ COMMERCE_STOPPED_DATA_DIR: dataDir }: Io['env']): void {
  if (dataDir)
    throw new CommandError(
      `The service of \`npm start\` isn’t running (its data is in ${dataDir}). Start it, or set DATABASE_URL and the other settings of a deployment.`,
      EXIT.configuration,
    );
}

async function ask({ stdin, stderr }: Io, question: string): Promise<string> {
  const terminal = createInterface({ input: stdin });
  stderr(question);
  // The end of the input, such as Ctrl-D, counts as no answer.
  const { value = '' } = await terminal[Symbol.asyncIterator]().next();
  terminal.close();
  return String(value).trim();
}
