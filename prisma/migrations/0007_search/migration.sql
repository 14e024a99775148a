-- The words of each product, as written and in the language of its store. Apart from the listings, which change with every
-- price: the index of words is written only when title or description change. What a search ranks by stands beside the words, so
-- that a thousand products that have a word are ranked in one pass; it has no index, so that a sale writes none.
CREATE TABLE product_search (
  tenant_id uuid NOT NULL,
  product_id uuid NOT NULL,
  locale text,
  words tsvector,
  is_published boolean NOT NULL DEFAULT false,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  sold bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id, product_id),
  FOREIGN KEY (tenant_id, product_id) REFERENCES products (tenant_id, id) ON DELETE CASCADE ON UPDATE NO ACTION
) WITH (fillfactor = 90);
-- The store as text, as in `products_spelling_partial`.
-- Every search reads what waits to be sorted into the index: 64 kB at most, of which the next writer sorts all.
CREATE INDEX product_search_words_partial ON product_search USING gin ((tenant_id::text), words) WITH (gin_pending_list_limit = 64);
CREATE INDEX product_search_tenant_id_locale_idx ON product_search (tenant_id, locale);

-- What a store's language makes of words: `teas` and `tea` are one.
CREATE FUNCTION search_config(locale text) RETURNS regconfig LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE locale
    WHEN 'en' THEN 'english'::regconfig WHEN 'de' THEN 'german' WHEN 'fr' THEN 'french' WHEN 'es' THEN 'spanish' ELSE 'simple'
  END
$$;

CREATE FUNCTION words_of_product(locale text, title text, description text) RETURNS tsvector LANGUAGE sql IMMUTABLE AS $$
  SELECT setweight(to_tsvector('simple', title) || to_tsvector(search_config(locale), title), 'A')
    || setweight(
      to_tsvector('simple', coalesce(description, '')) || to_tsvector(search_config(locale), coalesce(description, '')), 'D')
$$;

CREATE FUNCTION index_new_products() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  store uuid;
  spoken text;
  added record;
BEGIN
  FOR store IN SELECT DISTINCT tenant_id FROM new_rows LOOP
    spoken := (SELECT t.locale FROM tenants t WHERE t.id = store);
    FOR added IN
      SELECT p.id, words_of_product(spoken, p.title, p.description) AS words, p.status = 'published' AS is_published, p.created_at
      FROM new_rows p WHERE p.tenant_id = store
    LOOP
      INSERT INTO product_search (tenant_id, product_id, locale, words, is_published, created_at)
      VALUES (store, added.id, spoken, added.words, added.is_published, added.created_at);
    END LOOP;
  END LOOP;
  RETURN NULL;
END
$$;

CREATE FUNCTION reindex_product() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  spoken text := (SELECT t.locale FROM tenants t WHERE t.id = NEW.tenant_id);
  published boolean := NEW.status = 'published';
BEGIN
  UPDATE product_search s
  SET locale = spoken, words = words_of_product(spoken, NEW.title, NEW.description), is_published = published
  WHERE s.tenant_id = NEW.tenant_id AND s.product_id = NEW.id;
  RETURN NULL;
END
$$;

CREATE TRIGGER index_new_products AFTER INSERT ON products
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION index_new_products();
CREATE TRIGGER reindex_product AFTER UPDATE ON products
  FOR EACH ROW WHEN (OLD.title <> NEW.title OR OLD.description IS DISTINCT FROM NEW.description OR OLD.status <> NEW.status)
  EXECUTE FUNCTION reindex_product();

-- The check of what triggers and the job that counts sales promise: products that a search would rank by something else.
CREATE FUNCTION wrong_product_search() RETURNS TABLE (tenant_id uuid, product_id uuid) LANGUAGE sql STABLE AS $$
  SELECT l.tenant_id, l.product_id
  FROM product_listings l LEFT JOIN product_search s ON s.tenant_id = l.tenant_id AND s.product_id = l.product_id
  WHERE (s.is_published, s.created_at, s.sold) IS DISTINCT FROM (l.status = 'published', l.created_at, l.sold)
