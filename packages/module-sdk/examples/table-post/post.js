import { createServer } from 'node:http';

export const POST_KEY = 'post_key_1';

/** By zone, what begins at how many grams. */
const TABLE = {
  home: [
    [0, 390],
    [2000, 590],
    [10_000, 1090],
  ],
  abroad: [
    [0, 990],
    [2000, 1690],
  ],
};
const HEAVIEST_GRAMS = 31_500;

/** The carrier, or as much of it as tests need, on loopback. */
export async function startPost() {
  const asked = [];
  let state = 'working';

  function price({ grams, from, to }) {
    if (grams > HEAVIEST_GRAMS) return [];
    const rows = TABLE[from === to.country ? 'home' : 'abroad'];
    const [, cents] = rows.findLast(([begins]) => begins <= grams);
    return [
      { code: 'parcel', cents },
      { code: 'express', cents: cents + 600 },
    ];
  }

  const server = createServer(async (request, response) => {
    const body = JSON.parse(Buffer.concat(await request.toArray()).toString());
    asked.push(body);
    const isKnown = request.headers.authorization === `Bearer ${POST_KEY}`;
    const status = state === 'failing' ? 500 : isKnown ? 200 : 401;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(status === 200 ? { products: price(body) } : { message: 'no' }));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    /** What it was asked for, in order. */
    asked,
    /** From now on it is `working` or `failing`. */
    become(next) {
      state = next;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
