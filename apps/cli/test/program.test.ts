import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { programOf } from '@service/testing';
import { expect } from 'chai';
import type { Command } from 'commander';
import { createProgram } from '../src/program.ts';
import { runCommerce } from './run-commerce.ts';

const NO_CONFIG = { bash: '--norc', zsh: '-f', fish: '--no-config' };

/** Not every machine has every shell. */
async function isInstalled(shell: keyof typeof NO_CONFIG): Promise<boolean> {
  const probe = shell === 'zsh' ? 'zmodload zsh/zpty' : 'true';
  return promisify(execFile)(shell, [NO_CONFIG[shell], '-c', probe]).then(
    () => true,
    () => false,
  );
}

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

  it('ends without a stack trace when the reader of its output has ended', async () => {
    const child = spawn(process.execPath, [await programOf('cli'), '--help'], { env: {} });
    child.stdout.destroy();

    const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);

    expect(said).to.equal('');
    expect(code).to.equal(1);
  });

  describe('completes subcommands and options', () => {
    /** What each of these lines becomes by a press of Tab, or what is offered for it. */
    const LINES = [
      'commerce eve',
      'commerce store su',
      'commerce store delete an-id --ex',
      'commerce upgrade --b',
    ];

    async function complete(shell: 'bash' | 'zsh' | 'fish', program: (script: string) => string) {
      const { stdout: script } = await runCommerce(['completion', shell]);
      const { stdout } = await promisify(execFile)(shell, [NO_CONFIG[shell], '-c', program(script)]);
      return stdout;
    }

    it('in bash', async function () {
      if (!(await isInstalled('bash'))) {
        this.skipReason = 'there is no bash';
        this.skip();
      }
      const words = (line: string) => line.split(' ').map((word) => `'${word}'`);
      const press = (line: string) =>
        `COMP_WORDS=(${words(line).join(' ')}); COMP_CWORD=${words(line).length - 1}; _commerce; echo "\${COMPREPLY[*]}"`;

      const offered = await complete('bash', (script) =>
        [script, ...[...LINES, 'commerce store ', 'commerce '].map(press)].join('\n'),
      );

      const [, , , , store, first] = offered.split('\n').map((line) => line.split(' '));
      expect(offered).to.match(/^events\nsuspend\n--export\n--backup\n/);
      expect(store).to.include.members(['create', 'suspend', 'delete', '--help']);
      expect(first).to.include('doctor').and.not.include('prepare-demo');
    });

    it('in zsh', async function () {
      if (!(await isInstalled('zsh'))) {
        this.skipReason = 'there is no zsh';
        this.skip();
      }
      const line = (typed: string) => `zpty -n -w shell $'${typed.replaceAll("'", "\\'")}\n'`;

      // A shell with a terminal of its own, in which somebody types.
      const became = await complete('zsh', (script) =>
        [
          'zmodload zsh/zpty && zpty shell zsh -f -i',
          "script=$(mktemp) && cat > $script <<'END'",
          `${script}END`,
          'zpty -w shell "source $script"',
          // Quoted in two pieces, so that the line as it is typed isn't taken for its result.
          line('commerce() print -r -- "be""came <$*>"'),
          ...LINES.flatMap((typed) => [
            line(`${typed}\\t`),
            // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell reads it.
            "zpty -r shell seen '*became <*>*'; print -r -- ${${seen##*became <}%%>*}",
          ]),
          'rm $script',
        ].join('\n'),
      );

      expect(became).to.equal('events\nstore suspend\nstore delete an-id --export\nupgrade --backup\n');
    });

    it('in fish', async function () {
      if (!(await isInstalled('fish'))) {
        this.skipReason = 'there is no fish';
        this.skip();
      }

      const offered = await complete('fish', (script) =>
        [script, ...[...LINES, 'commerce store '].map((typed) => `complete -C "${typed}"`)].join('\n'),
      );

      const words = offered.split('\n').map((line) => line.split('\t')[0]);
      expect(words.slice(0, 4)).to.deep.equal(['events', 'suspend', '--export', '--backup']);
      expect(words.slice(4).filter(Boolean)).to.have.members([
        'create',
        'delete',
        'list',
        'resume',
        'suspend',
      ]);
    });
  });

  it('names the commands that have an unknown one as theirs', async () => {
    const { code, stdout, stderr } = await runCommerce(['listen'], {});

    expect({ code, stdout }).to.deep.equal({ code: 2, stdout: '' });
    expect(stderr).to.match(/^error: unknown command 'listen'\n/);
    expect(stderr).to.include('(Did you mean payments listen or webhooks listen?)');
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
