import { PassThrough } from 'node:stream';
import { run } from '../src/run.ts';

export interface Ran {
  code: number;
  stdout: string;
  stderr: string;
}

/** A command line in this process, where it starts at once. */
interface Started {
  /** What a person types. */
  stdin: PassThrough;
  /** What it has printed so far, and its exit code once it has ended. */
  ran: Ran;
  ended: Promise<Ran>;
}

export function startCommerce(
  args: readonly string[],
  env: Record<string, string> = {},
  { isTerminal = true } = {},
): Started {
  const ran: Ran = { code: 0, stdout: '', stderr: '' };
  const stdin = new PassThrough();
  const io = {
    env: { NODE_ENV: 'test', LOG_LEVEL: 'error', ...env },
    stdin,
    stdout: (text: string) => {
      ran.stdout += text;
    },
    stderr: (text: string) => {
      ran.stderr += text;
    },
    isTerminal,
  };
  const ended = run(args, io).then((code) => Object.assign(ran, { code }));
  return { stdin, ran, ended };
}

/** Runs a command line to its end. It has no terminal, unless there is something that a person types there. */
export function runCommerce(
  args: readonly string[],
  env: Record<string, string> = {},
  typed?: string,
): Promise<Ran> {
  const { stdin, ended } = startCommerce(args, env, { isTerminal: typed !== undefined });
  stdin.end(typed ?? '');
  return ended;
}
