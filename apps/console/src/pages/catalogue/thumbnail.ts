/** The thumbnail of an uploaded image; the page’s policy doesn't allow images on other hosts. */
export function thumbnailOf(url: string): string | undefined {
  const folder = /\/pictures\/[^/]+\/[^/]+\/(?=\d+\.webp$)/.exec(url)?.[0];
  return folder && `${folder}160.webp`;
}
