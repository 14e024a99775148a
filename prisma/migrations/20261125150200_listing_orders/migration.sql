-- not in a transaction: the indexes are built beside writers

-- The orders of the storefront with what most filters ask for, so that those who don't meet them are passed over in the index
-- alone, as in that of the newest.
DROP INDEX CONCURRENTLY IF EXISTS product_listings_by_price_partial;

CREATE INDEX CONCURRENTLY product_listings_by_price_partial ON product_listings
  (tenant_id, coalesce(price_from, 9223372036854775807), created_at DESC, product_id DESC)
  INCLUDE (price_from, price_to, is_available) WHERE status = 'published';

DROP INDEX CONCURRENTLY IF EXISTS product_listings_price_partial;

DROP INDEX CONCURRENTLY IF EXISTS product_listings_by_price_desc_partial;

CREATE INDEX CONCURRENTLY product_listings_by_price_desc_partial ON product_listings
  (tenant_id, coalesce(price_from, -1) DESC, created_at DESC, product_id DESC)
  INCLUDE (price_from, price_to, is_available) WHERE status = 'published';

DROP INDEX CONCURRENTLY IF EXISTS product_listings_price_desc_partial;

DROP INDEX CONCURRENTLY IF EXISTS product_listings_by_title_partial;

CREATE INDEX CONCURRENTLY product_listings_by_title_partial ON product_listings
  (tenant_id, sort_title, created_at DESC, product_id DESC)
  INCLUDE (price_from, price_to, is_available) WHERE status = 'published';

DROP INDEX CONCURRENTLY IF EXISTS product_listings_title_partial;

-- Most sold first, for the search.
DROP INDEX CONCURRENTLY IF EXISTS product_listings_sold_partial;

CREATE INDEX CONCURRENTLY product_listings_sold_partial ON product_listings
  (tenant_id, sold DESC, created_at DESC, product_id DESC)
  INCLUDE (price_from, price_to, is_available) WHERE status = 'published';
