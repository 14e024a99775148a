import { createRequire } from 'node:module';

/** A page of business: who to whom, a table, sums, notes. Every text is drawn as text, so it can be searched and copied. */
export interface PaperContent {
  title: string;
  /** The store. */
  from: readonly string[];
  to: readonly string[];
  /** Such as number and date. */
  facts: readonly (readonly [string, string])[];
  columns: readonly Column[];
  rows: readonly (readonly string[])[];
  sums: readonly (readonly [string, string])[];
  notes: readonly string[];
  date: Date;
}

export interface Column {
  title: string;
  width: number;
  isNumber?: boolean;
}

// The fonts that every PDF reader has know western Europe only; shoppers live in Łódź and Ελλάδα, too.
const FONTS = createRequire(import.meta.url);
const REGULAR = FONTS.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf');
const BOLD = FONTS.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf');

const MARGIN = 50;
const BOTTOM = 780;

/**
 * A4 as PDF. pdfkit: it is maintained, streams, embeds only the characters that are used, and writes the text layer. It
 * takes 28 MB, so it is loaded with the first document.
 */
export async function renderPdf(content: PaperContent): Promise<Uint8Array> {
  const { default: PDFDocument } = await import('pdfkit');
  const doc = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    font: REGULAR,
    lang: 'en',
    info: { Title: content.title, Author: content.from[0] ?? '', CreationDate: content.date },
  });
  const bytes = collect(doc);
  doc.font(BOLD).fontSize(18).text(content.title).moveDown(0.7);
  doc.font(REGULAR).fontSize(9);
  for (const line of content.from) doc.text(line);
  doc.moveDown();
  for (const line of content.to) doc.text(line);
  doc.moveDown();
  for (const [name, value] of content.facts) doc.text(`${name}: ${value}`);
  doc.moveDown();
  drawTable(doc, content);
  doc.moveDown();
  for (const [name, value] of content.sums) drawRow(doc, SUM_COLUMNS, [name, value]);
  doc.moveDown();
  for (const note of content.notes) doc.text(note, MARGIN).moveDown(0.5);
  doc.end();
  return bytes;
}

const SUM_COLUMNS: readonly Column[] = [
  { title: '', width: 395, isNumber: true },
  { title: '', width: 100, isNumber: true },
];

function drawTable(doc: PDFKit.PDFDocument, { columns, rows }: PaperContent): void {
  doc.font(BOLD);
  drawRow(
    doc,
    columns,
    columns.map(({ title }) => title),
  );
  doc.font(REGULAR);
  for (const row of rows) drawRow(doc, columns, row);
}

function drawRow(doc: PDFKit.PDFDocument, columns: readonly Column[], cells: readonly string[]): void {
  const height = Math.max(
    ...columns.map(({ width }, index) => doc.heightOfString(cells[index] ?? '', { width: width - 6 })),
  );
  if (doc.y + height > BOTTOM) doc.addPage();
  const top = doc.y;
  let left = MARGIN;
  for (const [index, { width, isNumber }] of columns.entries()) {
    doc.text(cells[index] ?? '', left, top, { width: width - 6, align: isNumber ? 'right' : 'left' });
    left += width;
  }
  doc.x = MARGIN;
  doc.y = top + height + 4;
}

function collect(doc: PDFKit.PDFDocument): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    doc.on('data', (chunk: Uint8Array) => chunks.push(chunk));
    doc.on('end', () => resolve(Buffer.concat(chunks)));
    doc.on('error', reject);
  });
}
