import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { stopAtExit } from './server-process.ts';

const MAX_LOG_BYTES = 10_000_000;
const TAIL_LINES = 15;
const PINO_ERROR = 50;
/**
 * As in docker/Dockerfile: a limit of the heap that is far above what is needed, and Prisma's query compiler without V8's
 * optimisation, which takes 20 MB for code that rarely runs, because the plans of queries are kept. The size of the young
 * generation is V8's own: a smaller one saves 20 MB and costs a fifth of the worker's CPU.
 */
export const NODE_ARGS = ['--max-old-space-size=384', '--liftoff-only'];

export interface ServiceProcess {
  name: string;
  /** Settles when the process has sent `{ ready: true }` over IPC; never when it ends before. */
  ready: Promise<void>;
  /** Settles when the process has ended, with how: `exit code 1`, `SIGKILL`. */
  ended: Promise<string>;
  /** Asks it to stop, and ends it by force after `timeoutMs` milliseconds. */
  stop(timeoutMs: number): Promise<void>;
  /** The last lines it wrote. */
  tail(): string;
}

export interface ServiceOptions {
  /** The name that people use: `API`. */
  name: string;
  /** Absolute path of the script that Node runs. */
  script: string;
  env: NodeJS.ProcessEnv;
  cwd: string;
  logFile: string;
  /** Gets each error that it logs, made readable. */
  onError: (line: string) => void;
}

/** Starts one process of the service in a group of its own; its log goes to a file. */
export function startService(options: ServiceOptions): ServiceProcess {
  const log = openLog(options.logFile);
  // Failure policy: a full disk ends neither the service nor who started it.
  log.on('error', ({ message }) => options.onError(`${options.logFile} can't be written: ${message}`));
  const child = spawn(process.execPath, [...NODE_ARGS, options.script], {
    env: options.env,
    cwd: options.cwd,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  stopAtExit(child, 'SIGKILL');
  const lastLines = follow(child, log, options.onError);

  // 'close' comes after the last line of output, 'exit' may come before it.
  const ended = once(child, 'close').then(
    ([code, signal]) => (signal as string | null) ?? `exit code ${code}`,
    (error: Error) => error.message,
  );
  const ready = new Promise<void>((resolve) => {
    child.on('message', (message) => {
      if ((message as { ready?: boolean } | null)?.ready === true) resolve();
    });
  });

  return {
    name: options.name,
    ready,
    ended,
    stop: async (timeoutMs) => {
      child.kill('SIGTERM');
      const force = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
      await ended;
      clearTimeout(force);
    },
    tail: () => lastLines.map(readable).join('\n'),
  };
}

function openLog(file: string) {
  mkdirSync(dirname(file), { recursive: true });
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > MAX_LOG_BYTES) rmSync(file);
  return createWriteStream(file, { flags: 'a' });
}

function follow(child: ChildProcess, log: NodeJS.WritableStream, onError: (line: string) => void): string[] {
  const lastLines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) continue;
    createInterface({ input: stream }).on('line', (line) => {
      log.write(`${line}\n`);
      lastLines.push(line);
      if (lastLines.length > TAIL_LINES) lastLines.shift();
      const entry = parseEntry(line);
      if (entry ? entry.level >= PINO_ERROR : stream === child.stderr) onError(readable(line));
    });
  }
  child.once('close', () => log.end());
  return lastLines;
}

interface Entry {
  level: number;
  msg?: string;
  err?: { message?: string; stack?: string };
}

function parseEntry(line: string): Entry | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    const entry = JSON.parse(line) as Entry;
    return typeof entry.level === 'number' ? entry : undefined;
  } catch {
    return undefined;
  }
}

function readable(line: string): string {
  const entry = parseEntry(line);
  if (!entry) return line;
  return [entry.msg, entry.err?.stack ?? entry.err?.message].filter(Boolean).join('\n') || line;
}
