import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface Program<Said> {
  pid: number;
  /** Its first message. */
  said: Said;
  next<T>(): Promise<T>;
  ask<T>(question: object): Promise<T>;
  exited: Promise<unknown>;
  stop(): void;
}

/** Starts a program of this folder as a process of its own, and waits for its first message. */
export async function startProgram<Said = unknown>(
  name: string,
  env: Record<string, string> = {},
): Promise<Program<Said>> {
  const child = fork(fileURLToPath(new URL(`./${name}.ts`, import.meta.url)), {
    env: { ...process.env, ...env },
    execArgv: ['--conditions=source', '--import', 'tsx'],
  });
  const exited = once(child, 'exit');
  const next = async <T>() => (await once(child, 'message'))[0] as T;
  const said = await next<Said>();
  return {
    pid: child.pid ?? 0,
    said,
    next,
    async ask<T>(question: object) {
      const answer = next<T>();
      child.send(question);
      return answer;
    },
    exited,
    stop: () => child.kill(),
  };
}
