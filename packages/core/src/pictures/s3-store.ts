import { openS3, S3Error, type S3Options } from '../s3.ts';
import type { PictureStore } from './store.ts';

/** For one file, including repetitions. */
const DEADLINE_MS = 30_000;
const RETRIES = 2;

/** A picture of the largest width has a tenth of this size. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Stores each picture at the path `endpoint/bucket/prefix/name`. */
export function createS3Store(location: string, options: S3Options): PictureStore {
  const { url, send } = openS3(location, { ...options, retries: RETRIES });
  const ask = (method: string, name: string, body?: Uint8Array) =>
    send(`${url}/${name}`, { method, deadlineMs: DEADLINE_MS, ...(body ? { body } : {}) });

  return {
    async write(name, bytes) {
      await (await ask('PUT', name, bytes)).body?.cancel();
    },
    read: (name) => ask('GET', name).then(readBytes, unlessAbsent),
    async delete(names) {
      for (const name of names) await ask('DELETE', name).then(({ body }) => body?.cancel(), unlessAbsent);
    },
  };
}

function unlessAbsent(error: unknown): undefined {
  if (!(error instanceof S3Error && error.status === 404)) throw error;
}

async function readBytes({ body }: Response): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new RangeError(`The picture has more than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
