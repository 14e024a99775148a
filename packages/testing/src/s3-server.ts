import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isSigned } from './aws-signature.ts';

export interface S3Server {
  endpoint: string;
  /** The content of its one bucket, by key. */
  objects: Map<string, Buffer>;
  /** The next requests, this many, get 503, as S3 responds when it is busy. */
  fail(times: number): void;
  close(): Promise<void>;
}

export const S3_KEYS = {
  region: 'eu-central-1',
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
};

/** PutObject, GetObject and DeleteObject of the bucket `shop`, as the AWS documentation describes them, with their signature verified. */
export async function startS3(): Promise<S3Server> {
  const objects = new Map<string, Buffer>();
  let failures = 0;
  const server = createServer(async (request, response) => {
    const body = Buffer.concat((await request.toArray()) as Buffer[]);
    const refuse = (status: number, code: string) =>
      response
        .writeHead(status, { 'content-type': 'application/xml' })
        .end(`<Error><Code>${code}</Code><Message>${code}</Message></Error>`);
    if (failures > 0) {
      failures -= 1;
      return refuse(503, 'SlowDown');
    }
    if (!isSigned(request, body, { ...S3_KEYS, service: 's3' })) return refuse(403, 'SignatureDoesNotMatch');
    const [, bucket, ...key] = decodeURIComponent(request.url ?? '').split('/');
    if (bucket !== 'shop') return refuse(404, 'NoSuchBucket');
    const name = key.join('/');
    if (request.method === 'PUT') {
      objects.set(name, body);
      return response.writeHead(200, { etag: '"1"' }).end();
    }
    if (request.method === 'DELETE') {
      objects.delete(name);
      return response.writeHead(204).end();
    }
    const object = objects.get(name);
    return object ? response.writeHead(200).end(object) : refuse(404, 'NoSuchKey');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    fail(times) {
      failures = times;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
