import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdtemp, open, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pipeline, type Readable, Transform, type Writable } from 'node:stream';
import { pipeline as writeStream } from 'node:stream/promises';
import type { Config } from '@service/config';
import type { BackupSource } from '@service/db';
import { CommandError } from './exit-codes.ts';

type Write<T> = (sink: Writable) => Promise<T>;

/** Whether a backup is in an S3-compatible store: s3://bucket/key. */
export function isS3(address: string): boolean {
  return address.startsWith('s3://');
}

/**
 * Writes a backup to a file or to an S3-compatible store. It gets its name only when it is complete. Refuses to replace an
 * existing one.
 */
export async function writeBackup<T>(
  config: Config,
  address: string,
  write: Write<T>,
  { overwrite = false }: { overwrite?: boolean | undefined } = {},
): Promise<T> {
  // Loaded here because most backups are files.
  const s3 = isS3(address) ? await import('./s3.ts') : undefined;
  if (!overwrite && (s3 ? await s3.isInS3(config, address) : existsSync(address)))
    throw new CommandError(`${address} is there already: name another file, or say --overwrite.`);
  return s3 ? s3.uploadToS3(config, address, write) : writeFile(address, write);
}

/**
 * Runs `work` with a backup that it can open again and again: a file, an S3-compatible store, or - for standard input, which is
 * stored in a temporary file meanwhile. `onRead` is called with the part that has been read, from 0 to 1, if its size is known.
 */
export async function withBackup<T>(
  config: Config,
  address: string,
  work: (source: BackupSource) => Promise<T>,
  onRead: (done: number) => void = () => {},
): Promise<T> {
  if (address === '-') return withStandardInput((file) => withBackup(config, file, work, onRead));
  if (isS3(address)) {
    const { downloadFromS3 } = await import('./s3.ts');
    return work(async () => {
      const { source, bytes } = await downloadFromS3(config, address);
      return bytes === undefined ? source : counted(source, bytes, onRead);
    });
  }
  const { size } = await stat(address).catch(() => {
    throw new CommandError(`There is no file ${address}.`);
  });
  return work(() => counted(createReadStream(address), size, onRead));
}

async function withStandardInput<T>(work: (file: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'commerce-backup-'));
  const file = join(folder, 'backup');
  try {
    await writeStream(process.stdin, createWriteStream(file, { mode: 0o600 }));
    return await work(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function counted(source: Readable, bytes: number, onRead: (done: number) => void): Readable {
  let read = 0;
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      read += chunk.length;
      onRead(read / bytes);
      done(null, chunk);
    },
  });
  // The reader gets a failure as the stream's own error.
  pipeline(source, counter, () => undefined);
  return counter;
}

/** Only its owner can read it; it is flushed to the disk before it gets its name. */
async function writeFile<T>(file: string, write: Write<T>): Promise<T> {
  const part = `${file}.part`;
  await rm(part, { force: true });
  const handle = await open(part, 'wx', 0o600).catch(({ code }: NodeJS.ErrnoException) => {
    throw new CommandError(
      code === 'ENOENT' ? `There is no folder ${dirname(file)}.` : `${file} can’t be written: ${code}.`,
    );
  });
  const sink = handle.createWriteStream({ flush: true });
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
