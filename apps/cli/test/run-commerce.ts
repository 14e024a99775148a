import { runCommand } from '@service/testing';

export interface Ran {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs the command to its end, however that is. It has no terminal. */
export async function runCommerce(args: readonly string[], env: Record<string, string> = {}): Promise<Ran> {
  return runCommand(args, env).then(
    (output) => ({ code: 0, ...output }),
    ({ code, stdout, stderr }: Ran) => ({ code, stdout, stderr }),
  );
}
