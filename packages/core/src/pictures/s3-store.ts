import { createHash } from 'node:crypto';
import { readText } from '@service/jobs/primitives';
import { AwsClient } from 'aws4fetch';
import type { PictureStore, S3Options } from './store.ts';

/** For one file, its repetitions included. */
const DEADLINE_MS = 30_000;
const RETRIES = 2;

/** What S3 says, apart from a picture. */
const MAX_SAID_BYTES = 64 * 1024;

/** A picture of the largest width is a tenth of it. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Any store that speaks the protocol of S3, asked by paths: `endpoint/bucket/prefix/name`. */
export function createS3Store(location: string, options: S3Options): PictureStore {
  const { endpoint, region, accessKeyId, secretAccessKey } = options;
  if (!endpoint || !accessKeyId || !secretAccessKey)
    throw new Error(`${location} needs S3_ENDPOINT, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.`);
  const aws = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: RETRIES });
  const folder = location.slice('s3://'.length).replace(/\/$/, '').split('/').map(encodeURIComponent);
  const base = `${endpoint.replace(/\/$/, '')}/${folder.join('/')}`;

  async function send(method: string, name: string, body?: Uint8Array): Promise<Response> {
    const headers = {
      'x-amz-content-sha256': createHash('sha256')
        .update(body ?? '')
        .digest('hex'),
    };
    const init = { method, headers, signal: AbortSignal.timeout(DEADLINE_MS), ...(body ? { body } : {}) };
    const response = await aws.fetch(`${base}/${name}`, init as RequestInit);
    if (response.ok || response.status === 404) return response;
    const said = await readText(response, MAX_SAID_BYTES);
    const reason = /<Message>([^<]*)/.exec(said)?.[1] ?? response.statusText;
    throw new Error(`${location}: ${method} got ${response.status} ${reason}`);
  }

  return {
    async write(name, bytes) {
      const { ok, body } = await send('PUT', name, bytes);
      await body?.cancel();
      if (!ok) throw new Error(`${location}: there is no such bucket`);
    },
    async read(name) {
      const response = await send('GET', name);
      if (response.ok) return readBytes(response);
      await response.body?.cancel();
      return undefined;
    },
    async delete(names) {
      for (const name of names) await (await send('DELETE', name)).body?.cancel();
    },
  };
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
