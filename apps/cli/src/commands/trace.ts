import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import type { Cli } from '../cli.ts';
import { examples } from '../examples.ts';
import { nameSourceLines } from '../name-source-lines.ts';

export function addTrace(program: Command, { io, print }: Cli): void {
  program
    .command('trace')
    .description(
      'print a log with the lines of the source in its stack traces, in place of the built program’s',
    )
    .argument('[file]', 'the log, or a part of it; standard input without it')
    .addHelpText('after', examples('commerce trace api.log', 'tail -1 api.log | commerce trace'))
    .action(async (file: string | undefined) => {
      const named = await nameSourceLines(
        file === undefined ? await text(io.stdin) : await readFile(file, 'utf8'),
      );
      print({ log: named }, named.trimEnd());
    });
}
