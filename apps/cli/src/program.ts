import { CORE_VERSION } from '@service/contract';
import { Command } from 'commander';
import { type Cli, createCli } from './cli.ts';
import { addBackup, addRestore } from './commands/backup.ts';
import { addCompletion } from './commands/completion.ts';
import { addCustomer } from './commands/customer.ts';
import { addDistribute } from './commands/distribute.ts';
import { addDoctor } from './commands/doctor.ts';
import { addEvents } from './commands/events.ts';
import { addHost } from './commands/host.ts';
import { addMigrate } from './commands/migrate.ts';
import { addModule } from './commands/module.ts';
import { addOpenApi } from './commands/openapi.ts';
import { addOperator } from './commands/operator.ts';
import { addPayments } from './commands/payments.ts';
import { addPrepareDemo } from './commands/prepare-demo.ts';
import { addRateLimit } from './commands/rate-limit.ts';
import { addRotateEncryptionKey } from './commands/rotate-encryption-key.ts';
import { addSearch } from './commands/search.ts';
import { addStore } from './commands/store.ts';
import { addStorefront } from './commands/storefront.ts';
import { addTrace } from './commands/trace.ts';
import { addUpgrade } from './commands/upgrade.ts';
import { addWebhooks } from './commands/webhooks.ts';
import { EXIT_CODES } from './exit-codes.ts';
import type { Io } from './io.ts';

const COMMANDS: readonly ((program: Command, cli: Cli) => void)[] = [
  addHost,
  addMigrate,
  addBackup,
  addRestore,
  addUpgrade,
  addDoctor,
  addTrace,
  addStore,
  addOperator,
  addCustomer,
  addEvents,
  addPayments,
  addModule,
  addStorefront,
  addOpenApi,
  addCompletion,
  addRateLimit,
  addRotateEncryptionKey,
  addDistribute,
  addSearch,
  addWebhooks,
  addPrepareDemo,
];

/** The whole command line. Usage mistakes throw a CommanderError, so that only main.ts ends the process. */
export function createProgram(io: Io, exitWith: (code: number) => void): Command {
  const program = new Command('commerce')
    .description(
      'Operates a deployment of Commerce Service. Settings come from the environment, as for the API.',
    )
    .version(CORE_VERSION, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .option('--json', 'print results as one line of JSON')
    .option('-y, --yes', 'ask nothing')
    .configureHelp({ showGlobalOptions: true, sortSubcommands: true, subcommandDescription })
    .showHelpAfterError('(commerce --help lists the commands)')
    .configureOutput({ writeOut: io.stdout, writeErr: io.stderr })
    .exitOverride();
  program.addHelpText('after', `\n${EXIT_CODES}`);
  const cli = createCli(program, io, exitWith);
  for (const add of COMMANDS) add(program, cli);
  return program;
}

/** In the list of commands, a command with subcommands shows their names. */
function subcommandDescription(command: Command): string {
  const names = command.commands.map((each) => each.name());
  return names.length === 0
    ? command.description()
    : `${command.description()} (subcommands: ${names.join(', ')})`;
}
