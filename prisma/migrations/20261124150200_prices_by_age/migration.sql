-- not in a transaction: the index is built beside writers

DROP INDEX CONCURRENTLY IF EXISTS product_listings_newest_priced_partial;

-- The newest with what most filters ask for, so that those who don't meet them are passed over in the index alone.
CREATE INDEX CONCURRENTLY product_listings_newest_priced_partial
  ON product_listings (tenant_id, created_at DESC, product_id DESC)
  INCLUDE (price_from, price_to, is_available) WHERE status = 'published';

DROP INDEX CONCURRENTLY IF EXISTS product_listings_newest_partial;
