/** Text of a description as Markdown of a page `up` folders below /docs: nothing in it is markup, and its links are those of pages. */
export function prose(text: string, up: number): string {
  const parts = text.split(/(`[^`]*`)/);
  return parts
    .map((part) => (part.startsWith('`') ? part : escaped(part)))
    .join('')
    .replace(/\]\(\/docs\/([^)#]*)(#[^)]*)?\)/g, (_, page: string, anchor = '') => {
      const file = page.endsWith('/') ? `${page}index.md` : `${page}.md`;
      return `](${'../'.repeat(up)}${file}${anchor})`;
    });
}

function escaped(text: string): string {
  return text.replaceAll('<', '&lt;').replaceAll('{{', '&#123;&#123;');
}

/** In the middle of a line. */
export const oneLine = (text: string) => text.replace(/\s*\n\s*/g, ' ');
