import { createHash } from 'node:crypto';
import { readText } from '@service/jobs/primitives';
import { AwsClient } from 'aws4fetch';

/** For one request, including its repetitions. */
const DEADLINE_MS = 600_000;
/** The most bytes of a response that isn't a file. */
const MAX_TEXT_BYTES = 64 * 1024;

export interface S3Options {
  endpoint?: string | undefined;
  region: string;
  accessKeyId?: string | undefined;
  secretAccessKey?: string | undefined;
  /** How often a request is repeated that fails or gets a 5xx; default: 10 times, with growing waits. */
  retries?: number;
}

interface S3Request {
  method: string;
  body?: Uint8Array | string;
  /** Undefined: ten minutes. Null: none, for a download, which `fetch` ends when it stands still for five minutes. */
  deadlineMs?: number | null;
}

/** The S3 store refused. */
export class S3Error extends Error {
  override readonly name = 'S3Error';
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

/**
 * Opens what `s3://bucket/path` names in any store that speaks the protocol of S3: its URL, and how requests are sent to it.
 * Requests are signed with the hash of their body. @throws {S3Error} when a response isn't a success
 */
export function openS3(address: string, options: S3Options) {
  const { endpoint, accessKeyId, secretAccessKey, ...more } = options;
  if (!endpoint || !accessKeyId || !secretAccessKey)
    // By this name commands exit with the code of a wrong configuration.
    throw Object.assign(
      new Error(`${address} needs S3_ENDPOINT, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.`),
      {
        name: 'ConfigError',
      },
    );
  const aws = new AwsClient({ accessKeyId, secretAccessKey, service: 's3', ...more });
  const path = address.slice('s3://'.length).replace(/\/$/, '').split('/').map(encodeURIComponent);
  return {
    url: `${endpoint.replace(/\/$/, '')}/${path.join('/')}`,
    async send(url: string, { method, body, deadlineMs = DEADLINE_MS }: S3Request): Promise<Response> {
      const sha256 = createHash('sha256')
        .update(body ?? '')
        .digest('hex');
      const response = await aws.fetch(url, {
        method,
        headers: { 'x-amz-content-sha256': sha256 },
        ...(body === undefined ? {} : { body }),
        ...(deadlineMs === null ? {} : { signal: AbortSignal.timeout(deadlineMs) }),
      } as RequestInit);
      if (response.ok) return response;
      const reason = xmlText(await readS3Text(response), 'Message') || response.statusText;
      throw new S3Error(`${address}: ${method} got ${response.status} ${reason}`, response.status);
    },
  };
}

export function readS3Text(response: Response): Promise<string> {
  return readText(response, MAX_TEXT_BYTES);
}

/** Returns the text of the first element with this name, or nothing. */
export function xmlText(xml: string, element: string): string {
  return xml.match(new RegExp(`<${element}>([^<]*)</${element}>`))?.[1] ?? '';
}
