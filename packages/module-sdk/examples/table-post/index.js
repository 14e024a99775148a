/** Below the 5 seconds that the service waits for rates, and the 20 for labels. */
const [RATES_TIMEOUT_MS, LABEL_TIMEOUT_MS] = [4000, 15_000];
/** Of a response; a label of 1 MiB is a third longer in it. */
const MAX_BYTES = 1_500_000;

/**
 * Table Post, a carrier that is made up: rates by weight and zone, and labels, as JSON over HTTP. Most real ones are like it.
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
  async function ask(method, path, { body, headers = {}, timeoutMs = LABEL_TIMEOUT_MS }) {
    const response = await fetch(new URL(path, apiUrl), {
      method,
      headers: { ...headers, authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const said = JSON.parse(await readText(response));
    // 422 is an answer: the post has understood, and doesn't take it. All else may be otherwise a moment later.
    if (!response.ok && response.status !== 422)
      throw new Error(`Table Post responds with ${response.status}`);
    return { isRefused: !response.ok, said };
  }

  return {
    name: 'table-post',
    title: 'Table Post',
    async rates({ weightGrams, fromCountry, to, currency }) {
      const body = { grams: weightGrams, from: fromCountry, to, currency };
      const { isRefused, said } = await ask('POST', '/rates', { body, timeoutMs: RATES_TIMEOUT_MS });
      if (isRefused) return [];
      return said.products.map(({ code, cents }) => ({ service: code, amount: BigInt(cents) }));
    },
    async createLabel({ labelId, service, orderNumber, weightGrams, from, to }) {
      const { isRefused, said } = await ask('POST', '/labels', {
        headers: { 'idempotency-key': labelId },
        body: { product: service, reference: `${orderNumber}`, grams: weightGrams, from, to },
      });
      if (isRefused) return { ok: false, error: said.message };
      return {
        ok: true,
        carrierLabelId: said.id,
        trackingNumber: said.tracking,
        trackingUrl: `https://table-post.example/track/${said.tracking}`,
        file: Buffer.from(said.pdf, 'base64'),
      };
    },
    async cancelLabel({ carrierLabelId }) {
      const { isRefused, said } = await ask('DELETE', `/labels/${carrierLabelId}`, {});
      return isRefused ? { ok: false, error: said.message } : { ok: true };
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