$$;

-- Products with all the words in the title come before those that have some in the text only, and among equals what sells. Within
-- one of the two that is the order of `product_listings_sold_partial`.
CREATE FUNCTION search_rank(words tsvector, query tsquery, sold bigint) RETURNS float8 LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN ts_filter(words, '{a}') @@ query THEN 2 ELSE 1 END + sold / (sold + 1.0::float8)
$$;

-- Input: a store. Output: whether it has more than about 4,000 products. Nothing is counted: ids are random, so that of so many twenty
-- lie in the first two-hundredth of their range.
CREATE FUNCTION has_many_products(store uuid) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN EXISTS (
    SELECT FROM product_search s
    WHERE s.tenant_id = store AND s.product_id < '0147ae14-0000-0000-0000-000000000000' OFFSET 19);
END
$$;

-- Input: what a shopper looks for, in small letters. Output: up to 100 products of that title, and up to 100 with such a SKU or one
-- that begins so, published or not. Each table is read by itself: Citus finds no plan for both in one statement.
CREATE FUNCTION named_products(store uuid, whole text) RETURNS uuid[] LANGUAGE plpgsql STABLE AS $$
DECLARE
  by_title uuid[];
  by_sku uuid[];
BEGIN
  SELECT array_agg(product_id) INTO by_title FROM (
    SELECT l.product_id FROM product_listings l
    WHERE l.tenant_id = store AND l.sort_title BETWEEN whole AND whole AND l.status = 'published' ORDER BY l.sort_title LIMIT 100
  ) l;
  SELECT array_agg(product_id) INTO by_sku FROM (
    SELECT v.product_id FROM variants v
    WHERE v.tenant_id = store AND lower(v.sku) ~>=~ whole AND lower(v.sku) ~<~ (whole || chr(1114111)) LIMIT 100
  ) v;
  RETURN coalesce(by_title || by_sku, '{}');
END
$$;

-- Input: what a shopper looks for, as a query and as written. Output: published products of the store that the session is for,
-- with their rank: those with all the words, of which `most` are read; if there may be more, those of the 500 most sold that
-- have the words, if it is `by_rank`, some of them again; those whose title or SKU it is, or whose SKU begins so; and where all
-- this is little, up to 100 whose titles are spelt nearly so.
--
-- The index of words collects all that have a word before it returns the first: in a large store, a word that one in twenty of a
-- sample has is looked for along the ids, where there are soon enough. The ids are random, and so is the sample.
--
-- Why a function of the owner's: row security keeps a store's role from an index for an operator that isn't leakproof, such as
-- @@. Why one plan for all values: each step has one index that it can use. Why no sort: before the first ANALYZE it looks cheap to
-- PostgreSQL to sort all of a store, where the index of the order is to be entered for its first rows. Why no compilation: until
-- version 18 a sort that can't be left out looks so dear then that it would take a tenth of a second and more for each search.
CREATE FUNCTION found_by_text(query tsquery, asked text, most int, by_rank boolean)
RETURNS TABLE (product_id uuid, created_at timestamptz, rank float8)
LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 1000 SET search_path FROM CURRENT
SET enable_seqscan = off SET enable_sort = off SET jit = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  store uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
  whole text := lower(asked);
  sample constant int := 200;
  is_frequent boolean := false;
  named uuid[] := named_products(store, whole);
  found int;
