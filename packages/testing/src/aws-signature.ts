import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

interface Signer {
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
  service: 'sqs' | 'events' | 's3';
}

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/([a-z0-9]+)\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;

/** Checks the Signature Version 4 of a request without a query, computed from the request. */
export function isSigned(
  { method, url = '', headers }: IncomingMessage,
  body: Buffer,
  signer: Signer,
): boolean {
  const [, keyId, day = '', region = '', service, names = '', signature] =
    AUTHORIZATION.exec(headers.authorization ?? '') ?? [];
  const at = String(headers['x-amz-date']);
  if (keyId !== signer.accessKeyId || region !== signer.region || service !== signer.service) return false;
  if (!at.startsWith(day) || url.includes('?')) return false;
  // S3 wants the hash of the body among the headers, and takes no other.
  const hash = sha256(body);
  const needed = ['host', 'x-amz-date', ...(service === 's3' ? ['x-amz-content-sha256'] : [])];
  if (!needed.every((name) => names.split(';').includes(name))) return false;
  if (service === 's3' && headers['x-amz-content-sha256'] !== hash) return false;
  const signed = names.split(';').map((name) => `${name}:${headers[name]}\n`);
  const canonical = [method, url, '', signed.join(''), names, hash].join('\n');
  const scope = `${day}/${region}/${service}/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', at, scope, sha256(canonical)].join('\n');
  const key = [day, region, service, 'aws4_request'].reduce<Buffer>(
    (before, part) => createHmac('sha256', before).update(part).digest(),
    Buffer.from(`AWS4${signer.secretAccessKey}`),
  );
  return createHmac('sha256', key).update(text).digest('hex') === signature;
}

function sha256(content: Buffer | string): string {
  return createHash('sha256').update(content).digest('hex');
}
