import { execFile } from 'node:child_process';
import { PassThrough } from 'node:stream';
import { promisify } from 'node:util';
import { expect } from 'chai';
import type { Command } from 'commander';
import { createProgram } from '../src/program.ts';
import { runCommerce } from './run-commerce.ts';

describe('commerce', () => {
  it('has help with an example for every command', () => {
    let help = '';
    const stdout = (text: string) => {
      help += text;
    };
    const program = createProgram(
      { env: {}, stdin: new PassThrough(), stdout, stderr: () => {}, isTerminal: false },
      () => {},
    );
    const leaves = (command: Command): Command[] =>
      command.commands.length > 0 ? command.commands.flatMap(leaves) : [command];
    const visible = program
      .createHelp()
      .visibleCommands(program)
      .filter((command) => command.name() !== 'help');

    for (const leaf of visible.flatMap(leaves)) {
      help = '';
      leaf.outputHelp();
      expect(help, leaf.name()).to.match(/Examples?:\n {2}.*commerce /);
    }
  });

  it('prints its version, and help with the exit codes, without a configuration', async () => {
    const [version, help] = await Promise.all([runCommerce(['--version']), runCommerce(['--help'])]);

    expect(version).to.deep.equal({ code: 0, stdout: '1.0.0\n', stderr: '' });
    expect(help.code).to.equal(0);
    expect(help.stdout)
      .to.match(/^Usage: commerce /)
      .and.match(/Exit codes:\n {2}0 /);
  });

  it('completes subcommands and options in a shell', async () => {
    const [bash, zsh, fish] = await Promise.all(
      ['bash', 'zsh', 'fish'].map(async (shell) => (await runCommerce(['completion', shell])).stdout),
    );
    const complete = async (...words: string[]) => {
      const typed = words.map((word) => `'${word}'`).join(' ');
      const line = `COMP_WORDS=(commerce ${typed}); COMP_CWORD=${words.length}; _commerce; echo "\${COMPREPLY[*]}"`;
      const { stdout } = await promisify(execFile)('bash', ['-c', `${bash}\n${line}`]);
      return stdout.trim().split(' ');
    };

    expect(await complete('st')).to.deep.equal(['store']);
    expect(await complete('store', '')).to.include.members(['create', 'suspend', 'delete', '--help']);
    expect(await complete('store', 'delete', 'an-id', '--ex')).to.deep.equal(['--export']);
    expect(await complete('upgrade', '--b')).to.deep.equal(['--backup']);
    expect(await complete('')).to.not.include('prepare-demo');
    expect(zsh).to.include('bashcompinit').and.include('complete -o default -F _commerce commerce');
    expect(fish).to.match(/^complete -c commerce -n '__commerce_at "store"' -a suspend -d '/m);
  });

  it('does nothing for a mistyped command, and names the nearest', async () => {
    const { code, stdout, stderr } = await runCommerce(['migrat'], {
      DATABASE_URL: 'postgres://nowhere.invalid/x',
    });

    expect({ code, stdout }).to.deep.equal({ code: 2, stdout: '' });
    expect(stderr).to.match(/^error: unknown command 'migrat'\n\(Did you mean migrate\?\)/);
  });

  it('migrates nothing when it is asked for help', async () => {
    const { code, stdout } = await runCommerce(['migrate', '--help'], {
      DATABASE_URL: 'postgres://nowhere.invalid/x',
    });

    expect(code).to.equal(0);
    expect(stdout).to.match(/^Usage: commerce migrate /);
  });

  it('lists mistakes of the configuration without a stack', async () => {
    const { code, stderr } = await runCommerce(['migrate'], { PORT: 'a lot' });

    expect(code).to.equal(3);
    expect(stderr)
      .to.match(/^The configuration has 1 mistake/)
      .and.not.match(/\n {4}at /);
  });

  it('says without a stack that a server is away, a key is missing, or an id is none', async () => {
    const away = { DATABASE_URL: 'postgres://x:y@127.0.0.1:1/x' };
    const id = '5b0a7d5e-1c1f-4e58-9a40-9c1f6d6a7c11';

    const ran = await Promise.all([
      runCommerce(['migrate', 'status'], away),
      runCommerce(['store', 'list'], away),
      runCommerce(['webhooks', 'gaps', id, '--api-url', 'http://127.0.0.1:1'], { COMMERCE_API_KEY: 'sk_x' }),
      runCommerce(['webhooks', 'gaps', id], { COMMERCE_API_KEY: '' }),
      runCommerce(['webhooks', 'retry', 'last'], { COMMERCE_API_KEY: 'sk_x' }),
    ]);

    expect(ran.map(({ code }) => code)).to.deep.equal([1, 1, 1, 2, 2]);
    for (const { stderr } of ran) expect(stderr).to.not.match(/\n {4}at /);
    expect(ran[0]?.stderr).to.match(/^A server isn’t available: .*127\.0\.0\.1:1/);
  });
});
