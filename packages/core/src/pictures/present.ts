import type { operations, ResponseOf } from '@service/contract';
import type { PictureModel } from '@service/db';
import type { Context } from '../context.ts';
import { type PictureName, parsePath, shownPath, srcsetOf } from './picture-sizes.ts';

type PresentedPicture = ResponseOf<typeof operations.uploadPicture>;
type PresentedImage = ResponseOf<typeof operations.getProduct>['images'][number];

/** An image of a product: `url` is the path of a picture of the store, or an address elsewhere. */
export interface StoredImage {
  url: string;
  alt: string | null;
  pictureId: string | null;
  width: number | null;
  height: number | null;
}

export function presentPicture(
  ctx: Context,
  { id, width, height, bytes, createdAt, ...name }: Omit<PictureModel, 'hash'> & PictureName,
): PresentedPicture {
  const url = shownPath(name, width);
  const { alt: _alt, ...shown } = presentImage(ctx, { url, alt: null, pictureId: id, width, height });
  return { id, ...shown, width, height, bytes, createdAt: createdAt.toISOString() } as PresentedPicture;
}

export function presentImage(
  { services }: Pick<Context, 'services'>,
  { url, alt, pictureId, width, height }: StoredImage,
): PresentedImage {
  const base = services.pictures.baseUrl ?? '';
  if (pictureId === null || width === null) return { url, alt, width: null, height: null, srcset: null };
  return { url: base + url, alt, width, height, srcset: srcsetOf(base, url, width) };
}

/** Parses an address of this deployment; undefined: it is another address. */
export function parseAddress({ services }: Pick<Context, 'services'>, url: string) {
  const { baseUrl } = services.pictures;
  if (baseUrl === undefined || !url.startsWith(`${baseUrl}/`)) return undefined;
  return parsePath(url.slice(baseUrl.length));
}
