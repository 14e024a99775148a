import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { type DocumentedCall, documentedCalls, ROOT } from '@service/testing';
import { expect } from 'chai';
import type { Command } from 'commander';
import { createProgram } from '../src/program.ts';

const PAGES = execFileSync('git', ['ls-files', '*.md'], { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .slice(0, -1);
const read = (page: string) => readFileSync(join(ROOT, page), 'utf8');

/** What pages tell readers to set before. */
const ENV = { COMMERCE_WEBHOOK_SECRET: 'whsec_of_the_page' };

/** What `commerce` says to a line that it doesn't take; nothing is executed. */
async function refusalOf(args: readonly string[]): Promise<string> {
  let said = '';
  const stderr = (text: string) => {
    said += text;
  };
  const program = createProgram(
    { env: ENV, stdin: new PassThrough(), stdout: stderr, stderr, isTerminal: false },
    () => {},
  );
  withoutActions(program);
  await program.parseAsync([...args], { from: 'user' }).catch((error: Error) => {
    said ||= error.message;
  });
  // The files of the examples are the reader's.
  return said.includes('can’t be read (ENOENT)') ? '' : said;
}

function withoutActions(command: Command): void {
  for (const each of command.commands) {
    each.action(() => {});
    withoutActions(each);
  }
}

/** `commerce store delete <store> [--dry-run]` in a sentence: what is in brackets is left out. */
function commandsInSentences(page: string): DocumentedCall[] {
  return [...read(page).matchAll(/`commerce ([a-z][^`]*)`/g)].map(([, line = '']) => ({
    page,
    program: 'commerce',
    args: line
      .replace(/ ?\[[^\]]*\]/g, '')
      .replace(/<[^>]+>|…/g, '1')
      .split(/\s+/),
  }));
}

describe('the commands of the documents', () => {
  it('are taken as they stand in the shell blocks, with their arguments and options', async () => {
    const calls = (await Promise.all(PAGES.map((page) => documentedCalls(page, read(page))))).flat();
    const commands = calls.filter(({ program }) => program === 'commerce');

    expect(commands).to.have.length.above(30);
    for (const { page, args } of commands)
      expect(await refusalOf(args), `${page}: ${args.join(' ')}`).to.equal('');
  });

  it('have the options that sentences name', async () => {
    const commands = PAGES.flatMap(commandsInSentences).filter(({ args }) =>
      args.some((each) => each.startsWith('-')),
    );

    expect(commands).to.have.length.above(4);
    for (const { page, args } of commands)
      expect(await refusalOf(args), `${page}: ${args.join(' ')}`).to.not.match(/unknown/);
  });
});
