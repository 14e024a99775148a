import { loadLater } from '@service/jobs/primitives';

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
