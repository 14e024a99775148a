import { countByStore, type OfStore, Prisma } from '@service/db';
import type { SystemContext } from '../context.ts';
import { takeInTurns } from '../in-turns.ts';
import { type SearchEngine, SearchRefusal } from './search-engine.ts';

/** Longer than a write may take, see `WRITE_MS`; a failed one is repeated after this time. */
const LEASE_SECONDS = 60;

interface Noted {
  /** Null: no change is recorded. */
  tenantIds: string[] | null;
  productIds: string[];
  changes: string[];
}

interface Product {
  tenantId: string;
  productId: string;
  /** The number of the change that is sent to the engine. */
  change: string;
  /** Null: there is no such product any more, or shoppers can't see it. */
  title: string | null;
  description: string | null;
  skus: string[];
  sold: bigint | null;
}

/**
 * Input: the most products, and optionally their store. Output: how many were sent to the engine. Why a lease: two workers that
 * send the same product might do so in the wrong order; a change that is made meanwhile stays recorded.
 */
export async function feedEngine(
  system: SystemContext,
  limit: number,
  tenantId: string | null = null,
): Promise<number> {
  const { search } = system.services;
  if (!search) return 0;
  return takeInTurns(limit, (from, most) => {
    const due = Prisma.sql`FROM search_outbox
      WHERE (leased_until IS NULL OR leased_until < now())
        AND (${tenantId}::uuid IS NULL OR tenant_id = ${tenantId}::uuid) AND tenant_id >= ${from}::uuid`;
    return countByStore(system.db, most, due, (of, each) =>
      feedDue(system, search, { due, of, limit: each }),
    );
  });
}

async function feedDue(
  system: SystemContext,
  search: SearchEngine,
  { due, of, limit }: { due: Prisma.Sql; of: OfStore; limit: number },
): Promise<number> {
  const { db } = system;
  const [{ tenantIds, productIds, changes }] = await db.sql<[Noted]>`
    WITH due AS (
      SELECT tenant_id, product_id ${due} ${of('tenant_id')}
      ORDER BY tenant_id, product_id LIMIT ${limit}::int FOR UPDATE SKIP LOCKED
    ), leased AS (
      UPDATE search_outbox o SET leased_until = now() + ${LEASE_SECONDS}::int * interval '1 second' FROM due
      WHERE o.tenant_id = due.tenant_id AND o.product_id = due.product_id ${of('o.tenant_id')}
      RETURNING o.tenant_id, o.product_id, o.change
    )
    SELECT array_agg(tenant_id) AS "tenantIds", array_agg(product_id) AS "productIds", array_agg(change::text) AS changes FROM leased`;
  if (!tenantIds) return 0;
  // A separate statement, so that it sees all recorded changes, perhaps including later ones.
  const products = await db.sql<Product[]>`
    SELECT o.tenant_id AS "tenantId", o.product_id AS "productId", o.change, p.title, p.description, l.sold,
      ARRAY(SELECT v.sku FROM variants v WHERE v.tenant_id = o.tenant_id AND v.product_id = o.product_id ${of('v.tenant_id')} ORDER BY v.position) AS skus
    FROM unnest(${tenantIds}::uuid[], ${productIds}::uuid[], ${changes}::text[]) AS o(tenant_id, product_id, change)
    LEFT JOIN products p ON p.tenant_id = o.tenant_id AND p.id = o.product_id AND p.status = 'published' ${of('p.tenant_id')}
    LEFT JOIN product_listings l ON l.tenant_id = p.tenant_id AND l.product_id = p.id ${of('l.tenant_id')}`;
  await writeProducts(system, search, products, of);
  return tenantIds.length;
}

/**
 * If the engine refuses one document, it refuses the whole group. The halves are then written separately, down to that document,
 * which is set aside: it is logged, and written again when it changes or its store is rebuilt.
 */
async function writeProducts(
  system: SystemContext,
  search: SearchEngine,
  products: readonly Product[],
  of: OfStore,
): Promise<void> {
  const refusal = await tryToWrite(search, products);
  if (refusal && products.length > 1) {
    const half = Math.ceil(products.length / 2);
    for (const part of [products.slice(0, half), products.slice(half)])
      await writeProducts(system, search, part, of);
    return;
  }
  if (refusal) {
    const [{ tenantId, productId }] = products as [Product];
    system.log.error({ err: refusal, tenantId, productId }, 'the search engine refuses a product');
  }
  const [tenantIds, productIds, changes] = [
    products.map((product) => product.tenantId),
    products.map((product) => product.productId),
    products.map((product) => product.change),
  ];
  // A product that is being changed at this moment stays leased, and is sent again: waiting for an import that changes many
  // products would take too long.
  await system.db.sql.count`
    WITH told AS (
      SELECT told.* FROM unnest(${tenantIds}::uuid[], ${productIds}::uuid[], ${changes}::text[]::bigint[]) AS told(tenant_id, product_id, change)
      JOIN search_outbox o ON o.tenant_id = told.tenant_id AND o.product_id = told.product_id ${of('o.tenant_id')}
      FOR UPDATE OF o SKIP LOCKED
    ), gone AS (
      DELETE FROM search_outbox o USING told
      WHERE o.tenant_id = told.tenant_id AND o.product_id = told.product_id AND o.change = told.change ${of('o.tenant_id')}
    )
    UPDATE search_outbox o SET leased_until = NULL FROM told
    WHERE o.tenant_id = told.tenant_id AND o.product_id = told.product_id AND o.change <> told.change ${of('o.tenant_id')}`;
}

async function tryToWrite(
  search: SearchEngine,
  products: readonly Product[],
): Promise<SearchRefusal | undefined> {
  const changed = products.flatMap(({ title, sold, change: _, ...product }) =>
    title === null ? [] : [{ ...product, title, sold: Number(sold ?? 0) }],
  );
  const removed = products.filter(({ title }) => title === null);
  try {
    await search.write(changed, removed);
    return undefined;
  } catch (error) {
    if (error instanceof SearchRefusal) return error;
    throw error;
  }
}

/** The count ends here: more is a backlog, whatever its size. */
const COUNTED_UP_TO = 10_000;

/** Counts the products of all stores that still have to be sent to the engine, even if there is no engine. */
export async function countUntold({ db }: SystemContext): Promise<number> {
  const [row] = await db.sql<[{ count: number }]>`
    SELECT count(*)::int AS count FROM (SELECT 1 FROM search_outbox LIMIT ${COUNTED_UP_TO}) AS untold`;
  return row.count;
}
