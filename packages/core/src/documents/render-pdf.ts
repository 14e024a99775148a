import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';
import { FACTUR_X_FILE, FACTUR_X_METADATA } from './factur-x.ts';
import type { Column, Paper, Row, Sum } from './paper.ts';

// The fonts that every PDF reader has know western Europe only; shoppers live in Łódź and Ελλάδα, too.
const FONTS = createRequire(import.meta.url);
const REGULAR = FONTS.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf');
const BOLD = FONTS.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf');

/** In points, from the top left of an A4 page. */
const LEFT = 50;
const RIGHT = 545;
const WIDTH = RIGHT - LEFT;
const TOP = 50;
const BOTTOM = 752;
const FOOTER = 772;
const FACTS_LEFT = 325;
const SUMS_LEFT = 275;

const LINE_GAP = 1.5;

const INK = '#1b1f24';
const GREY = '#626973';
const LINE = '#d5d9de';
const BAND = '#f1f3f5';

type Doc = PDFKit.PDFDocument;

/**
 * A4 as PDF. pdfkit: it is maintained, embeds only the characters that are used, and writes the text layer, so that every
 * text can be searched and copied. It takes 28 MB, so only threads load this file; one that can't ends, and remembers nothing.
 */
export async function renderPdf(paper: Paper): Promise<Uint8Array> {
  const doc = new PDFDocument({
    size: 'A4',
    // Everything here is placed by its coordinates; the footer lies below where a margin would end.
    margin: 0,
    font: REGULAR,
    bufferPages: true,
    lang: paper.language,
    pdfVersion: '1.7',
    subset: 'PDF/A-3b',
    info: { Title: plain(paper.title), Author: plain(paper.seller.name), CreationDate: paper.date },
  });
  const bytes = collect(doc);
  if (paper.eInvoice) embed(doc, paper.eInvoice, paper.date);
  let y = drawHead(doc, paper);
  y = drawTable(doc, paper, y + 28);
  y = drawSums(doc, paper, y + 12);
  drawNotes(doc, paper, y + 20);
  drawFooters(doc, paper);
  doc.end();
  return bytes;
}

/** pdfkit writes the metadata as XML without escaping them, and PDF/A requires the same text in both places. */
function plain(text: string): string {
  return text.replaceAll('&', '+').replace(/[<>]/g, '');
}

/** Factur-X, which is ZUGFeRD: the PDF is what people read, and the XML in it what programs read. */
function embed(doc: Doc, xml: string, date: Date): void {
  const options = {
    name: FACTUR_X_FILE,
    type: 'text/xml',
    description: 'Factur-X',
    // The types lack it: the XML says what the pages say.
    relationship: 'Alternative',
    creationDate: date,
    modifiedDate: date,
  };
  doc.file(Buffer.from(xml), options);
  doc.appendXML(FACTUR_X_METADATA);
}

interface Look {
  font?: string;
  size?: number;
  color?: string;
  width?: number;
  align?: 'left' | 'right';
  /** A text with more lines ends with an ellipsis. */
  maxLines?: number;
}

/** Draws a text, wrapped at its width; returns where it ends. */
function write(doc: Doc, text: string, x: number, y: number, look: Look = {}): number {
  const { font = REGULAR, size = 9, color = INK, width = RIGHT - x, align = 'left', maxLines } = look;
  doc.font(font).fontSize(size).fillColor(color);
  const height = maxLines && maxLines * doc.currentLineHeight(true) + (maxLines - 1) * LINE_GAP + 1;
  doc.text(text, x, y, { width, align, lineGap: LINE_GAP, ...(height ? { height, ellipsis: true } : {}) });
  return doc.y;
}

/** The size at which a number stays on one line: an amount that is broken reads as another one. */
function sizeOnOneLine(doc: Doc, text: string, width: number, { font = REGULAR, size = 9 }: Look): number {
  const full = doc.font(font).fontSize(size).widthOfString(text);
  // The measure of the line itself is rounded, so a text that just fits would be broken.
  return full < width ? size : (size * (width - 0.5)) / full;
}

function heightOf(doc: Doc, text: string, width: number, { font = REGULAR, size = 9 }: Look = {}): number {
  doc.font(font).fontSize(size);
  return doc.heightOfString(text, { width, lineGap: LINE_GAP });
}

function rule(doc: Doc, y: number, { from = LEFT, color = LINE, width = 0.5 } = {}): void {
  doc.moveTo(from, y).lineTo(RIGHT, y).lineWidth(width).strokeColor(color).stroke();
}

/** The seller and the title, the buyer where the window of an envelope is, and the facts beside them. */
function drawHead(doc: Doc, { seller, title, buyer, delivery, facts }: Paper): number {
  const sellerEnd = write(doc, seller.name, LEFT, TOP, { font: BOLD, size: 13, width: 250, maxLines: 3 });
  write(doc, title, 310, TOP - 3, { size: 18, width: RIGHT - 310, align: 'right' });

  const sender = [seller.name, ...seller.lines].join(' · ');
  let y =
    write(doc, sender, LEFT, Math.max(126, sellerEnd + 20), {
      size: 7,
      color: GREY,
      width: 230,
      maxLines: 2,
    }) + 8;
  for (const line of buyer) y = write(doc, line, LEFT, y, { size: 10, width: 250, maxLines: 3 });

  if (delivery) {
    y = write(doc, delivery.title, LEFT, y + 10, { size: 8, color: GREY, width: 250 }) + 2;
    for (const line of delivery.lines) y = write(doc, line, LEFT, y, { width: 250, maxLines: 3 });
  }

  let factY = 126;
  for (const [name, value] of facts) {
    const nameEnd = write(doc, name, FACTS_LEFT, factY, { color: GREY, width: 100 });
    const valueEnd = write(doc, value, FACTS_LEFT + 105, factY, { width: 115, align: 'right' });
    factY = Math.max(nameEnd, valueEnd) + 3;
  }
  return Math.max(y, factY, 230);
}

