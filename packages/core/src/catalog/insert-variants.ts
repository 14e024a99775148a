import type { InputOf, operations } from '@service/contract';
import { Prisma } from '@service/db';
import type { Context } from '../context.ts';
import { stockMovementSql } from './stock-movement.sql.ts';
import { COLUMN_NAMES, GIVEN_OR_DEFAULT, toColumns, toJson } from './variant-columns.ts';

export type NewVariant = InputOf<typeof operations.createVariant>['body'] & {
  productId: string;
  id?: string;
};

/**
 * Input: variants with the ids of their products. Output: queries for the WITH of a statement; `created` has the new rows.
 * Stock comes with a movement.
 */
export function insertingVariants(ctx: Context, variants: readonly NewVariant[]): Prisma.Sql {
  const { tenantId, now } = ctx;
  const given = variants.map(({ id, productId, ...variant }) => ({
    id,
    product_id: productId,
    ...toColumns(variant),
  }));
  const withoutPlace = variants.filter(({ position }) => position === undefined);
  const others = Prisma.sql`
    SELECT product_id, count(*) FROM variants
    WHERE tenant_id = ${tenantId}::uuid AND product_id = ANY (${withoutPlace.map(({ productId }) => productId)}::uuid[])
    GROUP BY product_id`;
  const stocked = Prisma.sql`
    SELECT id, 'initial', stock_quantity, 0::bigint, stock_quantity, reserved FROM created WHERE stock_quantity > 0`;
  return Prisma.sql`
    created AS (
      INSERT INTO variants (tenant_id, id, product_id, ${COLUMN_NAMES}, created_at, updated_at)
      SELECT t.id, COALESCE(given.id, gen_random_uuid()), given.product_id, ${GIVEN_OR_DEFAULT}, ${now()}::timestamptz, ${now()}::timestamptz
      FROM jsonb_populate_recordset(NULL::variants, ${toJson(given)}::jsonb) AS given
      JOIN tenants t ON t.id = ${tenantId}::uuid
      LEFT JOIN (${others}) AS others ON others.product_id = given.product_id
      RETURNING *
    ), movements AS (${stockMovementSql(ctx, stocked)})`;
}
