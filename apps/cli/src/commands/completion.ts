import { Argument, type Command } from 'commander';
import type { Cli } from '../cli.ts';
import { completionScript, SHELLS, type Shell } from '../completion.ts';
import { examples } from '../examples.ts';

export function addCompletion(program: Command, { print }: Cli): void {
  program
    .command('completion')
    .description('print a script by which the shell completes subcommands and options')
    .addArgument(new Argument('<shell>', 'which shell').choices(SHELLS))
    .addHelpText(
      'after',
      examples(
        'source <(commerce completion bash)        # in ~/.bashrc',
        'source <(commerce completion zsh)         # in ~/.zshrc',
        'commerce completion fish > ~/.config/fish/completions/commerce.fish',
      ),
    )
    .action((shell: Shell) => {
      const script = completionScript(program, shell);
      print({ shell, script }, script.trimEnd());
    });
}