const CELL = { x: 6, y: 4.5 };

function drawTable(doc: Doc, paper: Paper, top: number): number {
  let y = drawColumnTitles(doc, paper.columns, top);
  for (const row of paper.rows) {
    const height = heightOfRow(doc, paper.columns, row);
    if (y + height > BOTTOM) y = drawColumnTitles(doc, paper.columns, addPage(doc, paper));
    drawRow(doc, paper.columns, row, y);
    y += height;
    rule(doc, y);
  }
  return y;
}

/** Adds a further page with the title of the document. Returns where there is room. */
function addPage(doc: Doc, { title, seller }: Paper): number {
  doc.addPage();
  write(doc, seller.name, LEFT, TOP - 10, { color: GREY, width: 240 });
  return write(doc, title, 300, TOP - 10, { color: GREY, width: RIGHT - 300, align: 'right' }) + 12;
}

function drawColumnTitles(doc: Doc, columns: readonly Column[], y: number): number {
  const titles = { cells: columns.map(({ title }) => title) };
  const look = { font: BOLD, size: 8, color: GREY };
  const height = heightOfRow(doc, columns, titles, look);
  doc.rect(LEFT, y, WIDTH, height).fill(BAND);
  drawRow(doc, columns, titles, y, look);
  return y + height;
}

function heightOfRow(doc: Doc, columns: readonly Column[], { cells, detail }: Row, look?: Look): number {
  const heights = columns.map((column, index) => {
    const text = cells[index] ?? '';
    return heightOf(doc, text, column.width - 2 * CELL.x, lookOfCell(doc, text, column, look));
  });
  const below = detail ? heightOf(doc, detail, (columns[0]?.width ?? 0) - 2 * CELL.x, { size: 7.5 }) : 0;
  return Math.max((heights[0] ?? 0) + below, ...heights) + 2 * CELL.y;
}

function lookOfCell(doc: Doc, text: string, { width, isNumber }: Column, look: Look = {}): Look {
  return isNumber ? { ...look, size: sizeOnOneLine(doc, text, width - 2 * CELL.x, look) } : look;
}

function drawRow(
  doc: Doc,
  columns: readonly Column[],
  { cells, detail }: Row,
  y: number,
  look: Look = {},
): void {
  let left = LEFT + CELL.x;
  for (const [index, column] of columns.entries()) {
    const place = {
      width: column.width - 2 * CELL.x,
      align: column.isNumber ? ('right' as const) : ('left' as const),
    };
    const text = cells[index] ?? '';
    const end = write(doc, text, left, y + CELL.y, { ...lookOfCell(doc, text, column, look), ...place });
    if (index === 0 && detail) write(doc, detail, left, end, { ...place, size: 7.5, color: GREY });
    left += column.width;
  }
}

const SUM_LOOKS = {
  plain: { size: 9 },
  part: { size: 8, color: GREY },
  total: { size: 11, font: BOLD },
} as const;

/** Draws all sums on one page: a total alone at the top of a page is unclear. */
function drawSums(doc: Doc, paper: Paper, top: number): number {
  const labelWidth = RIGHT - SUMS_LEFT - 110;
  const heightOfSum = ({ label, weight }: Sum) =>
    heightOf(doc, label, labelWidth, SUM_LOOKS[weight ?? 'plain']) + (weight === 'total' ? 14 : 4);
  const height = paper.sums.reduce((sum, each) => sum + heightOfSum(each), 0);
  let y = top + height > BOTTOM ? addPage(doc, paper) : top;
  for (const sum of paper.sums) {
    const look = SUM_LOOKS[sum.weight ?? 'plain'];
    const isTotal = sum.weight === 'total';
    if (isTotal) rule(doc, y + 3, { from: SUMS_LEFT, color: INK, width: 0.8 });
    const textTop = y + (isTotal ? 8 : 0);
    write(doc, sum.label, SUMS_LEFT, textTop, { ...look, width: labelWidth });
    const size = sizeOnOneLine(doc, sum.value, 110, look);
    write(doc, sum.value, RIGHT - 110 - CELL.x, textTop, { ...look, size, width: 110, align: 'right' });
    y += heightOfSum(sum);
  }
  return y;
}

function drawNotes(doc: Doc, paper: Paper, top: number): void {
  let y = top;
  for (const note of paper.notes) {
    if (y + heightOf(doc, note, WIDTH) > BOTTOM) y = addPage(doc, paper);
    y = write(doc, note, LEFT, y, { width: WIDTH }) + 5;
  }
}

/** Called at the end, when the number of pages is known. */
function drawFooters(doc: Doc, { footer, pageOf }: Paper): void {
  const { start, count } = doc.bufferedPageRange();
  const width = (WIDTH - 70) / Math.max(footer.length, 1);
  for (let page = start; page < start + count; page += 1) {
    doc.switchToPage(page);
    rule(doc, FOOTER - 8);
    for (const [index, lines] of footer.entries())
      write(doc, lines.join('\n'), LEFT + index * width, FOOTER, {
        ...{ size: 7, color: GREY, width: width - 10, maxLines: 6 },
      });
    const text = pageOf.replace('{page}', `${page + 1}`).replace('{pages}', `${count}`);
    write(doc, text, RIGHT - 80, FOOTER, { size: 7, color: GREY, width: 80, align: 'right' });
  }
}

function collect(doc: Doc): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    doc.on('data', (chunk: Uint8Array) => chunks.push(chunk));
    doc.on('end', () => resolve(Buffer.concat(chunks)));
    doc.on('error', reject);
  });
}
