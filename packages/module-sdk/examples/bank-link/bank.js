import { createHmac, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';

export const BANK_KEY = 'bank_key_1';

const EVENTS = { open: 'opened', held: 'held', paid: 'paid', cancelled: 'cancelled' };

const refused = (message) => ({ status: 409, body: { message } });

/** The provider, or as much of it as tests need, on loopback: what it is asked for it does, once for each key. */
export async function startBank() {
  const payments = new Map();
  const answers = new Map();
  let page;

  function act(payment, what, { amount, isLast }) {
    if (what === 'captures') {
      if (payment.state !== 'held' || amount > payment.amount - payment.captured)
        return refused('that much is not held');
      payment.captured += amount;
      if (isLast || payment.captured === payment.amount) payment.state = 'paid';
      return { status: 200, body: { captured: payment.captured } };
    }
    if (what === 'refunds') {
      if (amount > payment.captured - payment.refunded) return refused('that much was not paid');
      payment.refunded += amount;
      return { status: 200, body: { id: `refund_${randomUUID()}` } };
    }
    if (payment.state !== 'paid') payment.state = 'cancelled';
    return { status: 200, body: { state: payment.state } };
  }

  function open(body) {
    const id = `payment_${randomUUID()}`;
    payments.set(id, { id, state: 'open', captured: 0, refunded: 0, ...body });
    return { status: 200, body: { id, token: `token_${id}`, page } };
  }

  async function answer(request) {
    const chunks = await request.toArray();
    const { url, headers } = request;
    if (headers.authorization !== `Bearer ${BANK_KEY}`)
      return { status: 401, body: { message: 'this key is unknown' } };
    if (url === '/account') return { status: 200, body: { id: 'bank_1', isLive: false } };
    const key = headers['idempotency-key'];
    if (answers.has(key)) return answers.get(key);
    const body = JSON.parse(Buffer.concat(chunks).toString() || '{}');
    const [, , id, what] = url.split('/');
    const known = payments.get(id);
    const result = known ? act(known, what, body) : open(body);
    if (key) answers.set(key, result);
    return result;
  }

  const server = createServer(async (request, response) => {
    const { status, body } = await answer(request);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    payments,
    /** From now on shoppers pay there; undefined: in the shop. */
    payOn(url) {
      page = url;
    },
    /** What a shopper does on the provider's page. */
    pay(id) {
      const payment = payments.get(id);
      payment.state = payment.hold ? 'held' : 'paid';
      if (!payment.hold) payment.captured = payment.amount;
    },
    /** The callback about the payment as it is now. */
    callback(id, secret, now = new Date()) {
      const payment = payments.get(id);
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
