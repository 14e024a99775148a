import type { Streamed } from '@service/contract';
import { importRow } from '@service/contract';
import type { VariantModel } from '@service/db';
import type { Context } from '../context.ts';
import type { FileFormat } from '../imports/index.ts';
import { FIRST_ID } from '../page.ts';
import { presentImage, type StoredImage } from '../pictures/index.ts';
import { pagesOf, writeCsv } from '../write-csv.ts';
import { presentVariant } from './present.ts';
import { AS_MODEL } from './variant-columns.ts';

/** Few enough that reading a page and writing it out blocks the process for some milliseconds only. */
const PAGE = 50;
/** Amounts in minor units alone: a file contains each figure once. */
const COLUMNS = Object.keys(importRow.properties).filter((name) => !/^(price|compareAtPrice)$/.test(name));

/** Every variant with its product, in the shape that the import accepts; read page by page while it is sent. */
export function exportProducts(
  ctx: Context,
  format: FileFormat,
  { stock = false }: { stock?: boolean | undefined },
): Streamed {
  const columns = COLUMNS.filter((name) => stock || name !== 'stockQuantity');
  return format === 'csv'
    ? { contentType: 'text/csv; charset=utf-8', pieces: writeCsv(columns, cells(rowsOf(ctx), columns)) }
    : { contentType: 'application/x-ndjson', pieces: ndjson(rowsOf(ctx), columns) };
}

type Row = Record<string, unknown>;

interface WholeVariant extends VariantModel {
  slug: string;
  productTitle: string;
  description: string | null;
  status: string;
  productTaxClass: string;
  ofAll: unknown;
  images: StoredImage[];
  categories: string[];
}

async function* rowsOf(ctx: Context): AsyncGenerator<Row[]> {
  const pages = pagesOf<WholeVariant>(PAGE, (after) => readPage(ctx, after?.id ?? FIRST_ID));
  for await (const variants of pages)
    yield variants.map((variant) => {
      const { id: _id, reserved: _r, available: _a, version: _v, ...fields } = presentVariant(variant);
      const {
        title: variantTitle,
        metadata: variantMetadata,
        taxClass: variantTaxClass,
        ...further
      } = fields;
      const {
        slug,
        productTitle: title,
        description,
        status,
        productTaxClass: taxClass,
        categories,
        ofAll: metadata,
      } = variant;
      const images = variant.images.map((image) => addressOf(ctx, image));
      const ofProduct = { slug, title, description, status, taxClass, categories, images, metadata };
      return { ...ofProduct, variantTitle, variantMetadata, variantTaxClass, ...further };
    });
}

/** One statement, because Prisma’s nested reads block the process for twice as long. */
function readPage(ctx: Context, after: string): Promise<WholeVariant[]> {
  return ctx.db.sql`
    SELECT ${AS_MODEL}, p.slug, p.title AS "productTitle", p.description, p.status, p.tax_class AS "productTaxClass", p.metadata AS "ofAll",
      ARRAY(
        SELECT c.slug FROM product_categories pc
        JOIN categories c ON c.tenant_id = pc.tenant_id AND c.id = pc.category_id
        WHERE pc.tenant_id = ${ctx.tenantId}::uuid AND pc.product_id = p.id
        ORDER BY c.slug) AS categories,
      (SELECT COALESCE(json_agg(json_build_object(
          'url', i.url, 'alt', i.alt, 'pictureId', i.picture_id, 'width', i.width, 'height', i.height)
          ORDER BY i.position), '[]')
        FROM product_images i WHERE i.tenant_id = ${ctx.tenantId}::uuid AND i.product_id = p.id) AS images
    FROM variants v
    JOIN products p ON p.tenant_id = v.tenant_id AND p.id = v.product_id
    WHERE v.tenant_id = ${ctx.tenantId}::uuid AND v.id > ${after}::uuid
    ORDER BY v.id
    LIMIT ${PAGE}`;
}

/** The address as the import accepts it. */
function addressOf(ctx: Context, image: StoredImage) {
  const { url, alt } = presentImage(ctx, image);
  return { url, alt };
}

async function* ndjson(pages: AsyncIterable<Row[]>, columns: string[]): AsyncGenerator<string> {
  const toLine = (row: Row) =>
    `${JSON.stringify(Object.fromEntries(columns.map((name) => [name, row[name]])))}\n`;
  for await (const rows of pages) yield rows.map(toLine).join('');
}

async function* cells(pages: AsyncIterable<Row[]>, columns: string[]): AsyncGenerator<unknown[][]> {
  for await (const rows of pages) yield rows.map((row) => columns.map((name) => row[name]));
}
