import { randomUUID } from 'node:crypto';
import type { Database } from '@service/db';

const VARIANTS = 200;

export interface StoreOfVariants {
  tenantId: string;
  variantIds: string[];
}

/** A new store with one product of many variants. */
export async function makeVariants({ system }: Database): Promise<StoreOfVariants> {
  const { id: tenantId } = await system.tenant.create({
    data: { name: 'Bench', currency: 'EUR', country: 'DE', publishableKey: `pk_bench_${randomUUID()}` },
  });
  const product = await system.product.create({ data: { tenantId, title: 'Bench', slug: 'bench' } });
  const variants = await system.variant.createManyAndReturn({
    data: Array.from({ length: VARIANTS }, (_, index) => ({
      tenantId,
      productId: product.id,
      sku: `SKU-${index}`,
      priceAmount: 100n,
      currency: 'EUR',
    })),
  });
  return { tenantId, variantIds: variants.map(({ id }) => id) };
}
