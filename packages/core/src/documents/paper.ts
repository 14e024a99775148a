/** Data of a printed document: seller, buyer, lines, sums and notes. Every text is in its language. */
export interface Paper {
  /** BCP 47, such as `de-DE`. */
  language: string;
  title: string;
  date: Date;
  seller: { name: string; lines: readonly string[] };
  buyer: readonly string[];
  /** The address that the goods are sent to, if it isn't the buyer's. */
  delivery?: { title: string; lines: readonly string[] } | undefined;
  /** Facts such as number and date. */
  facts: readonly (readonly [string, string])[];
  columns: readonly Column[];
  rows: readonly Row[];
  sums: readonly Sum[];
  notes: readonly string[];
  /** At the foot of each page, side by side. */
  footer: readonly (readonly string[])[];
  /** With `{page}` and `{pages}`. */
  pageOf: string;
  /** The XML of EN 16931 that is put into the file. */
  eInvoice?: string | undefined;
}

export interface Column {
  title: string;
  /** In points; all of them together are as wide as the text, 495. */
  width: number;
  isNumber?: boolean;
}

export interface Row {
  cells: readonly string[];
  /** Small, below the first cell. */
  detail?: string | undefined;
}

export interface Sum {
  label: string;
  value: string;
  /** The total is emphasised; a part of it is subdued. */
  weight?: 'total' | 'part' | undefined;
}
