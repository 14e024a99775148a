import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { commandOf } from './process-identity.ts';

export class InUseError extends Error {
  override name = 'InUseError';
  readonly dir: string;
  readonly pid: number;

  constructor(dir: string, pid: number) {
    super(`${dir} is used by process ${pid}, which is still running.`);
    this.dir = dir;
    this.pid = pid;
  }
}

const held = new Set<string>();

/**
 * Takes a folder for this process, and answers the function that gives it back.
 * A lock left behind by a process that is gone is taken over; a live owner ends in an InUseError.
 */
export async function acquireLock(folder: string): Promise<() => Promise<void>> {
  const dir = resolve(folder);
  const file = join(dir, 'in-use.json');
  await mkdir(dir, { recursive: true });
  if (held.has(dir)) throw new InUseError(dir, process.pid);
  held.add(dir);
  try {
    await writeLock(dir, file);
  } catch (error) {
    held.delete(dir);
    throw error;
  }
  return async () => {
    await rm(file, { force: true });
    held.delete(dir);
  };
}

async function writeLock(dir: string, file: string): Promise<void> {
  const owner = { pid: process.pid, command: await commandOf(process.pid) };
  for (let attempt = 0; attempt < 3; attempt += 1) {
    try {
      await writeFile(file, JSON.stringify(owner), { flag: 'wx' });
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const pid = await liveOwner(file);
    if (pid !== undefined) throw new InUseError(dir, pid);
    await rm(file, { force: true });
  }
  throw new Error(`${file} can't be taken: other processes keep taking it.`);
}

// The command line is compared too: after a container restarts, the old process id often belongs to another program.
async function liveOwner(file: string): Promise<number | undefined> {
  try {
    const owner = JSON.parse(await readFile(file, 'utf8')) as { pid: number; command?: string };
    if (owner.pid === process.pid) return undefined;
    return (await commandOf(owner.pid)) === owner.command ? owner.pid : undefined;
  } catch {
    return undefined;
  }
}
