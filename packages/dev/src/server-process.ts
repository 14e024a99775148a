import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';

export interface ServerCommand {
  command: string;
  args: string[];
  env: NodeJS.ProcessEnv;
  /** Its output is written to this file, which starts empty. */
  logFile: string;
  /** The signal that ends it in order. */
  stopSignal: NodeJS.Signals;
  uid?: number;
  gid?: number;
}

export interface ServerProcess {
  pid: number;
  isRunning(): boolean;
  /** Settles when it has ended, however that came. */
  ended: Promise<unknown>;
  /** Ends it in order, by force after ten seconds. */
  stop(): Promise<void>;
  /** Ends it as a power cut would. */
  kill(): Promise<void>;
  /** The last lines of its output, for an error message. */
  tail(lines?: number): string;
}

const running = new Map<ChildProcess, NodeJS.Signals>();

/**
 * Starts a server in a process group of its own, so that a terminal's Ctrl-C reaches only us and we stop the
 * servers in order. Its output goes to a file and not to a pipe: it must not fail when we are killed.
 */
export async function spawnServer(server: ServerCommand): Promise<ServerProcess> {
  const output = openSync(server.logFile, 'w');
  const child = spawn(server.command, server.args, {
    env: server.env,
    cwd: '/',
    detached: true,
    stdio: ['ignore', output, output],
    ...(server.uid === undefined ? {} : { uid: server.uid }),
    ...(server.gid === undefined ? {} : { gid: server.gid }),
  });
  closeSync(output);
  stopAtExit(child, server.stopSignal);
  const exited = once(child, 'exit').catch(() => undefined);
  await once(child, 'spawn');
  const isRunning = () => child.exitCode === null && child.signalCode === null;

  const end = async (signal: NodeJS.Signals) => {
    if (isRunning()) child.kill(signal);
    const force = setTimeout(() => child.kill('SIGKILL'), 10_000);
    await exited;
    clearTimeout(force);
  };

  return {
    pid: child.pid as number,
    isRunning,
    ended: exited,
    stop: () => end(server.stopSignal),
    kill: () => end('SIGKILL'),
    tail: (lines = 15) => readFileSync(server.logFile, 'utf8').trimEnd().split('\n').slice(-lines).join('\n'),
  };
}

/** The last resort: whatever is still running when this process ends gets its signal. */
export function stopAtExit(child: ChildProcess, signal: NodeJS.Signals): void {
  if (running.size === 0) process.once('exit', signalAll);
  running.set(child, signal);
  child.once('exit', () => {
    running.delete(child);
    if (running.size === 0) process.removeListener('exit', signalAll);
  });
}

function signalAll(): void {
  for (const [child, signal] of running) child.kill(signal);
}