BEGIN
  IF has_many_products(store) THEN
    SELECT 20 * count(*) > sample INTO is_frequent
    FROM (SELECT s.words FROM product_search s WHERE s.tenant_id = store ORDER BY s.product_id LIMIT sample) s
    WHERE s.words @@ query;
  END IF;
  IF is_frequent THEN
    RETURN QUERY SELECT s.product_id, s.created_at, search_rank(s.words, query, s.sold)
      FROM (SELECT * FROM product_search s WHERE s.tenant_id = store ORDER BY s.product_id OFFSET 0) s
      WHERE s.words @@ query AND s.is_published AND s.product_id <> ALL (named) LIMIT most;
  ELSE
    RETURN QUERY SELECT s.product_id, s.created_at, search_rank(s.words, query, s.sold) FROM product_search s
      WHERE s.tenant_id::text = store::text AND s.words @@ query AND s.is_published AND s.product_id <> ALL (named) LIMIT most;
  END IF;
  GET DIAGNOSTICS found = ROW_COUNT;
  IF by_rank AND found = most THEN
    RETURN QUERY SELECT s.product_id, s.created_at, search_rank(s.words, query, s.sold)
    FROM (
      SELECT l.product_id FROM product_listings l WHERE l.tenant_id = store AND l.status = 'published'
      ORDER BY l.sold DESC, l.created_at DESC, l.product_id DESC LIMIT 500
    ) l
    CROSS JOIN LATERAL (
      SELECT * FROM product_search s WHERE s.tenant_id = store AND s.product_id = l.product_id AND s.words @@ query OFFSET 0
    ) s;
  END IF;
  IF named <> '{}' THEN
    RETURN QUERY SELECT s.product_id, s.created_at, search_rank(s.words, query, s.sold) + exact.bonus
    FROM (SELECT DISTINCT id FROM unnest(named) id) n
    CROSS JOIN LATERAL (
      SELECT * FROM product_search s WHERE s.tenant_id = store AND s.product_id = n.id AND s.is_published OFFSET 0
    ) s
    CROSS JOIN LATERAL (
      SELECT 2 + 2 * count(*) AS bonus FROM variants v WHERE v.tenant_id = store AND v.product_id = n.id AND lower(v.sku) = whole
    ) exact;
    found := found + cardinality(named);
  END IF;
  IF found < 3 THEN
    SELECT named || coalesce(array_agg(s.product_id), '{}') INTO named FROM product_search s
      WHERE s.tenant_id::text = store::text AND s.words @@ query AND s.is_published;
    RETURN QUERY SELECT p.id, p.created_at, word_similarity(asked, p.title)::float8 FROM products p
      WHERE p.tenant_id::text = store::text AND asked <% p.title AND p.status = 'published' AND p.id <> ALL (named)
      LIMIT 100;
  END IF;
END
$$;

-- Input: what a shopper looks for, as for found_by_text(), and a part of the products found, by rank. Output: their ids in order, and
-- how many there are; capped: at least so many.
--
-- A word that most have in their titles is looked for along what sells most: there a page is soon full, and this is the order of the
-- rank. In a store of a few thousand products all that have the words are counted and any way finds the same. In a larger one a
-- sample decides, and no more than `most` are listed; where even many of those that sell most don't fill the page, the others are
-- found as rare words are. Its settings are those of found_by_text().
CREATE FUNCTION search_page(query tsquery, asked text, skip int, take int, OUT ids uuid[], OUT total int, OUT is_capped boolean)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path FROM CURRENT
SET enable_seqscan = off SET enable_sort = off SET jit = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  store uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
  is_large boolean := has_many_products(store);
  most int := CASE WHEN is_large THEN 1000 ELSE 10000 END;
  until int := least(skip + take, most);
  looked_at int := CASE WHEN is_large THEN 20 * most ELSE 2 * until END;
  is_frequent boolean;
