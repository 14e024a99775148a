import { Readable, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { type Config, s3Options } from '@service/config';
import { openS3, readS3Text, S3Error, xmlText } from '@service/core/s3';
import { CommandError } from './exit-codes.ts';

/** S3 requires parts of at least 5 MiB, and accepts 10,000 of them: this is enough for 160 GB. */
const PART_BYTES = 16 * 1024 * 1024;

/** Uploads in parts the data that `write` writes; the object only exists once all parts are uploaded. */
export async function uploadToS3<T>(
  config: Config,
  address: string,
  write: (sink: Writable) => Promise<T>,
): Promise<T> {
  const { send, url } = openS3(address, s3Options(config));
  const started = await readS3Text(await send(`${url}?uploads`, { method: 'POST' }));
  const uploadId = encodeURIComponent(xmlText(started, 'UploadId'));
  const tags: string[] = [];
  const sendPart = async (body: Buffer) => {
    const response = await send(`${url}?partNumber=${tags.length + 1}&uploadId=${uploadId}`, {
      method: 'PUT',
      body,
    });
    tags.push(response.headers.get('etag') ?? '');
  };
  const sink = createPartSink(sendPart);
  const done = finished(sink);
  done.catch(() => undefined);
  try {
    const result = await write(sink);
    await done;
    const completed = await send(`${url}?uploadId=${uploadId}`, { method: 'POST', body: partList(tags) });
    // S3 may respond with 200 and only report in the body that it failed.
    const end = await readS3Text(completed);
    if (end.includes('<Error>'))
      throw new CommandError(`${address} could not be completed: ${xmlText(end, 'Message')}`);
    return result;
  } catch (error) {
    await send(`${url}?uploadId=${uploadId}`, { method: 'DELETE' }).catch(() => undefined);
    throw error;
  }
}

/** Whether there is an object at the address. */
export async function isInS3(config: Config, address: string): Promise<boolean> {
  const { send, url } = openS3(address, s3Options(config));
  try {
    await send(url, { method: 'HEAD' });
    return true;
  } catch (error) {
    if (error instanceof S3Error && error.status === 404) return false;
    throw error;
  }
}

/** Returns the object's bytes as they arrive, and their number if the store reports it. */
export async function downloadFromS3(
  config: Config,
  address: string,
): Promise<{ source: Readable; bytes: number | undefined }> {
  const { send, url } = openS3(address, s3Options(config));
  const { body, headers } = await send(url, { method: 'GET', deadlineMs: null });
  const source = Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]);
  return { source, bytes: Number(headers.get('content-length')) || undefined };
}

/** Collects bytes into parts, and accepts no more while a part is being sent. */
function createPartSink(sendPart: (body: Buffer) => Promise<void>): Writable {
  let chunks: Buffer[] = [];
  let size = 0;
  const flush = async () => {
    const body = Buffer.concat(chunks);
    chunks = [];
    size = 0;
    await sendPart(body);
  };
  return new Writable({
    write(chunk: Buffer, _encoding, callback) {
      chunks.push(chunk);
      size += chunk.length;
      if (size < PART_BYTES) return callback();
      flush().then(() => callback(), callback);
    },
    final(callback) {
      flush().then(() => callback(), callback);
    },
  });
}

function partList(tags: readonly string[]): string {
  const parts = tags.map(
    (tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag}</ETag></Part>`,
  );
  return `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`;
}
