import { CORE_VERSION } from '@service/contract';
import { Command } from 'commander';
import { type Cli, createCli } from './cli.ts';
import { addBackup, addRestore } from './commands/backup.ts';
import { addDoctor } from './commands/doctor.ts';
import { addMigrate } from './commands/migrate.ts';
import { addOperator } from './commands/operator.ts';
import { addPrepareDemo } from './commands/prepare-demo.ts';
import { addRateLimit } from './commands/rate-limit.ts';
import { addRotateEncryptionKey } from './commands/rotate-encryption-key.ts';
import { addUpgrade } from './commands/upgrade.ts';
import { EXIT_CODES } from './exit-codes.ts';

const COMMANDS: readonly ((program: Command, cli: Cli) => void)[] = [
  addMigrate,
  addBackup,
  addRestore,
  addUpgrade,
  addDoctor,
  addOperator,
  addRateLimit,
  addRotateEncryptionKey,
  addPrepareDemo,
];

/** The whole command line. Usage mistakes throw a CommanderError, so that main.ts alone ends the process. */
export function createProgram(): Command {
  const program = new Command('commerce')
    .description(
      'Operates a deployment of Commerce Service. Settings come from the environment, as for the API.',
    )
    .version(CORE_VERSION, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .option('--json', 'print results as one line of JSON')
    .option('-y, --yes', 'ask nothing')
    .configureHelp({ showGlobalOptions: true, sortSubcommands: true })
    .showHelpAfterError('(commerce --help lists the commands)')
    .exitOverride();
  program.addHelpText('after', `\n${EXIT_CODES}`);
  const cli = createCli(program);
  for (const add of COMMANDS) add(program, cli);
  return program;
}
