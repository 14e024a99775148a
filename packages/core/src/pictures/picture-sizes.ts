import { isUuid } from '@service/contract';

/** The only widths and formats, so that the number of files that requests can create is limited. */
const WIDTHS = [160, 320, 640, 960, 1280, 1920] as const;
const FORMATS = ['avif', 'webp'] as const;

/** For mail programs, some of which don't show the other formats. */
const MAILED = { width: 320, format: 'png' } as const;

export type PictureFormat = (typeof FORMATS)[number] | (typeof MAILED)['format'];

/** The width in the address of the whole picture. */
const SHOWN_WIDTH = 1280;

/** A picture as its address identifies it. */
export interface PictureName {
  tenantId: string;
  /** The hash of the uploaded file: the file at an address never changes. */
  hash: string;
}

export interface Rendition {
  width: number;
  format: PictureFormat;
}

/** Every file that may be made from a picture. */
export const RENDITIONS: readonly Rendition[] = [
  ...FORMATS.flatMap((format) => WIDTHS.map((width) => ({ width, format }))),
  MAILED,
];

const PATH = /^\/pictures\/([^/]+)\/([\w-]{43})\/(\d+)\.(\w+)$/;

export function pathOf({ tenantId, hash }: PictureName, width: number, format: PictureFormat): string {
  return `/pictures/${tenantId}/${hash}/${width}.${format}`;
}

/** The path of the whole picture, as products store it. */
export function shownPath(name: PictureName, width: number): string {
  return pathOf(name, widthsOf(width).findLast((each) => each <= SHOWN_WIDTH) ?? WIDTHS[0], 'webp');
}

/** Parses a path; undefined: it isn't the path of a picture. */
export function parsePath(path: string): (PictureName & Rendition) | undefined {
  const [, tenantId, hash, digits, ending] = PATH.exec(path) ?? [];
  const rendition = RENDITIONS.find(({ width, format }) => `${width}` === digits && format === ending);
  return tenantId && isUuid(tenantId) && hash && rendition ? { tenantId, hash, ...rendition } : undefined;
}

/** Returns, for a path that `shownPath` made, the path of the same picture for mails. */
export function mailedPath(path: string): string {
  return `${path.slice(0, path.lastIndexOf('/'))}/${MAILED.width}.${MAILED.format}`;
}

/** Widths up to the picture's own; the last one has its original size. */
function widthsOf(width: number): number[] {
  const narrower = WIDTHS.filter((each) => each < width);
  return [...narrower, ...WIDTHS.slice(narrower.length, narrower.length + 1)];
}

/** The value of HTML's `srcset` for each format. */
export function srcsetOf(
  base: string,
  path: string,
  width: number,
): Record<(typeof FORMATS)[number], string> {
  const folder = `${base}${path.slice(0, path.lastIndexOf('/'))}`;
  const all = (format: (typeof FORMATS)[number]) =>
    widthsOf(width)
      .map((each) => `${folder}/${each}.${format} ${Math.min(each, width)}w`)
      .join(', ');
  return { avif: all('avif'), webp: all('webp') };
}
