import { refuse, type ServiceError } from '@service/contract';
import { access, type Log, type SystemContext } from '@service/core';
import type { Express, Request, Response } from 'express';
import type { Authenticate } from './authenticate.ts';
import { assertOwnPage, cookieName, cookieOptions, readCookie } from './console-cookie.ts';
import { startExchange } from './mount.ts';
import { sendProblem } from './problem.ts';
import { createBodyReader, parseJson } from './read-body.ts';

interface ConsoleSessionOptions {
  log: Log;
  /** Counts a request without a credential. */
  authenticate: Authenticate;
  systemContext(request: { requestId: string; clientAddress: string | undefined }): SystemContext;
}

const BODY_LIMIT_KIB = 8;

/**
 * Signing in to the console, and out. Its session is in a cookie that no script can read and that only the console's own pages
 * send; programs use tokens. Not part of the public contract.
 */
export function serveConsoleSession(
  app: Express,
  { log, authenticate, systemContext }: ConsoleSessionOptions,
) {
  const readBody = createBodyReader(BODY_LIMIT_KIB);

  const handle =
    (
      operationId: string,
      run: (system: SystemContext, req: Request, res: Response) => Promise<object | undefined>,
    ) =>
    async (req: Request, res: Response) => {
      const requestId = startExchange(req, res, { log, operationId });
      try {
        const system = systemContext({ requestId, clientAddress: req.ip });
        await authenticate({ kind: 'public' }, system, { req, res, rawBody: Buffer.alloc(0) });
        assertOwnPage(req);
        const result = await run(system, req, res);
        if (result) res.json(result);
        else res.status(204).end();
      } catch (error) {
        sendProblem(res, error, { requestId, log });
      }
    };

  app.post(
    '/console/session',
    handle('signInToConsole', async (system, req, res) => {
      const input = readInput(parseJson(req, await readBody(req)));
      const token =
        'link' in input
          ? await access.openSignInLink(system, input.link)
          : await access.startConsoleSession(system, input);
      res.cookie(cookieName(req), token, cookieOptions(req));
      return undefined;
    }),
  );

  // The page asks before it opens a link, which may be a stranger's: so it shows the store's name.
  app.post(
    '/console/session/link',
    handle('readSignInLink', async (system, req) => {
      const input = readInput(parseJson(req, await readBody(req)));
      return access.readSignInLink(system, 'link' in input ? input.link : '');
    }),
  );

  app.delete(
    '/console/session',
    handle('signOutOfConsole', async (system, req, res) => {
      const token = readCookie(req, cookieName(req));
      if (token) await access.logout(system, token);
      res.clearCookie(cookieName(req), cookieOptions(req));
      return undefined;
    }),
  );
}

type Input = { email: string; password: string; code?: string } | { link: string };

function readInput(body: unknown): Input {
  const { email, password, code, link } = (body ?? {}) as Record<string, unknown>;
  const isText = (value: unknown, max: number): value is string =>
    typeof value === 'string' && value.length > 0 && value.length <= max;
  if (isText(link, 255)) return { link };
  if (isText(email, 320) && isText(password, 1024))
    return { email, password, ...(isText(code, 64) ? { code } : {}) };
  return refuse('validation_failed', 'Send an e-mail address and a password.', [
    ...(isText(email, 320) ? [] : [missing('/body/email')]),
    ...(isText(password, 1024) ? [] : [missing('/body/password')]),
  ]);
}

function missing(path: string): NonNullable<ServiceError['errors']>[number] {
  return { path, code: 'required', message: 'must be sent' };
}
