import { loadLater } from '@service/jobs/primitives';

/** A line of the file by the names of its columns in lower case, in which programs differ from version to version. */
export type Line = Readonly<Record<string, string>>;

/** A row of ours, still to be checked, and why it isn't taken, if that is known already. */
export interface ForeignRow {
  row: Record<string, unknown>;
  refused?: string;
}

/** What the first of these columns says that says something. */
export function cell(line: Line, ...columns: string[]): string | undefined {
  for (const column of columns) if (line[column]) return line[column];
  return undefined;
}

/** Read as true are `TRUE`, `yes` and `1`, as programs write them. */
export function isYes(text: string | undefined): boolean {
  return /^(true|yes|1)$/i.test(text ?? '');
}

/** A whole number, of `factor` to one of the file's unit; what is no number is left to the check of the row. */
export function whole(text: string | undefined, factor = 1): number | string | undefined {
  if (text === undefined) return undefined;
  const number = Number(text.replace(',', '.')) * factor;
  return Number.isFinite(number) ? Math.max(0, Math.round(number)) : text;
}

/** An amount without the zeros behind the point that the currency has no place for. */
export function decimal(text: string | undefined): string | undefined {
  return text?.replace(/([.,]\d\d)0+$/, '$1');
}

/** HTML of a description as the text that it shows. */
export async function textOf(html: string | undefined): Promise<string | undefined> {
  if (html === undefined || !/[<&]/.test(html)) return html;
  const { convert } = await loadLater(() => import('html-to-text'));
  return convert(html, {
    wordwrap: false,
    limits: { maxDepth: 50, maxChildNodes: 2000 },
    selectors: [
      { selector: 'a', options: { ignoreHref: true } },
      { selector: 'img', format: 'skip' },
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({
        selector,
        options: { uppercase: false },
      })),
    ],
  });
}

/** Members of the merchant's own, without those that the file doesn't say. */
export function fieldsOf(members: Record<string, string | undefined>): Record<string, string> | undefined {
  const said = Object.entries(members).filter(
    (member): member is [string, string] => member[1] !== undefined,
  );
  return said.length > 0 ? Object.fromEntries(said) : undefined;
}
