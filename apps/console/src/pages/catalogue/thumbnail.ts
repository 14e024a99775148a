/** Of an uploaded one; the others lie with other hosts, which the page’s policy allows nothing. */
export function thumbnailOf(url: string): string | undefined {
  const folder = /\/pictures\/[^/]+\/[^/]+\/(?=\d+\.webp$)/.exec(url)?.[0];
  return folder && `${folder}160.webp`;
}
