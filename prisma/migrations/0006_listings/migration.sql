-- The storefront's list filters and sorts by these narrow rows, one for each product. They repeat what products and variants
-- say; triggers keep them in the transaction of the change, so that no writer can forget it.
CREATE TABLE product_listings (
  tenant_id uuid NOT NULL,
  product_id uuid NOT NULL,
  status text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  sort_title text NOT NULL,
  price_from bigint,
  price_to bigint,
  currency char(3),
  is_available boolean NOT NULL DEFAULT false,
  option_values text[],
  -- Units that were sold, for the search's order. A background job adds them up, so that no checkout writes listings.
  sold bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id, product_id),
  FOREIGN KEY (tenant_id, product_id) REFERENCES products (tenant_id, id) ON DELETE CASCADE ON UPDATE NO ACTION
) WITH (autovacuum_vacuum_scale_factor = 0.05);
CREATE INDEX product_listings_available_partial
  ON product_listings (tenant_id, is_available, created_at DESC, product_id DESC) WHERE status = 'published';
CREATE INDEX product_listings_price_to_partial ON product_listings (tenant_id, price_to) WHERE status = 'published';
-- There is an index for each order of the storefront, and one for each filter that may leave only a few products. Those of the
-- orders include what most filters ask for, so that products that don't match are skipped in the index alone. A product without
-- variants has no price and comes last in both orders by price.
CREATE INDEX product_listings_newest_priced_partial
  ON product_listings (tenant_id, created_at DESC, product_id DESC)
  INCLUDE (price_from, price_to, is_available) WHERE status = 'published';
CREATE INDEX product_listings_by_title_partial ON product_listings
  (tenant_id, sort_title, created_at DESC, product_id DESC)
  INCLUDE (price_from, price_to, is_available) WHERE status = 'published';
CREATE INDEX product_listings_sold_partial ON product_listings
  (tenant_id, sold DESC, created_at DESC, product_id DESC)
  INCLUDE (price_from, price_to, is_available) WHERE status = 'published';
-- Operators sort drafts too.
CREATE INDEX product_listings_all_by_title_partial ON product_listings (tenant_id, sort_title, product_id);
-- Row security keeps a store's role from using an index by an expression that isn't leakproof for PostgreSQL. CASE is, and
-- coalesce() isn't.
CREATE INDEX product_listings_cheapest_partial ON product_listings
  (tenant_id, (CASE WHEN price_from IS NULL THEN 9223372036854775807 ELSE price_from END), created_at DESC, product_id DESC)
  INCLUDE (price_from, price_to, is_available) WHERE status = 'published';
CREATE INDEX product_listings_dearest_partial ON product_listings
  (tenant_id, (CASE WHEN price_from IS NULL THEN -1 ELSE price_from END) DESC, created_at DESC, product_id DESC)
  INCLUDE (price_from, price_to, is_available) WHERE status = 'published';

-- Input: the options of a variant. Output: each as the storefront's filter names it, `Size:M`.
CREATE FUNCTION option_values(options jsonb) RETURNS SETOF text LANGUAGE sql IMMUTABLE AS $$
  SELECT pair.key || ':' || pair.value
  FROM jsonb_each_text(CASE jsonb_typeof(options) WHEN 'object' THEN options ELSE '{}' END) AS pair(key, value)
  WHERE position(':' IN pair.key) = 0
$$;

-- Input: a product. Output: what its listing repeats of its variants, of which it has one row or none.
CREATE FUNCTION product_offer(store uuid, product uuid)
RETURNS TABLE (price_from bigint, price_to bigint, currency char(3), is_available boolean, option_values text[])
LANGUAGE sql STABLE AS $$
  SELECT min(v.price_amount), max(v.price_amount), min(v.currency)::char(3),
    coalesce(bool_or(v.allow_backorder OR v.stock_quantity > v.reserved), false),
    array_agg(DISTINCT option ORDER BY option) FILTER (WHERE option IS NOT NULL)
  FROM variants v LEFT JOIN LATERAL option_values(v.options) option ON true
  WHERE v.tenant_id = store AND v.product_id = product
$$;

