import type { Command } from 'commander';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;

export type Shell = (typeof SHELLS)[number];

/** The words that may follow one command, such as `store`; the empty one is `commerce` itself. */
interface Place {
  path: string;
  words: { word: string; description: string }[];
}

/**
 * A script that completes subcommands and options, for the shell to read when it starts. It sends no requests and starts no
 * process.
 */
export function completionScript(program: Command, shell: Shell): string {
  const places = placesOf(program);
  return SCRIPTS[shell](places);
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

const SCRIPTS: Record<Shell, (places: readonly Place[]) => string> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

/** A word that isn't a subcommand, such as an id, doesn't change the position. If nothing fits, files are offered. */
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

function zshScript(places: readonly Place[]): string {
  const cases = places.map(({ path, words }) => {
    const described = words.map(({ word, description }) => quoted(`${word}:${description}`));
    return `    '${path}') found=(${described.join(' ')}) ;;`;
  });
  return `_commerce_words() {
  case "$1" in
${cases.join('\n')}
    *) return 1 ;;
  esac
}
_commerce() {
  local place='' word next
  local -a found
  for word in "\${(@)words[2,CURRENT-1]}"; do
    next="\${place:+$place }$word"
    _commerce_words "$next" && place="$next"
  done
  _commerce_words "$place"
  _describe 'commerce' found || _files
}
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
compdef _commerce commerce
`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function fishScript(places: readonly Place[]): string {
  const lines = places.flatMap(({ path, words }) =>
    words.map(({ word, description }) => {
      // No file is offered where a subcommand is expected.
      const name = word.startsWith('--') ? `-l ${word.slice(2)}` : `-f -a ${word}`;
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
