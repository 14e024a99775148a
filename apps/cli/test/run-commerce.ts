import { run } from '../src/run.ts';

export interface Ran {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs a command line in this process, where it starts at once. It has no terminal. */
export async function runCommerce(args: readonly string[], env: Record<string, string> = {}): Promise<Ran> {
  const ran: Ran = { code: 0, stdout: '', stderr: '' };
  ran.code = await run(args, {
    env: { NODE_ENV: 'test', LOG_LEVEL: 'error', ...env },
    stdout: (text) => {
      ran.stdout += text;
    },
    stderr: (text) => {
      ran.stderr += text;
    },
    isTerminal: false,
  });
  return ran;
}
