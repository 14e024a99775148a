import { Readable, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { Config } from '@service/config';
import { readText } from '@service/jobs/primitives';
import { AwsClient } from 'aws4fetch';
import { CommandError, EXIT } from './exit-codes.ts';

/** S3 wants parts of at least 5 MiB, and takes 10,000 of them: this is enough for 160 GB. */
const PART_BYTES = 16 * 1024 * 1024;

/** For one part, its repetitions included. A download has no such limit: `fetch` ends one that stands still for five minutes. */
const PART_DEADLINE_MS = 600_000;

/** What S3 says, apart from the backup itself. */
const MAX_SAID_BYTES = 64 * 1024;

/** Uploads in parts what `write` writes; nothing is there under the address until all of it is. */
export async function uploadToS3<T>(
  config: Config,
  address: string,
  write: (sink: Writable) => Promise<T>,
): Promise<T> {
  const { send, url } = openS3(config, address);
  const started = await said(await send(`${url}?uploads`, { method: 'POST' }));
  const uploadId = encodeURIComponent(textOf(started, 'UploadId'));
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
    // S3 may answer 200 and say only in the body that it failed.
    const end = await said(completed);
    if (end.includes('<Error>'))
      throw new CommandError(`${address} could not be completed: ${textOf(end, 'Message')}`);
    return result;
  } catch (error) {
    await send(`${url}?uploadId=${uploadId}`, { method: 'DELETE' }).catch(() => undefined);
    throw error;
  }
}

/** Returns what is at the address as it comes, and how much that is if the store says so. */
export async function downloadFromS3(
  config: Config,
  address: string,
): Promise<{ source: Readable; bytes: number | undefined }> {
  const { send, url } = openS3(config, address);
  const { body, headers } = await send(url, { method: 'GET' });
  const source = Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]);
  return { source, bytes: Number(headers.get('content-length')) || undefined };
}

function openS3(config: Config, address: string) {
  const { S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = config;
  if (!S3_ENDPOINT || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY)
    throw new CommandError(
      `${address} needs S3_ENDPOINT, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.`,
      EXIT.configuration,
    );
  const aws = new AwsClient({
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
    service: 's3',
    region: S3_REGION,
  });
  const path = address.slice('s3://'.length).split('/').map(encodeURIComponent).join('/');
  return {
    url: `${S3_ENDPOINT.replace(/\/$/, '')}/${path}`,
    async send(url: string, init: { method: string; body?: string | Buffer }): Promise<Response> {
      const deadline = init.method === 'GET' ? {} : { signal: AbortSignal.timeout(PART_DEADLINE_MS) };
      const response = await aws.fetch(url, { ...init, ...deadline } as RequestInit);
      if (response.ok) return response;
      const reason = textOf(await said(response), 'Message') || response.statusText;
      throw new CommandError(`${address}: ${init.method} got ${response.status} ${reason}`);
    },
  };
}

function said(response: Response): Promise<string> {
  return readText(response, MAX_SAID_BYTES);
}

/** Collects bytes into parts, and takes no more while one is being sent. */
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

function textOf(xml: string, element: string): string {
  return xml.match(new RegExp(`<${element}>([^<]*)</${element}>`))?.[1] ?? '';
}
