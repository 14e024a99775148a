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
/** A postal code that no town has. */
const NOWHERE = '00000';

/** The carrier, or as much of it as tests need, on loopback. */
export async function startPost() {
  const asked = [];
  /** By the key under which it was made. */
  const labels = new Map();
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

  function makeLabel({ product, reference, grams, from, to }, key) {
    if (to.postalCode === NOWHERE) return refused(`No town has the postal code ${NOWHERE}`);
    if (grams > HEAVIEST_GRAMS) return refused(`A parcel weighs at most ${HEAVIEST_GRAMS} grams`);
    const number = labels.size + 1;
    const tracking = `TP${String(number).padStart(8, '0')}`;
    const lines = ['TABLE POST', product, `${grams} g`, tracking, `Order ${reference}`, '', 'From'];
    const pdf = printPdf([...lines, ...linesOf(from), '', 'To', ...linesOf(to)]).toString('base64');
    const label = { id: `label-${number}`, tracking, pdf };
    if (!labels.has(key)) labels.set(key, label);
    return [200, labels.get(key)];
  }

  function cancel(id) {
    const label = [...labels.values()].find((each) => each.id === id);
    if (!label) return refused(`There is no label ${id}`);
    label.isCancelled = true;
    return [200, {}];
  }

  function answer({ method, url, headers }, body) {
    if (headers.authorization !== `Bearer ${POST_KEY}`) return [401, { message: 'no' }];
    if (method === 'DELETE') return cancel(url.split('/').at(-1));
    return url === '/labels' ? makeLabel(body, headers['idempotency-key']) : [200, { products: price(body) }];
  }

  const server = createServer(async (request, response) => {
    const text = Buffer.concat(await request.toArray()).toString();
    const body = text ? JSON.parse(text) : undefined;
    asked.push(body);
    if (state === 'silent') return;
    const [status, said] = state === 'failing' ? [500, { message: 'no' }] : answer(request, body);
    // What is cut off was done all the same.
    if (state === 'cut off') return response.destroy();
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(said));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    /** What it was asked for, in order. */
    asked,
    /** The labels that it has made. */
    labels: () => [...labels.values()],
    /** From now on it is `working`, `failing`, `silent`, or `cut off` before its responses arrive. */
    become(next) {
      state = next;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function refused(message) {
  return [422, { message }];
}

function linesOf({ name, line1, postalCode, city, country }) {
  return [name, line1, `${postalCode} ${city}`, country];
}

/** One page of text; only letters that PDF has without a font of its own. */
function printPdf(lines) {
  const shown = lines.map((line) => `(${line.replace(/[^ -~]/g, '?').replace(/[\\()]/g, '\\$&')}) Tj T*`);
  const content = `BT /F1 12 Tf 16 TL 20 400 Td ${shown.join(' ')} ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 298 420] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let file = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const at = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const table = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`;
  return Buffer.from(file);
}
