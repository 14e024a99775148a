import { concat } from './bytes.ts';
import type { WebhookEnvelope } from './envelope.ts';
import { handleWebhook, type WebhookHandlers } from './handlers.ts';
import type { WebhookHeaders } from './headers.ts';
import { WebhookVerificationError } from './verification-error.ts';
import { type VerifyWebhookOptions, verifyWebhook } from './verify.ts';

type Secret = string | readonly string[];

export interface WebhookMiddlewareOptions extends VerifyWebhookOptions {
  /** Both secrets while one is being rotated; or a function that returns them, which is called for every delivery. */
  secret: Secret | (() => Secret | Promise<Secret>);
  /** With handlers, the middleware responds; without, it sets `req.webhook` and calls the next one. */
  handlers?: WebhookHandlers | undefined;
  /** A longer body gets 413. Default 1 MiB. */
  limitBytes?: number | undefined;
}

/** The part of a request that the middleware needs: Express's has it, and so have Connect's and plain `node:http`'s. */
export interface WebhookRequest {
  headers: WebhookHeaders;
  readableEnded: boolean;
  iterator(options: { destroyOnReturn: boolean }): AsyncIterable<unknown>;
  body?: unknown;
  /** The bytes, if the platform keeps them beside the parsed body. */
  rawBody?: unknown;
  /** The verified envelope. */
  webhook?: WebhookEnvelope;
}

/** The part of a response that the middleware needs. */
export interface WebhookResponse {
  statusCode: number;
  setHeader(name: string, value: string): unknown;
  end(text: string): unknown;
}

export type WebhookMiddleware = (
  req: WebhookRequest,
  res: WebhookResponse,
  next: (error?: unknown) => void,
) => Promise<void>;

/**
 * `app.post('/hooks', createWebhookMiddleware({ secret, handlers }))`, before any body parser, or after `express.raw`.
 *
 * It responds with 204 when the handler is done, and with 400 and the cause if the delivery can't be trusted. An error of a
 * handler is passed to `next`, whose response of 500 makes the service retry the delivery: so handlers must accept the same id
 * twice.
 */
export function createWebhookMiddleware({
  secret,
  handlers,
  limitBytes = 1_048_576,
  ...options
}: WebhookMiddlewareOptions): WebhookMiddleware {
  return async (req, res, next) => {
    try {
      const rawBody = await rawBodyOf(req, limitBytes);
      if (rawBody === undefined) return respond(res, 413, `The body has more than ${limitBytes} bytes.`);
      const secrets = typeof secret === 'function' ? await secret() : secret;
      const envelope = await verifyWebhook(rawBody, req.headers, secrets, options);
      req.webhook = envelope;
      if (!handlers) return next();
      await handleWebhook(envelope, handlers);
      respond(res, 204);
    } catch (error) {
      if (error instanceof WebhookVerificationError) respond(res, 400, `${error.code}: ${error.message}`);
      else next(error);
    }
  };
}

/** The bytes as they arrived; undefined if there are too many. */
async function rawBodyOf(req: WebhookRequest, limitBytes: number): Promise<string | Uint8Array | undefined> {
  if (isRaw(req.rawBody)) return req.rawBody;
  // The signature of a parsed object can't be verified; verifyWebhook reports this.
  if (isRaw(req.body) || (req.body !== undefined && req.readableEnded)) return req.body as Uint8Array;
  const chunks: Uint8Array[] = [];
  let length = 0;
  // If the body is too large, the rest stays unread; destroying the request would also end the response.
  for await (const chunk of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > limitBytes) return undefined;
    chunks.push(chunk);
  }
  return concat(chunks);
}

function isRaw(body: unknown): body is string | Uint8Array {
  return typeof body === 'string' || body instanceof Uint8Array;
}

function respond(res: WebhookResponse, status: number, text = ''): void {
  res.statusCode = status;
  if (text !== '') res.setHeader('Content-Type', 'text/plain; charset=utf-8');
  res.end(text);
}
