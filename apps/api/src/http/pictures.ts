import { ServiceError } from '@service/contract';
import { type Log, pictures, type SystemContext } from '@service/core';
import type { Express, Request, Response } from 'express';
import { LRUCache } from 'lru-cache';
import { startExchange } from './mount.ts';
import { sendProblem } from './problem.ts';

interface PicturesOptions {
  log: Log;
  systemContext(request: { requestId: string; clientAddress: string | undefined }): SystemContext;
  /** Counts a request that costs more than reading a file. */
  count(system: SystemContext, res: Response): Promise<void>;
}

/** The number of cached pictures whose files exist: most are requested again and again. */
const KNOWN = 10_000;

/**
 * `GET /pictures/{store}/{hash}/{width}.{format}`: the file at an address never changes, so caches may keep it for ever. A file
 * is made at its first request.
 */
export function servePictures(app: Express, { log, systemContext, count }: PicturesOptions): void {
  const idOf = new LRUCache<string, string>({ max: KNOWN });

  app.get('/pictures/:store/:hash/:file', async (req: Request, res: Response) => {
    const requestId = startExchange(req, res, { log, operationId: 'picture', path: '/pictures' });
    try {
      const name = pictures.parsePath(req.path);
      if (!name) throw notFound();
      const system = systemContext({ requestId, clientAddress: req.ip });
      const bytes = (await readKnown(system, name)) ?? (await find(system, name, res));
      res.set({
        'Cache-Control': 'public, max-age=31536000, immutable',
        'Content-Type': `image/${name.format}`,
        // Pages on other origins show the pictures.
        'Cross-Origin-Resource-Policy': 'cross-origin',
      });
      res.end(bytes);
    } catch (error) {
      sendProblem(res, error, { requestId, log });
    }
  });

  type Name = pictures.PictureName & pictures.Rendition;
  const keyOf = ({ tenantId, hash }: Name) => `${tenantId} ${hash}`;

  async function readKnown(system: SystemContext, name: Name): Promise<Uint8Array | undefined> {
    const id = idOf.get(keyOf(name));
    return id === undefined ? undefined : pictures.readRendition(system, name.tenantId, id, name);
  }

  async function find(system: SystemContext, name: Name, res: Response): Promise<Uint8Array> {
    await count(system, res);
    const id = await pictures.findPicture(system, name);
    if (!id) throw notFound();
    idOf.set(keyOf(name), id);
    const bytes =
      (await pictures.readRendition(system, name.tenantId, id, name)) ??
      (await pictures.makeRendition(system, name.tenantId, id, name));
    return bytes ?? Promise.reject(notFound());
  }
}

function notFound(): ServiceError {
  return new ServiceError('not_found', 'There is no such picture.');
}
