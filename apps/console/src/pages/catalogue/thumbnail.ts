/** The thumbnail of an uploaded image; others are on other hosts, which the page’s policy doesn't allow. */
export function thumbnailOf(url: string): string | undefined {
  const folder = /\/pictures\/[^/]+\/[^/]+\/(?=\d+\.webp$)/.exec(url)?.[0];
  return folder && `${folder}160.webp`;
}
