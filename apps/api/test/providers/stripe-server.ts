import { randomUUID } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface StripeRequest {
  path: string;
  key: string;
  authorization: string;
  form: Record<string, string>;
}

export interface StripeFailure {
  type: string;
  code?: string;
  message: string;
  /** What Stripe says beside a refusal because of the state that the payment intent is in. */
  payment_intent?: { id?: string; status: string };
}

export interface StripeServer {
  url: string;
  requests: StripeRequest[];
  /** What the next requests are answered with before they are carried out: an HTTP status and Stripe's error. */
  fail(times: number, status: number, error: StripeFailure): void;
  /** Called while the next request waits for its answer. */
  before(hook: () => Promise<void>): void;
  close(): Promise<void>;
}

/** A server of loopback that speaks as much of Stripe's API as the adapter asks for, idempotency keys included. */
export async function startStripeServer(): Promise<StripeServer> {
  const requests: StripeRequest[] = [];
  const answers = new Map<string, object>();
  let failures: { status: number; error: object }[] = [];
  let hook: (() => Promise<void>) | undefined;

  const make: Record<string, (form: Record<string, string>, path: string) => object> = {
    '/v1/payment_intents': ({ amount, currency }) => {
      const id = `pi_${randomUUID()}`;
      return {
        id,
        object: 'payment_intent',
        amount: Number(amount),
        currency,
        client_secret: `${id}_secret`,
      };
    },
    '/v1/payment_intents/:id/cancel': (_form, path) => ({
      id: path.split('/')[3],
      object: 'payment_intent',
      status: 'canceled',
    }),
    '/v1/refunds': ({ amount }) => ({
      id: `re_${randomUUID()}`,
      object: 'refund',
      amount: Number(amount),
      status: 'succeeded',
    }),
  };
  const send = (response: ServerResponse, status: number, body: object) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const form = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()));
    const path = incoming.url ?? '';
    const key = String(incoming.headers['idempotency-key']);
    requests.push({ path, key, authorization: incoming.headers.authorization ?? '', form });
    const waiting = hook;
    hook = undefined;
    await waiting?.();
    const [failure, ...rest] = failures;
    failures = rest;
    if (failure) return send(response, failure.status, { error: failure.error });
    const answer = answers.get(key) ?? make[path.replace(/\/pi_[^/]+/, '/:id')]?.(form, path);
    if (!answer) return send(response, 404, { error: { type: 'invalid_request_error', message: path } });
    answers.set(key, answer);
    return send(response, 200, answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    fail(times, status, error) {
      failures = Array.from({ length: times }, () => ({ status, error }));
    },
    before(next) {
      hook = next;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