BEGIN
  is_capped := is_large;
  IF named_products(store, lower(asked)) = '{}' THEN
    IF is_large THEN
      SELECT 4 * count(*) > 200 INTO is_frequent
      FROM (SELECT s.words FROM product_search s WHERE s.tenant_id = store ORDER BY s.product_id LIMIT 200) s
      WHERE ts_filter(s.words, '{a}') @@ query;
      total := most;
    ELSE
      SELECT count(*) INTO total FROM product_search s
      WHERE s.tenant_id::text = store::text AND s.words @@ query AND s.is_published;
      is_frequent := total > looked_at;
    END IF;
    IF is_frequent THEN
      ids := ARRAY(
        SELECT l.product_id
        FROM (
          SELECT l.product_id, l.sold, l.created_at FROM product_listings l WHERE l.tenant_id = store AND l.status = 'published'
          ORDER BY l.sold DESC, l.created_at DESC, l.product_id DESC LIMIT looked_at
        ) l
        CROSS JOIN LATERAL (
          SELECT FROM product_search s
          WHERE s.tenant_id = store AND s.product_id = l.product_id AND ts_filter(s.words, '{a}') @@ query OFFSET 0
        ) s
        ORDER BY l.sold DESC, l.created_at DESC, l.product_id DESC LIMIT until);
      IF cardinality(ids) = until THEN
        ids := ids[skip + 1:];
        RETURN;
      END IF;
    END IF;
    IF NOT is_large AND total > 2 THEN
      ids := ARRAY(
        SELECT s.product_id FROM product_search s
        WHERE s.tenant_id::text = store::text AND s.words @@ query AND s.is_published
        ORDER BY search_rank(s.words, query, s.sold) DESC, s.created_at DESC, s.product_id DESC OFFSET skip LIMIT take);
      RETURN;
    END IF;
  END IF;
  WITH found AS MATERIALIZED (
    SELECT f.product_id, f.created_at, max(f.rank) AS rank FROM found_by_text(query, asked, most + 1, true) f GROUP BY 1, 2
  )
  SELECT count(*), count(*) > most, ARRAY(
    SELECT f.product_id FROM found f ORDER BY f.rank DESC, f.created_at DESC, f.product_id DESC OFFSET skip LIMIT take)
  INTO total, is_capped, ids
  FROM found;
END
$$;

-- Stores whose products a search engine knows, and since when it has all of them; until then the database finds them.
CREATE TABLE search_stores (
  tenant_id uuid PRIMARY KEY REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE NO ACTION,
  built_at timestamptz(3)
);

-- The outbox of the search engine: products of such stores that it has to be told of, each once, with its last change.
CREATE TABLE search_outbox (
  tenant_id uuid NOT NULL REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE NO ACTION,
  product_id uuid NOT NULL,
  change bigserial NOT NULL,
  leased_until timestamptz(3),
  PRIMARY KEY (tenant_id, product_id)
);

CREATE FUNCTION note_for_search(store uuid, product uuid) RETURNS void LANGUAGE sql AS $$
  INSERT INTO search_outbox (tenant_id, product_id) VALUES (store, product)
  ON CONFLICT (tenant_id, product_id) DO UPDATE SET change = EXCLUDED.change
$$;

CREATE FUNCTION note_product_for_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM search_stores s WHERE s.tenant_id = coalesce(NEW.tenant_id, OLD.tenant_id)) THEN
    PERFORM note_for_search(coalesce(NEW.tenant_id, OLD.tenant_id), coalesce(NEW.id, OLD.id));
  END IF;
  RETURN NULL;
END
$$;

CREATE FUNCTION note_variant_for_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM search_stores s WHERE s.tenant_id = coalesce(NEW.tenant_id, OLD.tenant_id)) THEN
    PERFORM note_for_search(coalesce(NEW.tenant_id, OLD.tenant_id), coalesce(NEW.product_id, OLD.product_id));
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER note_new_product_for_search AFTER INSERT OR DELETE ON products
  FOR EACH ROW EXECUTE FUNCTION note_product_for_search();
CREATE TRIGGER note_product_for_search AFTER UPDATE ON products
  FOR EACH ROW WHEN (OLD.title <> NEW.title OR OLD.description IS DISTINCT FROM NEW.description OR OLD.status <> NEW.status)
  EXECUTE FUNCTION note_product_for_search();
CREATE TRIGGER note_new_variant_for_search AFTER INSERT OR DELETE ON variants
  FOR EACH ROW EXECUTE FUNCTION note_variant_for_search();
CREATE TRIGGER note_variant_for_search AFTER UPDATE ON variants
  FOR EACH ROW WHEN (OLD.sku <> NEW.sku) EXECUTE FUNCTION note_variant_for_search();
