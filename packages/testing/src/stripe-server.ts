import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createStripeAccount, type Form, type StripeAccount, StripeRefusal } from './stripe-account.ts';
import { useFixture } from './use-fixture.ts';

export interface StripeRequest {
  path: string;
  key: string;
  authorization: string;
  form: Form;
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
  /** The account of a secret key, made when it is first named; other keys are refused. */
  account(secretKey: string): StripeAccount;
  /** Rolls a key: the account has the new one, and the former is refused. */
  rename(secretKey: string, to: string): void;
  /** What the next requests are answered with before they are carried out: an HTTP status and Stripe's error. */
  fail(times: number, status: number, error: StripeFailure): void;
  /** Called while the next request waits for its answer. */
  before(hook: () => Promise<void>): void;
  close(): Promise<void>;
}

/** The account whose key the tests of the deployment's provider have. */
export const STRIPE_KEY = 'sk_test_1';

/**
 * A server of loopback that does what Stripe's documentation says of what the adapter asks for: accounts by their keys,
 * idempotency keys of an account, states of a payment intent, captures in parts, refunds, and signed events.
 */
export async function startStripeServer(): Promise<StripeServer> {
  const requests: StripeRequest[] = [];
  const accounts = new Map<string, StripeAccount>();
  const answers = new Map<string, { request: string; status: number; body: object }>();
  let failures: { status: number; error: object }[] = [];
  let hook: (() => Promise<void>) | undefined;

  function carryOut(account: StripeAccount, { path, form }: StripeRequest, method: string) {
    try {
      return { status: 200, body: account.carryOut(method, path, form) };
    } catch (error) {
      if (!(error instanceof StripeRefusal)) throw error;
      return { status: error.status, body: { error: error.body } };
    }
  }

  async function answer(incoming: IncomingMessage): Promise<{ status: number; body: object }> {
    const request = await readRequest(incoming);
    requests.push(request);
    const waiting = hook;
    hook = undefined;
    await waiting?.();
    const [failure, ...rest] = failures;
    failures = rest;
    if (failure) return { status: failure.status, body: { error: failure.error } };
    const account = accounts.get(request.authorization.replace(/^Bearer /, ''));
    if (!account) return invalid(401, 'Invalid API Key provided: ****');
    if (!request.key) return carryOut(account, request, incoming.method ?? '');
    const kept = answers.get(`${account.id} ${request.key}`);
    const asked = JSON.stringify([request.path, request.form]);
    if (kept && kept.request !== asked)
      return { status: 400, body: { error: { type: 'idempotency_error', message: 'another request' } } };
    const result = kept ?? carryOut(account, request, incoming.method ?? '');
    answers.set(`${account.id} ${request.key}`, { request: asked, ...result });
    return result;
  }

  const server = createServer(async (incoming, response) => send(response, await answer(incoming)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stripe: StripeServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    account(secretKey) {
      const known = accounts.get(secretKey) ?? createStripeAccount();
      accounts.set(secretKey, known);
      return known;
    },
    rename(secretKey, to) {
      accounts.set(to, stripe.account(secretKey));
      accounts.delete(secretKey);
    },
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
  stripe.account(STRIPE_KEY);
  return stripe;
}

/** One for the tests of a `describe`. */
export function useStripe(): StripeServer {
  return useFixture(startStripeServer, { close: (stripe) => stripe.close() });
}

async function readRequest(incoming: IncomingMessage): Promise<StripeRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return {
    path: incoming.url ?? '',
    key: String(incoming.headers['idempotency-key'] ?? ''),
    authorization: incoming.headers.authorization ?? '',
    form: Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString())),
  };
}

function invalid(status: number, message: string) {
  return { status, body: { error: { type: 'invalid_request_error', message } } };
}

function send(response: ServerResponse, { status, body }: { status: number; body: object }): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