-- The lock comes first, in the order of the ids: the statement behind it sees what the transaction before it has committed, so of
-- two transactions that each sell out one of two variants the second makes the product unavailable. Products are refreshed one by
-- one: for a list of ids PostgreSQL expects many, and reads all listings of the store.
CREATE FUNCTION refresh_product_listings(store uuid, product_ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  product uuid;
  offer record;
BEGIN
  FOR product IN SELECT DISTINCT id FROM unnest(product_ids) id ORDER BY id LOOP
    PERFORM FROM product_listings l WHERE l.tenant_id = store AND l.product_id = product FOR NO KEY UPDATE;
    SELECT * INTO offer FROM product_offer(store, product);
    UPDATE product_listings l
    SET price_from = offer.price_from, price_to = offer.price_to, currency = offer.currency,
      is_available = offer.is_available, option_values = offer.option_values
    WHERE l.tenant_id = store AND l.product_id = product
      AND (l.price_from, l.price_to, l.currency, l.is_available, l.option_values)
        IS DISTINCT FROM (offer.price_from, offer.price_to, offer.currency, offer.is_available, offer.option_values);
  END LOOP;
END
$$;

-- The check of the triggers returns products whose listing differs from the product and its variants.
CREATE FUNCTION wrong_product_listings() RETURNS TABLE (tenant_id uuid, product_id uuid) LANGUAGE sql STABLE AS $$
  SELECT p.tenant_id, p.id
  FROM products p
  LEFT JOIN (
    SELECT v.tenant_id, v.product_id, min(v.price_amount) AS price_from, max(v.price_amount) AS price_to,
      min(v.currency) AS currency, bool_or(v.allow_backorder OR v.stock_quantity > v.reserved) AS is_available,
      array_agg(DISTINCT option ORDER BY option) FILTER (WHERE option IS NOT NULL) AS option_values
    FROM variants v LEFT JOIN LATERAL option_values(v.options) option ON true GROUP BY 1, 2
  ) o ON o.tenant_id = p.tenant_id AND o.product_id = p.id
  LEFT JOIN product_listings l ON l.tenant_id = p.tenant_id AND l.product_id = p.id
  WHERE (l.status, l.created_at, l.sort_title, l.price_from, l.price_to, l.currency, l.is_available, l.option_values)
    IS DISTINCT FROM (p.status, p.created_at, lower(p.title), o.price_from, o.price_to, o.currency,
      coalesce(o.is_available, false), o.option_values)
$$;

-- What a statement made is read by itself, and written as values: Citus joins it with no table.
CREATE FUNCTION list_new_products() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  added record;
BEGIN
  FOR added IN
    -- The statement may have made variants too, which are there now.
    SELECT p.tenant_id, p.id, p.status, p.created_at, lower(p.title) AS sort_title, o.*
    FROM new_rows p CROSS JOIN LATERAL product_offer(p.tenant_id, p.id) o
  LOOP
    INSERT INTO product_listings
      (tenant_id, product_id, status, created_at, sort_title, price_from, price_to, currency, is_available, option_values)
    VALUES (added.tenant_id, added.id, added.status, added.created_at, added.sort_title,
      added.price_from, added.price_to, added.currency, added.is_available, added.option_values);
  END LOOP;
  RETURN NULL;
END
$$;

CREATE FUNCTION relist_product() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE product_listings SET status = NEW.status, sort_title = lower(NEW.title)
  WHERE tenant_id = NEW.tenant_id AND product_id = NEW.id;
  RETURN NULL;
END
$$;

-- A listing that already says what its new variants say stays as it is: that of a product which the same statement makes does. It
-- is locked all the same, because another transaction may be removing the variant that makes it say so.
CREATE FUNCTION list_new_variants() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  added record;
BEGIN
  FOR added IN
    SELECT n.tenant_id, n.product_id, min(n.price_amount) AS price_from, max(n.price_amount) AS price_to,
      min(n.currency) AS currency, bool_or(n.allow_backorder OR n.stock_quantity > n.reserved) AS is_available,
      coalesce(array_agg(option) FILTER (WHERE option IS NOT NULL), '{}') AS option_values
    FROM new_rows n LEFT JOIN LATERAL option_values(n.options) option ON true GROUP BY 1, 2 ORDER BY 1, 2
  LOOP
    PERFORM FROM product_listings l
    WHERE l.tenant_id = added.tenant_id AND l.product_id = added.product_id
      AND l.price_from <= added.price_from AND l.price_to >= added.price_to AND l.currency <= added.currency
      AND l.is_available >= added.is_available AND coalesce(l.option_values, '{}') @> added.option_values
    FOR NO KEY UPDATE;
    IF NOT FOUND THEN
      PERFORM refresh_product_listings(added.tenant_id, ARRAY[added.product_id]);
    END IF;
  END LOOP;
  RETURN NULL;
END
$$;

-- Nothing is written or locked unless a price changed, or a variant sold out or can be ordered again: checkouts that leave some
-- in stock don't wait for each other here.
CREATE FUNCTION relist_variants() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed record;
BEGIN
  FOR changed IN
    SELECT n.tenant_id, array_agg(DISTINCT n.product_id) AS product_ids
    FROM new_rows n JOIN old_rows o USING (tenant_id, id)
    WHERE n.price_amount <> o.price_amount OR n.currency <> o.currency OR n.options <> o.options
      OR (n.allow_backorder OR n.stock_quantity > n.reserved) <> (o.allow_backorder OR o.stock_quantity > o.reserved)
    GROUP BY 1 ORDER BY 1
  LOOP
    PERFORM refresh_product_listings(changed.tenant_id, changed.product_ids);
  END LOOP;
  RETURN NULL;
END
$$;

CREATE FUNCTION relist_deleted_variants() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed record;
BEGIN
  FOR changed IN
    SELECT o.tenant_id, array_agg(DISTINCT o.product_id) AS product_ids FROM old_rows o GROUP BY 1 ORDER BY 1
  LOOP
    PERFORM refresh_product_listings(changed.tenant_id, changed.product_ids);
  END LOOP;
  RETURN NULL;
END
$$;

CREATE TRIGGER list_new_products AFTER INSERT ON products
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION list_new_products();
CREATE TRIGGER relist_product AFTER UPDATE ON products
  FOR EACH ROW WHEN (OLD.status <> NEW.status OR OLD.title <> NEW.title) EXECUTE FUNCTION relist_product();
CREATE TRIGGER list_new_variants AFTER INSERT ON variants
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION list_new_variants();
CREATE TRIGGER relist_variants AFTER UPDATE ON variants
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION relist_variants();
CREATE TRIGGER relist_deleted_variants AFTER DELETE ON variants
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION relist_deleted_variants();

CREATE FUNCTION found_by_options(wanted jsonb, most int) RETURNS TABLE (product_id uuid)
LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 1000 SET search_path FROM CURRENT SET enable_seqscan = off AS $$
BEGIN
  RETURN QUERY EXECUTE 'SELECT v.product_id FROM variants v WHERE v.tenant_id = $1 AND v.options @> $2 LIMIT $3'
  USING nullif(current_setting('app.tenant_id', true), '')::uuid, wanted, most;
END
$$;
