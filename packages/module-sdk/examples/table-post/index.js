/** Below the 5 seconds that the service waits. */
const TIMEOUT_MS = 4000;
const MAX_BYTES = 65_536;

/**
 * Rates of Table Post, a carrier that is made up: JSON over HTTP, by weight and zone. Most real ones are like it.
 * @type {import('@service/module-sdk').ModuleDefinition<{ apiUrl: string, key: string }>}
 */
export default {
  configSchema: {
    type: 'object',
    properties: { apiUrl: { type: 'string', format: 'uri' }, key: { type: 'string' } },
    required: ['apiUrl', 'key'],
  },
  on: {},
  carriers: { 'table-post': (_store, { config }) => openCarrier(config) },
};

function openCarrier({ apiUrl, key }) {
  return {
    name: 'table-post',
    async rates({ weightGrams, fromCountry, to, currency }) {
      const response = await fetch(new URL('/rates', apiUrl), {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ grams: weightGrams, from: fromCountry, to, currency }),
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (!response.ok) throw new Error(`Table Post responds with ${response.status}`);
      const { products } = JSON.parse(await readText(response));
      return products.map(({ code, cents }) => ({ service: code, amount: BigInt(cents) }));
    },
  };
}

/** A response that never ends is none. */
async function readText({ body }) {
  const chunks = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new Error('Table Post responds with too much');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
