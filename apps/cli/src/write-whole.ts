import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Writable } from 'node:stream';

/** Writes a file that only its owner can read, and gives it its name when it is whole and on the disk. */
export async function writeWhole<T>(file: string, write: (sink: Writable) => Promise<T>): Promise<T> {
  const part = `${file}.part`;
  await rm(part, { force: true });
  const sink = createWriteStream(part, { mode: 0o600, flush: true });
  try {
    const result = await write(sink);
    await rename(part, file);
    const folder = await open(dirname(file));
    await folder.sync().finally(() => folder.close());
    return result;
  } catch (error) {
    sink.destroy();
    await rm(part, { force: true });
    throw error;
  }
}
