import { refuse } from '@service/contract';
import type { Transaction } from '../context.ts';
import { lockPictures, parseAddress, type StoredImage, shownPath } from '../pictures/index.ts';

export interface GivenImage {
  url: string;
  alt?: string | null | undefined;
}

/**
 * Returns the given images in stored form: the address of one of the store's pictures becomes a reference to that picture,
 * whichever of its widths it names. The pictures are locked against being deleted. Refuses with `not_found`.
 */
export async function resolveImages(tx: Transaction, images: readonly GivenImage[]): Promise<StoredImage[]> {
  const resolve = await imageResolver(tx, images);
  return images.map((image) => resolve(image) ?? refuse('not_found', `No picture ${image.url}.`));
}

/** The same for images of many products: undefined where there is no such picture. */
export async function imageResolver(
  tx: Transaction,
  images: readonly GivenImage[],
): Promise<(image: GivenImage) => StoredImage | undefined> {
  const names = images.flatMap(({ url }) => parseAddress(tx, url) ?? []);
  const known =
    names.length > 0 ? await lockPictures(tx, [...new Set(names.map(({ hash }) => hash))]) : undefined;
  return ({ url, alt = null }) => {
    const name = parseAddress(tx, url);
    if (!name) return { url, alt, pictureId: null, width: null, height: null };
    const found = name.tenantId === tx.tenantId ? known?.get(name.hash) : undefined;
    if (!found) return undefined;
    const { id, width, height } = found;
    return { url: shownPath(name, width), alt, pictureId: id, width, height };
  };
}
