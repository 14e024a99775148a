import type { Command } from 'commander';
import type { Cli } from '../cli.ts';
import { addListen } from './payments/listen.ts';
import { addTrigger } from './payments/trigger.ts';

export function addPayments(program: Command, cli: Cli): void {
  const payments = program
    .command('payments')
    .description('callbacks of payment providers on a machine that they can’t reach');
  for (const add of [addListen, addTrigger]) add(payments, cli);
}
