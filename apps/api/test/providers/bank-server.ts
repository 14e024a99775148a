import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

interface BankPayment {
  id: string;
  currency: string;
  amount: number;
  hold: boolean;
  state: 'open' | 'held' | 'paid' | 'cancelled';
  captured: number;
  refunded: number;
  reference: object;
}

interface Answer {
  status: number;
  body: object;
}

export interface BankServer {
  url: string;
  payments: ReadonlyMap<string, BankPayment>;
  /** What a shopper does on the bank's page. */
  pay(id: string): void;
  /** The callback about the payment as it is now. */
  callback(id: string, secret: string, now?: Date): { rawBody: Buffer; headers: Record<string, string> };
  close(): Promise<void>;
}

export const BANK_KEY = 'bank_key_1';

const EVENTS = { open: 'opened', held: 'held', paid: 'paid', cancelled: 'cancelled' };

/** Bank Link, the provider of the example of a module, on loopback. */
export async function startBankServer(): Promise<BankServer> {
  const payments = new Map<string, BankPayment>();
  const answers = new Map<string, Answer>();
  const refused = (message: string): Answer => ({ status: 409, body: { message } });

  function act(payment: BankPayment, what: string, body: { amount: number; isLast: boolean }): Answer {
    if (what === 'captures') {
      if (payment.state !== 'held' || body.amount > payment.amount - payment.captured)
        return refused('that much is not held');
      payment.captured += body.amount;
      if (body.isLast || payment.captured === payment.amount) payment.state = 'paid';
      return { status: 200, body: { captured: payment.captured } };
    }
    if (what === 'refunds') {
      if (body.amount > payment.captured - payment.refunded) return refused('that much was not paid');
      payment.refunded += body.amount;
      return { status: 200, body: { id: `refund_${randomUUID()}` } };
    }
    if (payment.state !== 'paid') payment.state = 'cancelled';
    return { status: 200, body: { state: payment.state } };
  }

  async function answer(request: IncomingMessage): Promise<Answer> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (request.headers.authorization !== `Bearer ${BANK_KEY}`)
      return { status: 401, body: { message: 'nobody has this key' } };
    const { url = '', headers } = request;
    if (url === '/account') return { status: 200, body: { id: 'bank_1', isLive: false } };
    const kept = answers.get(String(headers['idempotency-key']));
    if (kept) return kept;
    const body = JSON.parse(Buffer.concat(chunks).toString() || '{}');
    const [, , id = '', what = ''] = url.split('/');
    const known = payments.get(id);
    const result = known ? act(known, what, body) : open(body);
    if (headers['idempotency-key']) answers.set(String(headers['idempotency-key']), result);
    return result;
  }

  function open(body: Pick<BankPayment, 'amount' | 'currency' | 'hold' | 'reference'>): Answer {
    const id = `payment_${randomUUID()}`;
    payments.set(id, { id, state: 'open', captured: 0, refunded: 0, ...body });
    return { status: 200, body: { id, token: `token_${id}` } };
  }

  const server = createServer(async (request, response) => {
    const { status, body } = await answer(request);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const find = (id: string) => payments.get(id) as BankPayment;
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    payments,
    pay(id) {
      const payment = find(id);
      payment.state = payment.hold ? 'held' : 'paid';
      if (!payment.hold) payment.captured = payment.amount;
    },
    callback(id, secret, now = new Date()) {
      const payment = find(id);
      const at = Math.floor(now.getTime() / 1000);
      const event = EVENTS[payment.state];
      const rawBody = Buffer.from(JSON.stringify({ event, number: `event_${randomUUID()}`, at, payment }));
      const signature = createHmac('sha256', secret).update(`${at}.`).update(rawBody).digest('hex');
      return { rawBody, headers: { 'bank-link-signature': `${at} ${signature}` } };
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
