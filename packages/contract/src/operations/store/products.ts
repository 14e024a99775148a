import { Type } from 'typebox';
import { CONTENT_UNITS } from '../../content-units.ts';
import { defineOperation } from '../../operation.ts';
import { shownMetadata } from '../../resources/metadata.ts';
import { priceListOfLine } from '../../resources/price-list.ts';
import { IMAGE_EXAMPLE, image, optionsMatrix } from '../../resources/product.ts';
import {
  amount,
  currency,
  cursor,
  cursorQuery,
  id,
  longList,
  longPageOf,
  nullable,
  object,
  slug,
  stringEnum,
  stringMap,
  text,
} from '../../schema.ts';

const PRODUCT_SORTS = ['relevance', 'newest', 'price', '-price', 'title', '-title'] as const;

const includesTax = Type.Boolean({
  description: 'Whether tax is in it: as the customer’s group says, else `pricesIncludeTax` of the store',
});

const priceRange = object({ from: amount, to: amount, currency: Type.String(), includesTax });

const shownPrice = nullable(priceRange, {
  description:
    'What one unit costs the shopper in the requested currency, of the cheapest and the dearest variant; null: nothing is sold in it',
});

const unitPrice = nullable(
  object({ amount, referenceAmount: Type.Integer(), referenceUnit: stringEnum(CONTENT_UNITS) }),
  {
    description:
      'What `referenceAmount` of `referenceUnit` costs, such as 1 kg, in the same currency and terms, half up to a minor unit; null: the variant isn’t sold by measure',
  },
);

const compareAtAmount = nullable(amount, {
  description:
    'The price to show struck through; null where it isn’t above `priceAmount`, so that nothing looks cheaper than it was',
});

const lowestPriceIn30Days = nullable(amount, {
  description:
    'The lowest price at which all customers could buy a unit in the 30 days before it was reduced, to show beside a reduced price (EU directive 98/6, article 6a). Base prices and prices of lists for all customers count, in `currency` and the store’s terms. Null where neither `compareAtAmount` nor a list for all customers reduces it, and where it was never sold at another price',
});

const summary = object({
  id,
  slug: Type.String(),
  title: Type.String(),
  image: nullable(image),
  priceFrom: nullable(amount),
  priceTo: nullable(amount),
  currency: nullable(Type.String()),
  price: shownPrice,
  cheapest: nullable(
    object({ priceAmount: amount, currency: Type.String(), compareAtAmount, lowestPriceIn30Days, unitPrice }),
    {
      description:
        'Of the variant that costs `price.from`, what has to stand beside that price: its unit price, and of a reduced one what it is compared with, as on the product’s page; null where `price` is',
    },
  ),
  available: Type.Boolean({ description: 'Whether a variant is in stock or may be ordered without stock' }),
});

const variantPrice = object({
  amount,
  currency: Type.String(),
  includesTax,
  unitPrice,
  priceList: priceListOfLine,
  steps: Type.Array(object({ minQuantity: Type.Integer(), amount, priceList: priceListOfLine }), {
    description: 'From which quantities a unit costs less',
  }),
});

const storeVariant = object({
  id,
  sku: Type.String(),
  title: nullable(Type.String()),
  options: stringMap,
  priceAmount: amount,
  currency: Type.String(),
  compareAtAmount,
  contentAmount: nullable(Type.Integer()),
  contentUnit: nullable(stringEnum(CONTENT_UNITS)),
  lowestPriceIn30Days,
  price: nullable(variantPrice, {
    description:
      'What one unit costs the shopper in the requested currency; null: it isn’t sold in it. `priceAmount` is the base price, in the store’s terms',
  }),
  available: Type.Boolean({ description: 'In stock, or may be ordered without stock' }),
  metadata: shownMetadata,
});

const SUMMARY_EXAMPLE = {
  id: 'c1c2a3b4-5d6e-4f70-8a91-b2c3d4e5f607',
  slug: 'darjeeling',
  title: 'Darjeeling',
  image: IMAGE_EXAMPLE,
  priceFrom: 1250,
  priceTo: 1250,
  currency: 'EUR',
  price: { from: 1250, to: 1250, currency: 'EUR', includesTax: true },
  cheapest: {
    priceAmount: 1250,
    currency: 'EUR',
    compareAtAmount: null,
    lowestPriceIn30Days: null,
    unitPrice: { amount: 12500, referenceAmount: 1, referenceUnit: 'kg' as const },
  },
  available: true,
};

const FILTERS = {
  q: Type.Optional(text(200)),
  category: Type.Optional(
    Type.String({ ...slug, description: 'Slug of a category; includes the categories below it' }),
  ),
  priceMin: Type.Optional(amount),
  priceMax: Type.Optional(amount),
  option: Type.Optional(
    Type.Unsafe<string | string[]>({
      description: '`Name:Value`, such as `Size:M`; may be given several times',
      anyOf: [
        { type: 'array', items: { type: 'string', pattern: '^[^:]+:.', maxLength: 512 }, maxItems: 10 },
        { type: 'string', pattern: '^[^:]+:.', maxLength: 512 },
      ],
    }),
  ),
  available: Type.Optional(Type.Boolean({ description: 'true: only products that can be ordered now' })),
};

