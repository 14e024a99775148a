import type { StoreProduct } from '@service/client-js';
import { type Html, html } from '@service/theme-sdk';

export type Picture = StoreProduct['images'][number];

/** How wide a picture is shown: see the widths of the columns in style.ts. */
export const IN_GRID = '(min-width: 40rem) 18rem, 50vw';
export const ON_PAGE = '(min-width: 44rem) 36rem, 100vw';
export const THUMBNAIL = '5rem';

/** `isFirst`: it is what a visitor waits for. */
interface Shown {
  sizes: string;
  isFirst?: boolean;
}

/** A product without a picture gets a leaf in a colour of its own. */
export function picture(title: string, image: Picture | null | undefined, { sizes, isFirst }: Shown): Html {
  if (!image) return leaf(title);
  const { url, srcset, width, height } = image;
  const img = html`<img src="${url}"${srcset && html` srcset="${srcset.webp}" sizes="${sizes}"`}${
    width && height && html` width="${width}" height="${height}"`
  } alt="${image.alt ?? ''}" ${isFirst ? html`fetchpriority="high"` : html`loading="lazy"`}>`;
  if (!srcset) return img;
  return html`<picture><source type="image/avif" srcset="${srcset.avif}" sizes="${sizes}">${img}</picture>`;
}

function leaf(title: string): Html {
  const hue = [...title].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 6;
  return html`<svg class="art art-${hue}" viewBox="0 0 100 100" aria-hidden="true"><rect width="100" height="100"/>
    <path d="M50 82C22 66 24 36 50 16c26 20 28 50 0 66z"/><path class="vein" d="M50 24v64M50 46l12-10M50 46 38 36M50 62l14-11M50 62 36 51"/></svg>`;
}
