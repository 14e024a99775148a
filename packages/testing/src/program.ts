import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { until } from './until.ts';

/** A server program of the machine's, such as PgBouncer. */
export interface ProgramProcess {
  /** Ends it as a power cut would. */
  kill(): Promise<void>;
}

interface ProgramOptions {
  dir: string;
  port: number;
  env?: Record<string, string>;
  asNobody?: boolean;
  /** The server is a child of it, and ends with it. */
  isScript?: boolean;
}

/** Some servers refuse to run as root. */
const NOBODY = 65_534;

/** Starts a server program and waits until it listens on the port. */
export async function startProgram(
  command: string,
  args: readonly string[],
  { dir, port, env, asNobody = false, isScript = false }: ProgramOptions,
): Promise<ProgramProcess> {
  const child: ChildProcess = spawn(command, args, {
    cwd: dir,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: isScript,
    ...(asNobody && process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}),
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-4000);
    });
  const exited = once(child, 'exit');
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  const isListening = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1');
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
  const isReady = async () => !isRunning() || (await isListening());
  await until(isReady, `${command} to listen`);
  if (!isRunning()) throw new Error(`${command} didn’t start:\n${output}`);
  return {
    async kill() {
      if (isScript && isRunning()) process.kill(-(child.pid as number), 'SIGKILL');
      else child.kill('SIGKILL');
      await exited;
    },
  };
}
