import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { waitUntil } from './wait.ts';

const execFileAsync = promisify(execFile);

/** Answers the command line of a live process, '' when it can't be read, undefined when there is no such process. */
export async function commandOf(pid: number): Promise<string | undefined> {
  if (!isAlive(pid)) return undefined;
  try {
    const raw = await readFile(`/proc/${pid}/cmdline`, 'utf8');
    // A zombie is listed with an empty command line; it holds nothing any more.
    return raw === '' ? undefined : raw.replaceAll('\0', ' ').trim();
  } catch {
    // No /proc (macOS): ps knows.
  }
  try {
    const { stdout } = await execFileAsync('ps', ['-o', 'command=', '-p', String(pid)]);
    return stdout.trim();
  } catch {
    return isAlive(pid) ? '' : undefined;
  }
}

/**
 * Ends a server that outlived the process which started it (that one was killed hard).
 * `isOurs` judges its command line: process ids are reused, and a stranger must not be touched.
 */
export async function stopOrphan(
  pid: number,
  isOurs: (command: string) => boolean,
  signal: NodeJS.Signals,
): Promise<void> {
  const command = await commandOf(pid);
  if (!command || !isOurs(command)) return;
  process.kill(pid, signal);
  const gone = async () => (await commandOf(pid)) === undefined;
  if (await waitUntil(gone, { timeoutMs: 10_000 })) return;
  process.kill(pid, 'SIGKILL');
  await waitUntil(gone, { timeoutMs: 5_000 });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
