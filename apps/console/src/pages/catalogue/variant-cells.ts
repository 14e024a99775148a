import { parseAmount, typedAmount, withPoint } from '../../amounts.ts';
import { parseProfiles } from '../settings/shipping-tiers.ts';
import type { Product } from './product.tsx';

export type Variant = Product['variants'][number];

/** The input of a row of the grid. */
export interface Cells {
  sku: string;
  title: string;
  options: string;
  price: string;
  compareAt: string;
  stock: string;
  backorder: boolean;
  shipped: boolean;
  weight: string;
  profile: string;
  /** The code of a tax class; empty: the product's. */
  taxClass: string;
  /** “750 ml”, or “250 g / 100 g” where the unit price is of 100 g. */
  content: string;
}

export const COLUMNS = [
  'sku',
  'title',
  'options',
  'price',
  'compareAt',
  'stock',
  'weight',
  'profile',
  'content',
] as const;
export type Column = (typeof COLUMNS)[number];

export const EMPTY_CELLS: Cells = {
  sku: '',
  title: '',
  options: '',
  price: '',
  compareAt: '',
  stock: '0',
  backorder: false,
  shipped: true,
  weight: '',
  profile: '',
  taxClass: '',
  content: '',
};

export function cellsOf(variant: Variant): Cells {
  return {
    sku: variant.sku,
    title: variant.title ?? '',
    options: textOf(variant.options),
    price: typedAmount(variant.priceAmount, variant.currency),
    compareAt: variant.compareAtAmount === null ? '' : typedAmount(variant.compareAtAmount, variant.currency),
    stock: String(variant.stockQuantity),
    backorder: variant.allowBackorder,
    shipped: variant.requiresShipping,
    weight: variant.weightGrams === null ? '' : String(variant.weightGrams),
    profile: variant.shippingProfile ?? '',
    taxClass: variant.taxClass ?? '',
    content: contentText(variant),
  };
}

export const isAmount = (column: string) => column === 'price' || column === 'compareAt';

/** The input in the form of `cellsOf`. */
export function keptCells(typed: Partial<Cells>): Partial<Cells> {
  const cells = Object.entries(typed).map(([name, value]) => [
    name,
    isAmount(name) ? withPoint(String(value)) : value,
  ]);
  return Object.fromEntries(cells);
}

/** A variant's options, such as its size and its colour, by their names. */
export type Options = Record<string, string>;

function textOf(options: Options): string {
  return Object.entries(options)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');
}

/** The cells of a variant with these options, otherwise copied from another one; `sku` is the beginning of its SKU. */
export function cellsOfOptions(
  options: Options,
  { sku, price }: Pick<Cells, 'sku' | 'price'>,
): Partial<Cells> {
  const values = Object.values(options);
  return {
    sku: [sku, ...values.map((value) => value.toUpperCase().replace(/[^\p{L}\p{N}]+/gu, '-'))].join('-'),
    title: values.join(' / '),
    options: textOf(options),
    price,
  };
}

/** Whether the typed text contains these options, in any order. */
export function hasOptions(text: string, options: Options): boolean {
  const inOrder = (of: Options) => JSON.stringify(Object.entries(of).sort());
  const typed = parseOptions(text);
  return typed !== undefined && inOrder(typed) === inOrder(options);
}

/** “Size=M; Colour=red”; undefined: a part of it has no name or no value. */
function parseOptions(text: string): Options | undefined {
  const parts = text
    .split(';')
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => /^([^=]+)=(.+)$/.exec(part));
  if (parts.some((part) => !part)) return undefined;
  return Object.fromEntries(parts.map((part) => [part?.[1]?.trim() ?? '', part?.[2]?.trim() ?? '']));
}

type Content = Pick<Variant, 'contentAmount' | 'contentUnit' | 'referenceAmount'>;

type Unit = NonNullable<Content['contentUnit']>;

/** The units as they are written. */
const UNITS: Readonly<Record<Unit, string>> = {
  ...{ mg: 'mg', g: 'g', kg: 'kg', ml: 'ml', cl: 'cl', l: 'l' },
  ...{ mm: 'mm', cm: 'cm', m: 'm', cm2: 'cm²', m2: 'm²', m3: 'm³' },
};
const NO_CONTENT: Content = { contentAmount: null, contentUnit: null, referenceAmount: null };

function contentText({ contentAmount, contentUnit, referenceAmount }: Content): string {
  if (contentAmount === null || contentUnit === null) return '';
  const unit = UNITS[contentUnit];
  return `${contentAmount} ${unit}${referenceAmount === null ? '' : ` / ${referenceAmount} ${unit}`}`;
}

/** Undefined: it names no amount, another unit than the service knows, or two of them. */
function parseContent(text: string): Content | undefined {
  const parts = text.toLowerCase().split('/');
  const [of, per] = parts.map((part) => /^\s*([1-9]\d{0,8})\s*([a-z]{1,2}[23²³]?)\s*$/.exec(part));
  const contentUnit = unitOf(of?.[2]);
  if (!contentUnit || parts.length > 2) return undefined;
  if (parts.length === 2 && unitOf(per?.[2]) !== contentUnit) return undefined;
  return { contentAmount: Number(of?.[1]), contentUnit, referenceAmount: per ? Number(per[1]) : null };
}

/** Typed as it is written, or as the API has it. */
function unitOf(typed: string | undefined): Unit | undefined {
  return (Object.keys(UNITS) as Unit[]).find((unit) => typed === unit || typed === UNITS[unit]);
}

function parseCount(text: string): number | undefined {
  return /^\d{1,15}$/.test(text.trim()) ? Number(text) : undefined;
}

/** A cell as the service accepts it; undefined: it is invalid. Null clears. */
function parseCell(column: Column, text: string, currency: string) {
  if (column === 'sku') return text.trim() || undefined;
  if (column === 'title') return text.trim() || null;
  if (column === 'options') return parseOptions(text);
  if (column === 'price') return parseAmount(text, currency);
  if (column === 'stock') return parseCount(text);
  if (column === 'content') return text.trim() === '' ? NO_CONTENT : parseContent(text);
  if (text.trim() === '') return null;
  if (column === 'profile') return parseProfiles(text)?.[0];
  return column === 'compareAt' ? parseAmount(text, currency) : parseCount(text);
}

export function isValid(column: Column, text: string, currency: string): boolean {
  return parseCell(column, text, currency) !== undefined;
}

const FIELDS = {
  sku: 'sku',
  title: 'title',
  options: 'options',
  price: 'priceAmount',
  compareAt: 'compareAtAmount',
  stock: 'stockQuantity',
  weight: 'weightGrams',
  profile: 'shippingProfile',
} as const satisfies Partial<Record<Column, string>>;

/** The cells as the body of a request. */
export function bodyOf(cells: Partial<Cells>, currency: string): Record<string, unknown> {
  const { backorder, shipped, taxClass, content, ...texts } = cells;
  const entries = (Object.entries(texts) as [keyof typeof FIELDS, string][]).map(([column, text]) => [
    FIELDS[column],
    parseCell(column, text, currency),
  ]);
  return {
    ...Object.fromEntries(entries),
    ...(content === undefined ? {} : (parseCell('content', content, currency) as Content)),
    ...(backorder === undefined ? {} : { allowBackorder: backorder }),
    ...(shipped === undefined ? {} : { requiresShipping: shipped }),
    ...(taxClass === undefined ? {} : { taxClass: taxClass || null }),
  };
}
