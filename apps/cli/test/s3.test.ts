import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMigratedDatabase } from '@service/testing';
import { expect } from 'chai';
import { runCommerce } from './run-commerce.ts';

/** What `commerce backup` uses of S3, for one bucket. */
async function startS3(accessKeyId: string) {
  const objects = new Map<string, Buffer>();
  const uploads = new Map<string, Buffer[]>();
  const server: Server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://s3');
    const uploadId = searchParams.get('uploadId') ?? '';
    const isSigned = request.headers.authorization?.startsWith(`AWS4-HMAC-SHA256 Credential=${accessKeyId}/`);
    if (!isSigned) return response.writeHead(403).end('<Error><Message>Not you</Message></Error>');
    if (request.method === 'GET' || request.method === 'HEAD') {
      const object = objects.get(pathname);
      return object
        ? response.end(object)
        : response.writeHead(404).end('<Error><Message>No key</Message></Error>');
    }
    if (searchParams.has('uploads')) {
      uploads.set('u1', []);
      return response.end(
        '<InitiateMultipartUploadResult><UploadId>u1</UploadId></InitiateMultipartUploadResult>',
      );
    }
    if (request.method === 'PUT') {
      uploads.get(uploadId)?.push(body);
      return response.setHeader('etag', '"part"').end();
    }
    if (request.method === 'POST') objects.set(pathname, Buffer.concat(uploads.get(uploadId) ?? []));
    uploads.delete(uploadId);
    return response.end('<CompleteMultipartUploadResult/>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    uploads,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

describe('a backup in an S3-compatible store', () => {
  it('is there when it is whole, can be verified from there, and not by another key', async () => {
    const s3 = await startS3('AKIATEST');
    const env = {
      DATABASE_URL: await createMigratedDatabase('s3'),
      S3_ENDPOINT: s3.url,
      S3_ACCESS_KEY_ID: 'AKIATEST',
      S3_SECRET_ACCESS_KEY: 'secret',
    };

    const made = await runCommerce(['backup', '--to', 's3://backups/a shop.backup', '--json'], env);
    const verified = await runCommerce(['backup', 'verify', 's3://backups/a shop.backup', '--json'], env);
    const missing = await runCommerce(['backup', 'verify', 's3://backups/none'], env);
    const stranger = await runCommerce(['backup', '--to', 's3://backups/b'], {
      ...env,
      S3_ACCESS_KEY_ID: 'OTHER',
    });
    const unset = await runCommerce(['backup', '--to', 's3://backups/b'], { ...env, S3_ENDPOINT: '' });
    // The migrations alone; a failure of the database leaves no half of an upload behind.
    const failed = await runCommerce(['backup', '--to', 's3://backups/c'], {
      ...env,
      DATABASE_URL: env.DATABASE_URL.replace(/s3_\w+$/, 'nothing'),
    });

    expect(made.code, made.stderr).to.equal(0);
    expect(verified.code, verified.stderr).to.equal(0);
    expect(JSON.parse(verified.stdout).rows).to.equal(JSON.parse(made.stdout).rows);
    expect(missing).to.include({ code: 1, stderr: 's3://backups/none: GET got 404 No key\n' });
    expect(stranger.stderr).to.match(/HEAD got 403/);
    expect(unset).to.include({ code: 3, stdout: '' });
    expect(failed.code).to.equal(1);
    expect([...s3.objects.keys()]).to.deep.equal(['/backups/a%20shop.backup']);
    expect(s3.uploads.size).to.equal(0);
    await s3.close();
  });

  it('is replaced only when that is said', async () => {
    const s3 = await startS3('AKIATEST');
    const env = {
      DATABASE_URL: await createMigratedDatabase('s3'),
      S3_ENDPOINT: s3.url,
      S3_ACCESS_KEY_ID: 'AKIATEST',
      S3_SECRET_ACCESS_KEY: 'secret',
    };
    const former = Buffer.from('the only backup');
    s3.objects.set('/backups/shop', former);

    const refused = await runCommerce(['backup', '--to', 's3://backups/shop'], env);
    const unread = s3.objects.get('/backups/shop');
    const replaced = await runCommerce(['backup', '--to', 's3://backups/shop', '--overwrite'], env);

    expect(refused).to.include({ code: 1, stdout: '' });
    expect(refused.stderr).to.include('s3://backups/shop is there already');
    expect(unread).to.equal(former);
    expect(replaced.code, replaced.stderr).to.equal(0);
    expect(s3.objects.get('/backups/shop')).to.not.equal(former);
    await s3.close();
  });
});
