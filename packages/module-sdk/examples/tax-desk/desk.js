import { createServer } from 'node:http';

export const DESK_KEY = 'desk_key_1';

/** Percent by state and the beginning of the postal code: of the state, the county and the city together. */
const TABLE = {
  NY: [
    ['100', 8.875],
    ['', 4],
  ],
  TX: [
    ['787', 8.25],
    ['', 6.25],
  ],
};
/** Clothing below this price is free of tax in New York. */
const APPAREL_CENTS = 11_000;

/** The service, or as much of it as tests need, on loopback. */
export async function startDesk() {
  const asked = [];
  const recorded = new Map();
  const waiting = [];
  let state = 'working';

  function percentOf({ kind, centsEach }, { country, region, postalCode }) {
    const rows = country === 'US' ? (TABLE[region] ?? []) : [];
    const [, percent] = rows.find(([begins]) => postalCode.startsWith(begins)) ?? [undefined, 0];
    if (kind === 'food' || (kind === 'apparel' && region === 'NY' && centsEach < APPAREL_CENTS)) return 0;
    return percent;
  }

  const ratesOf = ({ to, items }) => ({
    percents: items.map((item) => percentOf(item, to)),
    shippingPercent: percentOf({ kind: 'general' }, to),
  });

  const server = createServer(async (request, response) => {
    const sent = JSON.parse(Buffer.concat(await request.toArray()).toString());
    if (request.url === '/rates') asked.push(sent);
    if (state === 'hanging') await new Promise((resolve) => waiting.push(resolve));
    const isKnown = request.headers.authorization === `Bearer ${DESK_KEY}`;
    const status = state === 'failing' ? 500 : isKnown ? 200 : 401;
    if (status === 200 && request.url === '/transactions') recorded.set(sent.key, sent);
    const said = request.url === '/rates' ? ratesOf(sent) : {};
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(status === 200 ? said : { message: 'no' }));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    /** What it was asked, in order. */
    asked,
    /** The transactions that it has, each by its key. */
    recorded,
    /** From now on it is `working`, `failing` or `hanging`; what hung goes on when it is no longer that. */
    become(next) {
      state = next;
      if (next !== 'hanging') for (const resolve of waiting.splice(0)) resolve();
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
