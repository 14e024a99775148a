import type { Streamed } from '@service/contract';
import { importRow } from '@service/contract';
import type { Context } from '../context.ts';
import { presentImage, type StoredImage } from '../pictures/index.ts';
import { neutralise } from './csv-formulas.ts';
import type { FileFormat } from './import/parse-file.ts';
import { presentVariant } from './present.ts';

/** So few that reading a page and writing it out keeps the process from others for some milliseconds only. */
const PAGE = 50;
const COLUMNS = Object.keys(importRow.properties);

/** Every variant with its product, in the shape that the import takes; read page by page while it is sent. */
export function exportProducts(ctx: Context, format: FileFormat): Streamed {
  return format === 'csv'
    ? { contentType: 'text/csv; charset=utf-8', pieces: csv(rowsOf(ctx)) }
    : { contentType: 'application/x-ndjson', pieces: ndjson(rowsOf(ctx)) };
}

type Row = Record<string, unknown>;

async function* rowsOf(ctx: Context): AsyncGenerator<Row[]> {
  let after: string | undefined;
  do {
    const variants = await ctx.db.variant.findMany({
      ...(after ? { where: { id: { gt: after } } } : {}),
      include: {
        product: {
          include: {
            images: { orderBy: { position: 'asc' } },
            categories: {
              orderBy: { category: { slug: 'asc' } },
              select: { category: { select: { slug: true } } },
            },
          },
        },
      },
      orderBy: { id: 'asc' },
      take: PAGE,
    });
    yield variants.map(({ product, ...variant }) => {
      const {
        id: _id,
        reserved: _r,
        available: _a,
        version: _v,
        title,
        metadata,
        ...fields
      } = presentVariant(variant);
      const { slug, description, status, images, metadata: ofAll } = product;
      const categories = product.categories.map(({ category }) => category.slug);
      const ofProduct = {
        slug,
        title: product.title,
        description,
        status,
        categories,
        images: images.map((image) => addressOf(ctx, image)),
        metadata: ofAll,
      };
      return { ...ofProduct, variantTitle: title, variantMetadata: metadata, ...fields };
    });
    after = variants.length === PAGE ? variants.at(-1)?.id : undefined;
  } while (after);
}

/** As the import takes it. */
function addressOf(ctx: Context, image: StoredImage) {
  const { url, alt } = presentImage(ctx, image);
  return { url, alt };
}

async function* ndjson(pages: AsyncIterable<Row[]>): AsyncGenerator<string> {
  for await (const rows of pages) yield rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}

async function* csv(pages: AsyncIterable<Row[]>): AsyncGenerator<string> {
  const { stringify } = await import('csv-stringify/sync');
  yield stringify([COLUMNS]);
  for await (const rows of pages)
    yield stringify(rows, {
      columns: COLUMNS,
      cast: { boolean: String, object: (value) => JSON.stringify(value), string: neutralise },
      // Else a spreadsheet that splits at these would find a formula behind one.
      quoted_match: /[;\t]/,
    });
}