const askedCurrency = Type.Optional(
  Type.String({ ...currency, description: 'Of `price`; default: the store’s' }),
);

const FILTERS_AND_SORT = {
  ...FILTERS,
  currency: askedCurrency,
  sort: Type.Optional(
    stringEnum(PRODUCT_SORTS, {
      description: 'Default: `relevance` with `q`, else `newest`. By the base price of the cheapest variant',
    }),
  ),
};

export const listStoreProducts = defineOperation({
  endpoint: 'GET /store/v1/products',
  summary: 'List, filter, sort and search the published products',
  description:
    'All filters must match. One variant must match price, option and availability together. `q` finds products with all its words in title or description, as they begin or in the language of the store, or with a SKU that begins so; where that finds little, titles with similar spelling too. By `relevance` a title or SKU that is just so comes first, then products with all the words in the title, then the others; among equals the most sold come first, then the newest. In a store of some thousand products and more up to 1500 of many matches are sorted, those of the most sold among them. `price` is the signed-in customer’s; `priceFrom`, `priceTo`, the filters and the order by price are of base prices, in the store’s terms. `total` counts up to 10000, and `isTotalCapped` says when there are more. `cursor` takes the `nextCursor` of another response, and is as fast deep in a long list as at its start; with filters that many products meet a page may have fewer items than `pageSize`, and there are more as long as `nextCursor` isn’t null.',
  auth: { kind: 'store', session: 'optional' },
  revalidates: true,
  query: cursorQuery(FILTERS_AND_SORT, cursor),
  response: { status: 200, description: 'A page of products', schema: longList(summary) },
  examples: {
    response: longPageOf(SUMMARY_EXAMPLE),
  },
});

const facetCount = Type.Integer({ minimum: 0, description: 'Of the products that were counted' });

export const getStoreProductFacets = defineOperation({
  endpoint: 'GET /store/v1/products/facets',
  summary: 'Count the published products by category, option, price and availability',
  description:
    'For the filters of the list, all of which apply. Counts the newest 1000 that match; `isTotalCapped` says when there are more. Categories count what is below them too. At most 100 categories and 200 values of options, those of most products first. A product whose slug is `facets` is shown in lists only.',
  auth: { kind: 'store' },
  revalidates: true,
  query: object(FILTERS),
  response: {
    status: 200,
    description: 'The counts',
    schema: object({
      total: Type.Integer({ minimum: 0 }),
      isTotalCapped: Type.Boolean(),
      categories: Type.Array(object({ slug: Type.String(), name: Type.String(), count: facetCount })),
      options: Type.Array(object({ name: Type.String(), value: Type.String(), count: facetCount })),
      prices: Type.Array(object({ from: amount, to: amount, count: facetCount }), {
        description:
          'Up to six ranges of the same round width, such as €10.00 to €19.99, by the cheapest variant; none without a price',
      }),
      availability: object({ available: facetCount, unavailable: facetCount }),
    }),
  },
  examples: {
    response: {
      total: 1,
      isTotalCapped: false,
      categories: [{ slug: 'tea', name: 'Tea', count: 1 }],
      options: [{ name: 'Weight', value: '100 g', count: 1 }],
      prices: [{ from: 1250, to: 1250, count: 1 }],
      availability: { available: 1, unavailable: 0 },
    },
  },
});

export const getStoreProduct = defineOperation({
  endpoint: 'GET /store/v1/products/{slug}',
  summary: 'Get a published product by its slug',
  description:
    'A former slug redirects to the current one. A draft is not found. `price` of a variant is the signed-in customer’s.',
  auth: { kind: 'store', session: 'optional' },
  revalidates: true,
  redirects: true,
  params: object({ slug }),
  query: object({ currency: askedCurrency }),
  response: {
    status: 200,
    description: 'The product',
    schema: object({
      id,
      slug: Type.String(),
      title: Type.String(),
      description: nullable(Type.String()),
      images: Type.Array(image),
      categories: Type.Array(object({ id, name: Type.String(), slug: Type.String() })),
      options: optionsMatrix,
      metadata: shownMetadata,
      variants: Type.Array(storeVariant),
    }),
  },
  examples: {
    response: {
      id: SUMMARY_EXAMPLE.id,
      slug: 'darjeeling',
      title: 'Darjeeling',
      description: null,
      images: [SUMMARY_EXAMPLE.image],
      categories: [{ id: 'f1c2a3b4-5d6e-4f70-8a91-b2c3d4e5f610', name: 'Tea', slug: 'tea' }],
      options: [{ name: 'Weight', values: ['100 g'] }],
      metadata: { 'public.origin': 'Darjeeling' },
      variants: [
        {
          id: 'd1c2a3b4-5d6e-4f70-8a91-b2c3d4e5f608',
          sku: 'TEA-1',
          title: null,
          options: { Weight: '100 g' },
          priceAmount: 1250,
          currency: 'EUR',
          compareAtAmount: null,
          contentAmount: 100,
          contentUnit: 'g' as const,
          lowestPriceIn30Days: null,
          price: {
            amount: 1250,
            currency: 'EUR',
            includesTax: true,
            unitPrice: { amount: 12500, referenceAmount: 1, referenceUnit: 'kg' as const },
            priceList: null,
            steps: [],
          },
          available: true,
          metadata: {},
        },
      ],
    },
  },
});
