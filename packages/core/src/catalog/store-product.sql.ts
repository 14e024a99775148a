import { type operations, type ResponseOf, refuse } from '@service/contract';
import type { Context } from '../context.ts';
import { publicMetadata } from '../metadata.ts';
import { presentImage, type StoredImage } from '../pictures/index.ts';
import {
  buyerSql,
  type Content,
  comparedAmount,
  lowestBeforeReduction,
  type Offer,
  offersSql,
  presentOffers,
} from '../prices/index.ts';
import { optionsMatrix } from './present.ts';
import type { Redirect } from './redirect.ts';

type StoreProduct = ResponseOf<typeof operations.getStoreProduct>;

interface FoundProduct extends Omit<StoreProduct, 'options' | 'images' | 'variants'> {
  images: StoredImage[];
  variants: (Omit<StoreProduct['variants'][number], 'price'> & Content & { price: Offer[] })[];
  buyer: { currency: string; includesTax: boolean };
}

/**
 * Input: a slug. Output: the published product, or its present slug. Why one statement that returns JSON: see
 * `listStoreProducts`. Refuses with `not_found`, also for a draft.
 */
export async function getStoreProduct(
  ctx: Context,
  slug: string,
  asked: { currency?: string | undefined } = {},
): Promise<StoreProduct | Redirect> {
  const { tenantId } = ctx;
  const [found] = await ctx.db.sql<FoundProduct[]>`
    WITH buyer AS MATERIALIZED (${buyerSql(ctx, asked.currency)})
    SELECT p.id, p.slug, p.title, p.description, p.metadata,
      json_build_object('currency', buyer.currency, 'includesTax', buyer.includes_tax) AS buyer,
      (
        SELECT coalesce(json_agg(json_build_object('url', i.url, 'alt', i.alt,
          'pictureId', i.picture_id, 'width', i.width, 'height', i.height) ORDER BY i.position), '[]')
        FROM product_images i WHERE i.tenant_id = ${tenantId}::uuid AND i.product_id = p.id
      ) AS images,
      (
        SELECT coalesce(json_agg(json_build_object('id', c.id, 'name', c.name, 'slug', c.slug) ORDER BY c.name, c.id), '[]')
        FROM product_categories pc JOIN categories c ON c.tenant_id = pc.tenant_id AND c.id = pc.category_id
        WHERE pc.tenant_id = ${tenantId}::uuid AND pc.product_id = p.id
      ) AS categories,
      (
        SELECT coalesce(json_agg(json_build_object(
          'id', v.id, 'sku', v.sku, 'title', v.title, 'options', v.options, 'priceAmount', v.price_amount,
          'currency', v.currency, 'compareAtAmount', ${comparedAmount},
          'lowestPriceIn30Days', ${lowestBeforeReduction(ctx)},
          'price', price.offers,
          'contentAmount', v.content_amount, 'contentUnit', v.content_unit, 'referenceAmount', v.reference_amount,
          'metadata', v.metadata,
          'available', v.allow_backorder OR v.stock_quantity > v.reserved
        ) ORDER BY v.position, v.created_at, v.id), '[]')
        FROM variants v CROSS JOIN LATERAL (SELECT ${offersSql(ctx)} AS offers OFFSET 0) price
        WHERE v.tenant_id = ${tenantId}::uuid AND v.product_id = p.id
      ) AS variants
    FROM products p CROSS JOIN buyer WHERE p.tenant_id = ${tenantId}::uuid AND p.slug = ${slug} AND p.status = 'published'`;
  if (!found) return findMoved(ctx, slug);
  const { buyer, ...product } = found;
  return {
    ...product,
    images: product.images.map((image) => presentImage(ctx, image)),
    metadata: publicMetadata(product.metadata),
    options: optionsMatrix(product.variants.map(({ options }) => options)),
    variants: product.variants.map(({ referenceAmount, ...each }) => ({
      ...each,
      price: presentOffers(each.price, buyer, { ...each, referenceAmount }),
      metadata: publicMetadata(each.metadata),
    })),
  };
}

async function findMoved(ctx: Context, slug: string): Promise<Redirect> {
  const moved = await ctx.db.productSlug.findFirst({
    where: { slug, product: { status: 'published' } },
    select: { product: { select: { slug: true } } },
  });
  return moved ? { movedTo: moved.product.slug } : refuse('not_found', `No product ${slug}.`);
}
