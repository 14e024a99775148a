import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A call in a line of a document, with its arguments as a shell expands them. */
export interface DocumentedCall {
  page: string;
  program: string;
  args: string[];
}

/** These are recorded and not run. A program that prints an id prints this one. */
const PROGRAMS = 'commerce curl docker git gzip kubectl node npm npx sh smokescreen ssh sudo sudoedit'.split(
  ' ',
);
export const DOCUMENTED_ID = '5b0a7d5e-1c1f-4e58-9a40-9c1f6d6a7c11';

/** The folders that the lines write to, and a file that the quick start reads. */
const FOLDERS = ['docker', '.data', '.config/fish/completions'];
const SECRETS_FILE = '.data/secrets.env';

/** The names that pages share; every other one is set on the page that uses it. */
const VARIABLES = {
  BASE: 'http://localhost:3000',
  TOKEN: 'an-access-token',
  API_KEY: 'sk_of_the_store',
  SETUP_TOKEN: 'a-setup-token',
  ...Object.fromEntries(['ID', 'ACCOUNT', 'ORDER', 'STORE'].map((name) => [name, DOCUMENTED_ID])),
};

/** The shell blocks of a page, as one script: a later one goes on with what an earlier one has set. */
export function shellLinesOf(text: string): string {
  return [...text.matchAll(/^( *)```sh\n(.*?)^\1```$/gms)]
    .map(([, indent = '', block = '']) => block.replaceAll(new RegExp(`^${indent}`, 'gm'), ''))
    .join('\n');
}

/**
 * Returns the calls in the shell blocks of a page, in any order. Rejects where bash refuses a line, or a variable is neither
 * set on the page nor one that pages share.
 */
export async function documentedCalls(page: string, text: string): Promise<DocumentedCall[]> {
  const folder = await mkdtemp(join(tmpdir(), 'commerce-documents-'));
  const [record, bin] = [join(folder, 'record'), join(folder, 'bin')];
  try {
    for (const each of [record, bin]) await mkdir(each);
    for (const each of FOLDERS) await mkdir(join(folder, each), { recursive: true });
    await writeFile(join(folder, SECRETS_FILE), '');
    const recorder = join(bin, 'recorder');
    await writeFile(
      recorder,
      // Each in a file of its own, because the programs of a pipe run at once.
      `#!/bin/bash\nprintf '%s\\0' "\${0##*/}" "$@" > "$(mktemp ${record}/XXXXXXXX)"\necho ${DOCUMENTED_ID}\n`,
    );
    await chmod(recorder, 0o755);
    for (const program of PROGRAMS) await symlink(recorder, join(bin, program));
    const lines = `set -u\ncd() { :; }\nsource() { :; }\n${shellLinesOf(text)}`;
    const env = { PATH: `${bin}:${process.env.PATH}`, HOME: folder, ...VARIABLES };
    const { stderr } = await promisify(execFile)('bash', ['-c', lines], { cwd: folder, env });
    if (stderr) throw new Error(`${page}: ${stderr}`);
    const files = await readdir(record);
    const calls = await Promise.all(files.map((file) => readFile(join(record, file), 'utf8')));
    return calls.map((call) => {
      const [program = '', ...args] = call.split('\0').slice(0, -1);
      return { page, ...withoutNpm(program, args) };
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** In a checkout the command is a script of npm. */
function withoutNpm(program: string, args: string[]): Pick<DocumentedCall, 'program' | 'args'> {
  const at = args.indexOf('--');
  if (program !== 'npm' || !args.slice(0, at).includes('commerce')) return { program, args };
  return { program: 'commerce', args: args.slice(at + 1) };
}
