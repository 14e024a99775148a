import { createHmac } from 'node:crypto';
import {
  createClock,
  createStore,
  paymentSucceeded,
  signProviderEvent,
  TEST_SETTINGS,
} from '@service/testing';
import { expect } from 'chai';
import { useApi } from '../../harness.ts';
import { snapshot } from '../../table-snapshot.ts';

const SECRET = TEST_SETTINGS.paymentWebhookSecret;
const FIVE_MINUTES = 300;

describe('the signature of POST /webhooks/payment', () => {
  const clock = createClock();
  const now = Math.floor(clock.now().getTime() / 1000);
  const api = useApi({ now: clock.now });
  let orderId: string;

  before(async () => {
    orderId = await (await createStore(api.env.system)).order();
  });

  const send = (body: string | Uint8Array<ArrayBuffer>, signature?: string) =>
    api.request('POST', '/webhooks/payment', {
      body,
      headers: signature === undefined ? {} : { 'payment-signature': signature },
    });
  const sign = (body: string, options: { secret?: string; timestamp?: number } = {}) =>
    signProviderEvent(body, { timestamp: now, ...options });
  /** By hand, from the words of the documentation. */
  const v1 = (body: string, timestamp = now) =>
    createHmac('sha256', SECRET).update(`${timestamp}.${body}`).digest('hex');
  const newBody = () => JSON.stringify(paymentSucceeded(orderId));

  const refused: Record<string, (body: string) => string | undefined> = {
    'is missing': () => undefined,
    'is empty': () => '',
    'is nonsense': () => 'nonsense',
    'has no time': (body) => `v1=${v1(body)}`,
    'has no v1': () => `t=${now}`,
    'has an empty v1': () => `t=${now},v1=`,
    'is forged': () => `t=${now},v1=${'0'.repeat(64)}`,
    'is cut': (body) => sign(body).slice(0, -2),
    'has two characters more': (body) => `${sign(body)}00`,
    'is made with another secret': (body) => sign(body, { secret: 'whsec_of_somebody_else' }),
    'signs other bytes of the same meaning': (body) => sign(JSON.stringify(JSON.parse(body), null, 1)),
    'signs another event': () => sign(newBody()),
    'signs another time': (body) => `t=${now + 1},v1=${v1(body)}`,
    'is of a scheme that is not v1': (body) => `t=${now},v0=${v1(body)}`,
    'is 5 minutes and a second old': (body) => sign(body, { timestamp: now - FIVE_MINUTES - 1 }),
    'is 5 minutes and a second ahead': (body) => sign(body, { timestamp: now + FIVE_MINUTES + 1 }),
    'has a time that is no number': (body) => `t=NaN,v1=${v1(body, Number.NaN)}`,
    'has an empty time': (body) => `t=,v1=${v1(body)}`,
  };

  for (const [what, signatureOf] of Object.entries(refused)) {
    it(`is refused with 400, and nothing is done, when it ${what}`, async () => {
      const body = newBody();
      const before = await snapshot(api.env);

      (await send(body, signatureOf(body))).refused('invalid_signature');

      expect(await snapshot(api.env)).to.deep.equal(before);
    });
  }

  it('covers the bytes: one changed after signing is refused', async () => {
    const body = newBody();
    const before = await snapshot(api.env);

    (await send(body.replace('succeeded', 'succeeded '), sign(body))).refused('invalid_signature');

    expect(await snapshot(api.env)).to.deep.equal(before);
  });

  it('is checked before the body is read as JSON', async () => {
    (await send('{', 't=1,v1=00')).refused('invalid_signature');
    (await api.request('POST', '/webhooks/payment')).refused('invalid_signature');
  });

  const accepted: Record<string, (body: string) => string> = {
    'is made by Stripe’s package': (body) => sign(body),
    'is exactly 5 minutes old': (body) => sign(body, { timestamp: now - FIVE_MINUTES }),
    'is exactly 5 minutes ahead': (body) => sign(body, { timestamp: now + FIVE_MINUTES }),
    'has several v1, one of them right': (body) => `t=${now},v1=${'0'.repeat(64)},v1=${v1(body)},v0=x`,
  };

  for (const [what, signatureOf] of Object.entries(accepted)) {
    it(`is accepted when it ${what}`, async () => {
      const body = newBody();

      const answer = await send(body, signatureOf(body));

      expect(answer.expect(200)).to.deep.equal({ received: true });
    });
  }

  it('counts for an event whose shopper wrote what can’t be stored, with U+FFFD in its place', async () => {
    const unpaid = await (await createStore(api.env.system)).order();
    const { data, ...event } = paymentSucceeded(unpaid);
    const name = 'Ada\0 \ud83d';
    const body = JSON.stringify({ ...event, data: { object: { ...data.object, [name]: [name] } } });

    (await send(body, sign(body))).expect(200);

    const [stored] = await api.env.system.db.sql<{ payload: typeof event & { data: typeof data } }[]>`
      SELECT payload FROM payment_events WHERE id = ${event.id}`;
    expect(stored?.payload.data.object).to.deep.include({ 'Ada\ufffd \ufffd': ['Ada\ufffd \ufffd'] });
    const [order] = await api.env.system.db.sql<{ status: string }[]>`
      SELECT payment_status AS status FROM orders WHERE id = ${unpaid}::uuid`;
    expect(order?.status).to.equal('paid');
  });

  for (const [what, body, code] of [
    ['no JSON', '{"id":', 'malformed_json'],
    ['empty', '', 'validation_failed'],
    ['a list', '[]', 'validation_failed'],
    ['without an id', '{"type":"x","data":{"object":{}}}', 'validation_failed'],
    ['without data', '{"id":"evt_1","type":"x"}', 'validation_failed'],
  ] as const) {
    it(`doesn’t help a body that is ${what}: 400, and nothing is stored`, async () => {
      const before = await snapshot(api.env);

      (await send(body, sign(body))).refused(code);

      expect(await snapshot(api.env)).to.deep.equal(before);
    });
  }
});
