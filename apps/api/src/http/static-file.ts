import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, Response } from 'express';
import { isKnown } from './respond.ts';

interface StaticFile {
  /** The type as Express's `res.type` accepts it. */
  type: string;
  /** For this time a browser doesn't send another request. */
  maxAgeSeconds: number;
  /** Called at the first request. */
  content(): string | Buffer;
}

/** The quality at which brotli is still as fast as gzip; the highest one takes seconds for a megabyte. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

const ENCODINGS = ['br', 'gzip'] as const;

/** Serves content that stays the same while the process lives: compressed once, with an ETag and a lifetime. */
export function serveStatic({ type, maxAgeSeconds, content }: StaticFile) {
  let prepared: ReturnType<typeof prepare> | undefined;
  return async (req: Request, res: Response): Promise<void> => {
    prepared ??= prepare(Buffer.from(content()));
    const { hash, bodies } = await prepared;
    const encoding = ENCODINGS.find((each) => req.acceptsEncodings(each)) ?? 'identity';
    const tag = `"${hash}-${encoding}"`;
    res.set({ ETag: tag, 'Cache-Control': `public, max-age=${maxAgeSeconds}` }).vary('Accept-Encoding');
    if (isKnown(req, tag)) {
      res.status(304).end();
      return;
    }
    if (encoding !== 'identity') res.set('Content-Encoding', encoding);
    res.type(type).send(bodies[encoding]);
  };
}

async function prepare(identity: Buffer) {
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(identity, BROTLI),
    promisify(gzip)(identity, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  const hash = createHash('sha1').update(identity).digest('base64url');
  return { hash, bodies: { identity, br, gzip: zipped } };
}
