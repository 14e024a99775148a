import { randomUUID } from 'node:crypto';
import {
  type AnyOperation,
  CORE_VERSION,
  deprecationHeaders,
  type InputOf,
  ServiceError,
  type Streamed,
} from '@service/contract';
import { actorName, type Log, type SystemContext } from '@service/core';
import {
  fail,
  parseTraceparent,
  type Span,
  SpanKind,
  startSpan,
  traceparentOf,
} from '@service/jobs/primitives';
import type { IRoute, Request, Response } from 'express';
import { type Authenticate, assertPermission } from './authenticate.ts';
import { execute } from './execute.ts';
import { expressMethod } from './express-route.ts';
import { sendProblem } from './problem.ts';
import { assertMediaType, createBodyReader, endUpload, parseJson, replaceUnstorable } from './read-body.ts';
import { PermanentRedirect } from './redirect.ts';
import { respond } from './respond.ts';
import type { Route } from './route.ts';
import { serializerOf } from './serialize.ts';
import type { FairScheduler } from './turns.ts';
import { prefersStrict } from './unknown-members.ts';
import { createValidator, type RawInput } from './validate.ts';

export interface MountOptions {
  authenticate: Authenticate;
  /** Checks the request's credential once more, without counting it again. */
  authenticateAgain: Authenticate;
  log: Log;
  turns?: FairScheduler | undefined;
  systemContext(request: {
    requestId: string;
    log: Log;
    clientAddress: string | undefined;
    traceparent: string | undefined;
  }): SystemContext;
  checkResponse?: CheckResponse | undefined;
  /** Called with the error of a failed request. */
  onFailure(error: unknown): void;
}

/** Receives a handler's result before it becomes JSON, for tests. */
export type CheckResponse = (operation: AnyOperation, result: unknown) => void;

const BODY_LIMIT_KIB = 256;
/** The provider's events contain whole objects, with all data that a shop added to them. */
const CALLBACK_LIMIT_KIB = 1024;

const REQUEST_ID = /^[\w.:-]{1,128}$/;

/** Puts the route on its path: authenticate, permission, validate, execute, respond. */
export function mount(
  path: IRoute,
  route: Route,
  { authenticate, authenticateAgain, log, turns, systemContext, checkResponse, onFailure }: MountOptions,
): void {
  const { operation } = route;
  const validate = createValidator(operation);
  const serialize = serializerOf(operation);
  const deprecation = operation.deprecated ? deprecationHeaders(operation.deprecated) : {};
  const readsFirst = operation.auth.kind === 'provider-signature';
  const readBody = createBodyReader(readsFirst ? CALLBACK_LIMIT_KIB : BODY_LIMIT_KIB);

  path[expressMethod(operation)]((req: Request, res: Response) =>
    startSpan(operation.id, spanOf(operation, req), (span) => serve(req, res, span)),
  );

  async function serve(req: Request, res: Response, span: Span): Promise<void> {
    const traceparent = traceparentOf(span);
    if (traceparent) res.locals.traceId = span.spanContext().traceId;
    endWith(res, span);
    const requestId = startExchange(req, res, { log, operationId: operation.id, path: operation.path });
    res.set(deprecation);
    let endTurn: (() => void) | undefined;
    try {
      // A signature is over the body, so the body is read first; all other credentials are checked before.
      const early = readsFirst ? await readBody(req) : Buffer.alloc(0);
      const system = systemContext({ requestId, log, clientAddress: req.ip, traceparent });
      const exchange = { req, res, rawBody: early };
      let ctx = await authenticate(operation.auth, system, exchange);
      if ('tenantId' in ctx) res.locals.caller = { store: ctx.tenantId, principal: actorName(ctx.principal) };
      assertPermission(operation.auth, ctx);
      // A client decides how long its body takes, and a credential may end in that time.
      const isAhead = !readsFirst && !req.complete;
      const readAgain = async () => {
        const now = await authenticateAgain(operation.auth, system, exchange);
        assertPermission(operation.auth, now);
        return now;
      };
      const rawBody = readsFirst || !operation.body ? early : await readBody(req);
      if (isAhead && operation.body) ctx = await readAgain();
      const input: RawInput = {
        params: { ...req.params },
        query: { ...req.query },
        body: operation.body
          ? parseJson(req, rawBody, readsFirst ? replaceUnstorable : undefined)
          : undefined,
      };
      // A request that waits for an event doesn't delay others.
      if (turns && 'tenantId' in ctx && !operation.waits) {
        let hasWaited = false;
        endTurn = await turns.take(ctx.tenantId, () => {
          hasWaited = true;
          return signalOf(res);
        });
        // Its client disconnected while it waited.
        if (!endTurn) return;
        // A long queue takes a minute, and a credential may end in that time.
        if (hasWaited) ctx = await readAgain();
      }
      // A provider's events contain more than we read.
      const isStrict = !readsFirst && prefersStrict(req);
      if (isStrict) res.set('Preference-Applied', 'handling=strict');
      validate(input, { isStrict });
      if (operation.streams) assertMediaType(req, operation.streams);
      const { headers } = req;
      const given = {
        ...input,
        rawBody,
        headers,
        stream: untilEnd(req, async () => {
          if (isAhead) await readAgain();
        }),
        get signal() {
          return signalOf(res);
        },
        get origin() {
          return `${req.protocol}://${req.host}`;
        },
      } as InputOf<AnyOperation>;
      const exchanged = { input: given, req, res, assertPermitted: readAgain };
      const { status, result } = await execute(route, ctx, exchanged);
      // A claim checks its credential before it leases, and isn't refused after it has leased.
      if (operation.waits && operation.method === 'GET') await readAgain();
      checkResponse?.(operation, result);
      res.status(status);
      const { contentTypes } = operation.response;
      const answer = contentTypes ? whilePermitted(result as Streamed, readAgain) : result;
      await respond(req, res, { operation, serialize }, answer);
    } catch (error) {
      if (operation.streams) await endUpload(req, res);
      if (error instanceof PermanentRedirect) return res.redirect(308, error.location);
      onFailure(error);
      if (!(error instanceof ServiceError)) fail(span, error);
      sendProblem(res, error, { requestId, log });
    } finally {
      endTurn?.();
    }
  }
}

