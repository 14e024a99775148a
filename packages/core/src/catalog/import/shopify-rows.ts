import { refuse } from '@service/contract';
import { cell, type ForeignRow, fieldsOf, isYes, type Line } from '../../imports/index.ts';
import { slugOf } from '../slug.ts';
import { decimal, textOf, whole } from './foreign-values.ts';

/** More than variants and pictures of a product there. */
const MOST_LINES = 2500;
/** Of the cells of a product, which are held together. */
const MOST_CHARACTERS = 8 * 1024 * 1024;

/**
 * Reads an export of products of Shopify, with the columns until 2025 or since: lines of one handle are a product, the
 * first has what the product says, and each may have a variant, a picture, or both.
 */
export async function* readShopify(lines: AsyncIterable<Line>): AsyncGenerator<ForeignRow> {
  let product: Line[] = [];
  let held = 0;
  for await (const line of lines) {
    if (product[0] && handleOf(product[0]) !== handleOf(line)) {
      yield* rowsOf(product);
      product = [];
      held = 0;
    }
    product.push(line);
    held += Object.values(line).join('').length;
    if (product.length > MOST_LINES || held > MOST_CHARACTERS)
      refuse('validation_failed', `The handle ${handleOf(line)} has too many lines, or too long ones.`);
  }
  yield* rowsOf(product);
}

function handleOf(line: Line): string {
  return cell(line, 'handle', 'url handle') ?? '';
}

async function* rowsOf(product: readonly Line[]): AsyncGenerator<ForeignRow> {
  const [first] = product;
  if (!first) return;
  const slug = handleOf(first);
  if (isYes(first['gift card'])) {
    yield { row: { slug, title: first.title }, refused: 'A gift card is no product here.' };
    return;
  }
  let members: object = await membersOf(first, imagesOf(product));
  for (const line of product.filter(isVariant)) {
    yield { row: { slug, ...members, ...(await variantOf(line, first)) } };
    members = {};
  }
}

async function membersOf(first: Line, images: object[]) {
  const isActive = /^active$/i.test(first.status ?? 'active');
  const type = first.type?.trim();
  return {
    title: first.title,
    description: await textOf(cell(first, 'body (html)', 'description')),
    status: isActive && isYes(cell(first, 'published', 'published on online store')) ? 'published' : 'draft',
    taxClass: /^false$/i.test(cell(first, 'variant taxable', 'charge tax') ?? '') ? 'zero' : undefined,
    categoryPaths: type ? [type] : undefined,
    metadata: fieldsOf({ vendor: cell(first, 'vendor'), tags: cell(first, 'tags') }),
    images: images.length > 0 ? images : undefined,
  };
}

function imagesOf(product: readonly Line[]): object[] {
  const placed = product.flatMap((line, at) => {
    const url = cell(line, 'image src', 'product image url');
    const image = { url, alt: cell(line, 'image alt text') };
    return url ? [{ place: Number(line['image position']) || at, image }] : [];
  });
  return placed.toSorted((one, other) => one.place - other.place).map(({ image }) => image);
}

function isVariant(line: Line): boolean {
  return cell(line, 'variant price', 'price', 'variant sku', 'sku', 'option1 value') !== undefined;
}

async function variantOf(line: Line, first: Line) {
  const options = optionsOf(line, first);
  const values = Object.values(options);
  const isTracked = cell(line, 'variant inventory tracker', 'inventory tracker') !== undefined;
  const oversells = /^(continue|true)$/i.test(
    cell(line, 'variant inventory policy', 'continue selling when out of stock') ?? '',
  );
  const shipping = cell(line, 'variant requires shipping', 'requires shipping');
  const weight = whole(cell(line, 'variant grams', 'weight value (grams)'));
  return {
    sku: cell(line, 'variant sku', 'sku') ?? (await slugOf([handleOf(line), ...values].join(' '), 'variant')),
    variantTitle: values.length > 0 ? values.join(' / ') : undefined,
    options,
    price: decimal(cell(line, 'variant price', 'price')),
    compareAtPrice: decimal(cell(line, 'variant compare at price', 'compare-at price')),
    stockQuantity: isTracked ? whole(cell(line, 'variant inventory qty', 'inventory quantity')) : undefined,
    allowBackorder: oversells || !isTracked,
    requiresShipping: shipping === undefined ? undefined : isYes(shipping),
    weightGrams: weight === 0 ? undefined : weight,
    variantMetadata: fieldsOf({ barcode: cell(line, 'variant barcode', 'barcode') }),
  };
}

/** Their names are in the product's first line. A product without options has one that is called `Title` there. */
function optionsOf(line: Line, first: Line): Record<string, string> {
  const options = [1, 2, 3].flatMap((place) => {
    const [name, value] = [first[`option${place} name`], line[`option${place} value`]];
    return name && value && value !== 'Default Title' ? [[name, value]] : [];
  });
  return Object.fromEntries(options);
}
