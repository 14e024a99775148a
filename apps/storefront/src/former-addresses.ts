import type { StoreClient } from '@service/client-js';
import type { Request, Response } from 'express';
import type { Language } from './reader.ts';
import { unlessGone } from './visit.ts';

/** Answers with the redirect of an address that the shop doesn't have, such as one of a former shop; false: there is none. */
export async function leadOn(shop: StoreClient, req: Request, res: Response): Promise<boolean> {
  if (req.method !== 'GET' && req.method !== 'HEAD') return false;
  const { language } = res.locals as { language?: Language };
  // As it was asked for, and without the language in front.
  for (const path of new Set([req.originalUrl, req.url])) {
    const found = await shop.findRedirect({ path }).catch(unlessGone);
    const to = found && (language ? `/${language}${found.to}` : found.to);
    // A redirect of an address with its language in front may lead to the same address without it.
    if (!to || to === req.originalUrl) continue;
    // Browsers keep a 301 for ever otherwise.
    res.set('Cache-Control', 'public, max-age=3600');
    res.redirect(301, to);
    return true;
  }
  return false;
}