/** The chunks of a body that an operation reads itself; `onEnd` may refuse the body after its last one. */
async function* untilEnd(req: Request, onEnd: () => Promise<void>): AsyncGenerator<Buffer> {
  yield* req.iterator({ destroyOnReturn: false });
  await onEnd();
}

/** A streamed response takes as long as its client reads, so the credential is checked again before each further chunk. */
function whilePermitted({ pieces, ...file }: Streamed, assertPermitted: () => Promise<unknown>): Streamed {
  async function* permitted(): AsyncGenerator<string> {
    let isFirst = true;
    for await (const piece of pieces) {
      if (!isFirst) await assertPermitted();
      isFirst = false;
      yield piece;
    }
  }
  return { ...file, pieces: permitted() };
}

function spanOf({ method, path }: AnyOperation, req: Request) {
  return {
    kind: SpanKind.SERVER,
    parent: parseTraceparent(req.get('traceparent')),
    attributes: { 'http.request.method': method, 'http.route': path },
  };
}

function endWith(res: Response, span: Span): void {
  res.once('close', () => {
    span.setAttribute('http.response.status_code', res.statusCode);
    span.end();
  });
}

/** Aborts when the client disconnects before its response. */
function signalOf(res: Response): AbortSignal {
  const gone = new AbortController();
  if (res.destroyed) gone.abort();
  res.once('close', () => {
    if (!res.writableFinished) gone.abort();
  });
  return gone.signal;
}

/**
 * The headers and the log entry that every request gets, known routes or not; the entry contains the template of the path,
 * because the path itself may contain secrets. Returns the request's id.
 */
export function startExchange(
  req: Request,
  res: Response,
  { log, operationId, path }: { log: Log; operationId: string; path?: string },
): string {
  const given = req.get('x-request-id') ?? '';
  const requestId = REQUEST_ID.test(given) ? given : randomUUID();
  res.set({ 'X-Request-Id': requestId, 'X-API-Version': CORE_VERSION, 'Cache-Control': 'no-store' });
  res.locals.operationId = operationId;
  const startedAt = performance.now();
  res.once('close', () => {
    const ms = Math.round(performance.now() - startedAt);
    const { method } = req;
    const aborted = !res.writableFinished;
    const { traceId, caller } = res.locals;
    const about = { requestId, traceId, operationId, method, path, ...caller };
    log.info({ ...about, status: res.statusCode, ms, aborted }, 'request');
  });
  return requestId;
}
