/** Below the 5 seconds that the service waits. */
const TIMEOUT_MS = 4000;
const MAX_BYTES = 262_144;

/** What Tax Desk calls the classes of a store; the others are general goods. */
const CODES = { clothing: 'apparel', reduced: 'food' };

/**
 * Rates of Tax Desk, a tax service that is made up: JSON over HTTP, by address and kind of goods. Most real ones are like it.
 * @type {import('@service/module-sdk').ModuleDefinition<{ apiUrl: string, key: string }>}
 */
export default {
  configSchema: {
    type: 'object',
    properties: { apiUrl: { type: 'string', format: 'uri' }, key: { type: 'string' } },
    required: ['apiUrl', 'key'],
  },
  on: {},
  taxProviders: { 'tax-desk': (_store, { config }) => openDesk(config) },
};

function openDesk({ apiUrl, key }) {
  return {
    name: 'tax-desk',
    async rates({ to, goods }) {
      const items = goods.map(({ taxClass, quantity, amount }) => ({
        kind: CODES[taxClass] ?? 'general',
        centsEach: Number(amount) / quantity,
      }));
      const { percents, shippingPercent } = await send('/rates', { to, items });
      return { goods: percents.map(toBasisPoints), shipping: toBasisPoints(shippingPercent) };
    },
    async recordDocument({ id, kind, number, issuedOn, invoiceNumber, cancelsNumber, to, taxes, total }) {
      // What a credit note takes back is negative there, and positive again once it is cancelled.
      const sign = kind === 'credit_note' && cancelsNumber === null ? -1 : 1;
      const taxCents = taxes.reduce((sum, { amount }) => sum + Number(amount), 0);
      await send('/transactions', {
        ...{ key: id, code: `${kind} ${number}`, of: invoiceNumber, date: issuedOn, to },
        ...{ totalCents: sign * Number(total), taxCents: sign * taxCents },
      });
    },
  };

  async function send(path, body) {
    const response = await fetch(new URL(path, apiUrl), {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) throw new Error(`Tax Desk responds with ${response.status}`);
    return JSON.parse(await readText(response));
  }
}

/** 8.875 becomes 887.5, without what binary fractions add. */
function toBasisPoints(percent) {
  return Math.round(percent * 10_000) / 100;
}

/** A response that never ends is none. */
async function readText({ body }) {
  const chunks = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new Error('Tax Desk responds with too much');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
