/** An anchor as the forge makes it of a heading, so that links work in both places. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

/**
 * The text of a page that the search reads: no code, and from the reference only its title and description: its fields have the
 * same words on a hundred pages.
 */
export function searchedText(source: string): string {
  const [frontmatter = ''] = /^---\n.*?^---\n/ms.exec(source) ?? [];
  const text = source.slice(frontmatter.length);
  if (!frontmatter.includes('isReference: true')) return text.replace(/^( *)```.*?^\1```$/gms, '');
  return text.split(/^(?:<TryIt|::: code-group|```|- \*\*`|## [BPQHR])/m, 1).join();
}
