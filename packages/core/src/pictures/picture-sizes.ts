import { isUuid } from '@service/contract';

/** The only widths and formats there are: what is made on demand must have an end. */
const WIDTHS = [160, 320, 640, 960, 1280, 1920] as const;
const FORMATS = ['avif', 'webp'] as const;

/** For programs that show mails: not all of them know the others. */
const MAILED = { width: 320, format: 'png' } as const;

export type PictureFormat = (typeof FORMATS)[number] | (typeof MAILED)['format'];

/** The width of the address that stands for the whole picture. */
const SHOWN_WIDTH = 1280;

/** A picture as its address names it. */
export interface PictureName {
  tenantId: string;
  /** The hash of the uploaded file: the file at an address never changes. */
  hash: string;
}

export interface Rendition {
  width: number;
  format: PictureFormat;
}

/** Every file that may be made of a picture. */
export const RENDITIONS: readonly Rendition[] = [
  ...FORMATS.flatMap((format) => WIDTHS.map((width) => ({ width, format }))),
  MAILED,
];

const PATH = /^\/pictures\/([^/]+)\/([\w-]{43})\/(\d+)\.(\w+)$/;

export function pathOf({ tenantId, hash }: PictureName, width: number, format: PictureFormat): string {
  return `/pictures/${tenantId}/${hash}/${width}.${format}`;
}

/** The path of the whole picture, as rows of products keep it. */
export function shownPath(name: PictureName, width: number): string {
  return pathOf(name, widthsOf(width).findLast((each) => each <= SHOWN_WIDTH) ?? WIDTHS[0], 'webp');
}

/** Parses a path; undefined: it is the path of no picture. */
export function parsePath(path: string): (PictureName & Rendition) | undefined {
  const [, tenantId, hash, digits, ending] = PATH.exec(path) ?? [];
  const rendition = RENDITIONS.find(({ width, format }) => `${width}` === digits && format === ending);
  return tenantId && isUuid(tenantId) && hash && rendition ? { tenantId, hash, ...rendition } : undefined;
}

/** Returns, for a path as `shownPath` makes it, the path of the same picture for mails. */
export function mailedPath(path: string): string {
  return `${path.slice(0, path.lastIndexOf('/'))}/${MAILED.width}.${MAILED.format}`;
}

/** Up to the picture's own: the last one shows it as it is. */
function widthsOf(width: number): number[] {
  const narrower = WIDTHS.filter((each) => each < width);
  return [...narrower, ...WIDTHS.slice(narrower.length, narrower.length + 1)];
}

/** The value of HTML's `srcset`, for each format. */
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
