interface GivenImage {
  url: string;
  alt?: string | null;
}

/** Images as products show them that are no pictures of the store. */
export function elsewhere(...images: GivenImage[]) {
  return images.map(({ url, alt = null }) => ({ url, alt, width: null, height: null, srcset: null }));
}
