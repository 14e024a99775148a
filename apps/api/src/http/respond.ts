import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { AnyOperation, FileAnswer, Streamed } from '@service/contract';
import type { Request, Response } from 'express';
import type { Serialize } from './serialize.ts';

/** Sends the handler's result as the operation defines: with an ETag, streamed, or without a body. */
export async function respond(
  req: Request,
  res: Response,
  { operation, serialize }: { operation: AnyOperation; serialize: Serialize | undefined },
  result: unknown,
): Promise<void> {
  const { contentType, contentTypes } = operation.response;
  if (result === undefined) res.end();
  else if (contentType) sendFile(res, { contentType: `${contentType}`, ...(result as FileAnswer) });
  else if (contentTypes) await sendInPieces(res, result as Streamed);
  else if (!serialize) res.end();
  else if (operation.revalidates) sendRevalidated(req, res, operation, serialize(result));
  else res.set(versionTag(result)).type('application/json').send(serialize(result));
}

function sendFile(
  res: Response,
  { contentType, fileName, bytes }: FileAnswer & { contentType: string },
): void {
  res.type(contentType).set('Content-Disposition', `inline; filename="${fileName}"`).send(Buffer.from(bytes));
}

/** The ETag of a resource is its version. */
function versionTag(result: unknown): { ETag?: string } {
  const { version } = (result ?? {}) as { version?: unknown };
  return typeof version === 'number' ? { ETag: `"${version}"` } : {};
}

/** For responses that caches may keep: the ETag is computed from the bytes, so it is right however they were made. */
function sendRevalidated(
  req: Request,
  res: Response,
  { revalidates, auth }: AnyOperation,
  json: string,
): void {
  const body = Buffer.from(json);
  const tag = `"${createHash('sha1').update(body).digest('base64url')}"`;
  const kept = typeof revalidates === 'object' ? `max-age=${revalidates.keepSeconds}` : 'no-cache';
  const takesSession = auth.kind === 'store' && auth.session === 'optional';
  // The response to a signed-in customer is only for that customer.
  const whose = takesSession && req.get('authorization') ? 'private' : 'public';
  res.set({ ETag: tag, 'Cache-Control': `${whose}, ${kept}` });
  res.vary('X-Publishable-Key');
  if (takesSession) res.vary('Authorization');
  if (isKnown(req, tag)) res.status(304).end();
  else res.type('application/json').send(body);
}

/** Unlike Express's `req.fresh`, this respects If-None-Match beside `Cache-Control: no-cache`, which every `fetch` adds to it. */
export function isKnown(req: Request, tag: string): boolean {
  const known = (req.get('if-none-match') ?? '').split(',').map((each) => each.trim().replace(/^W\//, ''));
  return known.includes(tag) || known.includes('*');
}

/** Sends as fast as the receiver reads. If a client disconnects, sending ends, which isn't a failure of ours. */
async function sendInPieces(res: Response, { contentType, fileName, pieces }: Streamed): Promise<void> {
  res.set('Content-Type', contentType);
  if (fileName) res.attachment(fileName);
  await pipeline(Readable.from(pieces), res).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
}
