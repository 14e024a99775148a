import { refuse } from '@service/contract';
import { cell, type ForeignRow, fieldsOf, isYes, type Line } from '../../imports/index.ts';
import { slugOf } from '../slug.ts';
import { decimal, textOf, whole } from './foreign-values.ts';

/** A variable product, until its variations come. */
interface Parent {
  slug: string;
  title: string | undefined;
  /** What its first variation is to say of the product. */
  members: object | undefined;
}

/** Of parents that wait for a variation, together. */
const MOST_CHARACTERS = 8 * 1024 * 1024;
const MOST_ATTRIBUTES = 20;
const GRAMS = { kg: 1000, g: 1, lbs: 453.592, oz: 28.3495 };
const MILLIMETRES = { m: 1000, cm: 10, mm: 1, in: 25.4, yd: 914.4 };
const TAX_CLASSES: Record<string, string> = { 'reduced-rate': 'reduced', 'zero-rate': 'zero' };

/**
 * Reads an export of products of WooCommerce with English columns. A `simple` line is a product with its variant. A
 * `variable` one is a product without any, and each of its variations, which name it by its SKU or its ID, is a variant.
 */
export async function* readWooCommerce(lines: AsyncIterable<Line>): AsyncGenerator<ForeignRow> {
  const parents = new Map<string, Parent>();
  const slugs = new Set<string>();
  let waiting = 0;
  for await (const line of lines) {
    const kinds = (line.type ?? '').split(',').map((kind) => kind.trim());
    if (kinds.includes('variation')) {
      const parent = parents.get(line.parent ?? '');
      const variant = variantOf(line, kinds);
      const row = { ...variant, variantTitle: Object.values(variant.options).join(' / ') || undefined };
      if (!parent) yield { row, refused: `There is no product ${line.parent} further up.` };
      else yield { row: { slug: parent.slug, title: parent.title, ...parent.members, ...row } };
      if (parent?.members) {
        waiting -= JSON.stringify(parent.members).length;
        parent.members = undefined;
      }
    } else if (kinds.includes('variable')) {
      const parent = { ...(await nameOf(line, slugs)), members: await membersOf(line) };
      waiting += JSON.stringify(parent.members).length;
      if (waiting > MOST_CHARACTERS)
        refuse('validation_failed', 'Too many products wait for their variations.');
      for (const key of [line.sku, `id:${line.id}`]) if (key) parents.set(key, parent);
    } else if (kinds.includes('simple')) {
      yield {
        row: { ...(await nameOf(line, slugs)), ...(await membersOf(line)), ...variantOf(line, kinds) },
      };
    } else {
      yield {
        row: { title: line.name, sku: line.sku },
        refused: `A product of type ${kinds[0]} isn’t taken.`,
      };
    }
  }
  for (const { slug, title, members } of new Set(parents.values()))
    if (members)
      yield { row: { slug, title }, refused: 'It has no variations, so there is nothing to sell.' };
}

/** The file has no slugs; two products of one name must not become one. */
async function nameOf(line: Line, slugs: Set<string>) {
  const title = await textOf(line.name);
  const made = await slugOf(title ?? '', 'product');
  const slug = slugs.has(made) ? `${made}-${line.id}` : made;
  slugs.add(slug);
  return { slug, title };
}

async function membersOf(line: Line) {
  const paths = listed(line.categories);
  const isTaxed = cell(line, 'tax status') === undefined || line['tax status'] === 'taxable';
  const taxClass = line['tax class'] ?? '';
  return {
    description: await textOf(cell(line, 'description', 'short description')),
    status: line.published === '1' ? 'published' : 'draft',
    taxClass: isTaxed ? (TAX_CLASSES[taxClass] ?? (taxClass || undefined)) : 'zero',
    categoryPaths: paths.length > 0 ? await Promise.all(paths.map(textOf)) : undefined,
    metadata: fieldsOf({ tags: cell(line, 'tags'), brand: cell(line, 'brands') }),
    images: cell(line, 'images')
      ?.split(/,\s*(?=https?:)/)
      .map((url) => ({ url: url.trim() })),
  };
}

/** A comma that is part of a name has a backslash in front. */
function listed(text = ''): string[] {
  const parts = text.split(/(?<!\\),/).map((part) => part.replaceAll('\\,', ',').trim());
  return parts.filter((part) => part !== '');
}

function variantOf(line: Line, kinds: readonly string[]) {
  const [regular, sale] = [cell(line, 'regular price'), cell(line, 'sale price')];
  // One that holds for some days only isn't the price: a price list has days.
  const hasDays = cell(line, 'date sale price starts', 'date sale price ends') !== undefined;
  const isReduced = sale !== undefined && !hasDays;
  // Where the stock is counted for all variations together, each would get all of it.
  const stock = line.stock === 'parent' ? undefined : cell(line, 'stock');
  const isUncounted = line.stock !== 'parent' && stock === undefined && isYes(line['in stock?']);
  return {
    sku: cell(line, 'sku') ?? `WC-${line.id}`,
    options: optionsOf(line),
    price: decimal(isReduced ? sale : regular),
    compareAtPrice: isReduced ? decimal(regular) : undefined,
    stockQuantity: whole(stock),
    lowStockThreshold: whole(cell(line, 'low stock amount')),
    allowBackorder: isUncounted || /^(1|yes|notify)$/i.test(line['backorders allowed?'] ?? ''),
    requiresShipping: !kinds.includes('virtual') && !kinds.includes('downloadable'),
    weightGrams: measured(line, 'weight', GRAMS),
    lengthMm: measured(line, 'length', MILLIMETRES),
    widthMm: measured(line, 'width', MILLIMETRES),
    heightMm: measured(line, 'height', MILLIMETRES),
    variantMetadata: fieldsOf({ barcode: cell(line, 'gtin, upc, ean, or isbn') }),
  };
}

/** The column names the unit: `weight (kg)`. */
function measured(line: Line, what: string, units: Record<string, number>) {
  const unit = Object.keys(units).find((each) => line[`${what} (${each})`]);
  return unit && whole(line[`${what} (${unit})`], units[unit]);
}

function optionsOf(line: Line): Record<string, string> {
  const places = Array.from({ length: MOST_ATTRIBUTES }, (_, at) => at + 1);
  const options = places.flatMap((place) => {
    const [name, value] = [line[`attribute ${place} name`], line[`attribute ${place} value(s)`]];
    return name && value ? [[name, value]] : [];
  });
  return Object.fromEntries(options);
}
