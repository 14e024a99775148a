-- not in a transaction: the indexes are built beside writers

-- Row security keeps a store's role from entering an index by an expression that Postgres doesn't call leakproof. It calls
-- CASE so, and not coalesce(): a cursor deep in a list by price read all entries before it.
DROP INDEX CONCURRENTLY IF EXISTS product_listings_cheapest_partial;

CREATE INDEX CONCURRENTLY product_listings_cheapest_partial ON product_listings
  (tenant_id, (CASE WHEN price_from IS NULL THEN 9223372036854775807 ELSE price_from END), created_at DESC, product_id DESC)
  INCLUDE (price_from, price_to, is_available) WHERE status = 'published';

DROP INDEX CONCURRENTLY IF EXISTS product_listings_dearest_partial;

CREATE INDEX CONCURRENTLY product_listings_dearest_partial ON product_listings
  (tenant_id, (CASE WHEN price_from IS NULL THEN -1 ELSE price_from END) DESC, created_at DESC, product_id DESC)
  INCLUDE (price_from, price_to, is_available) WHERE status = 'published';

-- What is known of the values of an expression comes with the index.
ANALYZE product_listings;

-- Until it ends, a process of before sorts its lists by price.
DROP INDEX CONCURRENTLY IF EXISTS product_listings_by_price_partial;

DROP INDEX CONCURRENTLY IF EXISTS product_listings_by_price_desc_partial;
