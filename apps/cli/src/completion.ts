import type { Command } from 'commander';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;

export type Shell = (typeof SHELLS)[number];

/** The words that may follow one command, such as `store`; the empty one is `commerce` itself. */
interface Place {
  path: string;
  words: { word: string; description: string }[];
}

/** A script that completes subcommands and options, for the shell to read at its start. It asks nothing and starts no process. */
export function completionScript(program: Command, shell: Shell): string {
  const places = placesOf(program);
  return shell === 'fish' ? fishScript(places) : `${shell === 'zsh' ? ZSH_PRELUDE : ''}${bashScript(places)}`;
}

function placesOf(program: Command): Place[] {
  const walk = (command: Command, path: string): Place[] => {
    const help = command.createHelp();
    const subcommands = help.visibleCommands(command).filter((each) => each.name() !== 'help');
    const words = [
      ...subcommands.map((each) => ({ word: each.name(), description: each.description() })),
      ...[...help.visibleOptions(command), ...help.visibleGlobalOptions(command)].map((option) => ({
        word: option.long ?? option.flags,
        description: option.description,
      })),
    ];
    const place = { path, words: [...new Map(words.map((each) => [each.word, each])).values()] };
    return [place, ...subcommands.flatMap((each) => walk(each, `${path} ${each.name()}`.trim()))];
  };
  return walk(program, '');
}

const ZSH_PRELUDE = 'autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n';

/** What is no subcommand, such as an id, leaves the place as it is. Where nothing fits, files are offered. */
function bashScript(places: readonly Place[]): string {
  const cases = places.map(
    ({ path, words }) => `    '${path}') echo '${words.map(({ word }) => word).join(' ')}' ;;`,
  );
  return `_commerce_words() {
  case "$1" in
${cases.join('\n')}
    *) return 1 ;;
  esac
}
_commerce() {
  local place='' word next
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    next="\${place:+$place }$word"
    _commerce_words "$next" > /dev/null && place="$next"
  done
  COMPREPLY=($(compgen -W "$(_commerce_words "$place")" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _commerce commerce
`;
}

function fishScript(places: readonly Place[]): string {
  const lines = places.flatMap(({ path, words }) =>
    words.map(({ word, description }) => {
      const name = word.startsWith('--') ? `-l ${word.slice(2)}` : `-a ${word}`;
      return `complete -c commerce -n '__commerce_at "${path}"' ${name} -d '${description.replace(/['\\]/g, '\\$&')}'`;
    }),
  );
  const known = places.map(({ path }) => `'${path}'`).join(' ');
  return `function __commerce_at
  set -l place ''
  for word in (commandline -opc)[2..-1]
    set -l next (string trim "$place $word")
    contains -- "$next" ${known}; and set place $next
  end
  test "$place" = "$argv[1]"
end
${lines.join('\n')}
`;
}
