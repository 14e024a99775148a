-- The words of each product, as written and in the language of its store. Apart from the listings, which change with every
-- price: the index of words is written only when title or description change.
CREATE TABLE product_search (
  tenant_id uuid NOT NULL,
  product_id uuid NOT NULL,
  locale text,
  words tsvector,
  PRIMARY KEY (tenant_id, product_id),
  FOREIGN KEY (tenant_id, product_id) REFERENCES products (tenant_id, id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX product_search_words_partial ON product_search USING gin (tenant_id, words);
CREATE INDEX product_search_tenant_id_locale_idx ON product_search (tenant_id, locale);

-- What a store's language makes of words: `teas` and `tea` are one.
CREATE FUNCTION search_config(locale text) RETURNS regconfig LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE locale
    WHEN 'en' THEN 'english' WHEN 'de' THEN 'german' WHEN 'fr' THEN 'french' WHEN 'es' THEN 'spanish' ELSE 'simple'
  END::regconfig
$$;

CREATE FUNCTION words_of_product(locale text, title text, description text) RETURNS tsvector LANGUAGE sql IMMUTABLE AS $$
  SELECT setweight(to_tsvector('simple', title) || to_tsvector(search_config(locale), title), 'A')
    || setweight(
      to_tsvector('simple', coalesce(description, '')) || to_tsvector(search_config(locale), coalesce(description, '')), 'D')
$$;

CREATE FUNCTION index_new_products() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO product_search (tenant_id, product_id, locale, words)
  SELECT p.tenant_id, p.id, t.locale, words_of_product(t.locale, p.title, p.description)
  FROM new_rows p JOIN tenants t ON t.id = p.tenant_id;
  RETURN NULL;
END
$$;

CREATE FUNCTION reindex_product() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE product_search s SET locale = t.locale, words = words_of_product(t.locale, NEW.title, NEW.description)
  FROM tenants t WHERE t.id = NEW.tenant_id AND s.tenant_id = NEW.tenant_id AND s.product_id = NEW.id;
  RETURN NULL;
END
$$;

CREATE TRIGGER index_new_products AFTER INSERT ON products
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION index_new_products();
CREATE TRIGGER reindex_product AFTER UPDATE ON products
  FOR EACH ROW WHEN (OLD.title <> NEW.title OR OLD.description IS DISTINCT FROM NEW.description)
  EXECUTE FUNCTION reindex_product();

-- Products with all the words, or with a SKU that begins like this, which counts more when it is the whole. No more than `most` of
-- each. The bonus of words is their rank: the row is read to find its product anyway, and a look at each afterwards took longer
-- than all the rest of a search.
CREATE FUNCTION found_by_words(query tsquery, sku text, most int) RETURNS TABLE (product_id uuid, bonus float8)
LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 1000 SET search_path FROM CURRENT SET enable_seqscan = off AS $$
DECLARE
  store uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
  prefix text := regexp_replace(lower(sku), '[\\%_]', '\\\&', 'g') || '%';
BEGIN
  RETURN QUERY EXECUTE 'SELECT s.product_id, ts_rank(s.words, $2)::float8 FROM product_search s
    WHERE s.tenant_id = $1 AND s.words @@ $2 LIMIT $3'
  USING store, query, most;
  RETURN QUERY EXECUTE 'SELECT v.product_id, CASE WHEN lower(v.sku) = lower($3) THEN 2 ELSE 1 END::float8
    FROM variants v WHERE v.tenant_id = $1 AND lower(v.sku) LIKE $2 LIMIT $4'
  USING store, prefix, sku, most;
END
$$;

-- Products whose title has words that are spelt nearly so.
CREATE FUNCTION found_by_spelling(spelt text, most int) RETURNS TABLE (product_id uuid, bonus float8)
LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 100 SET search_path FROM CURRENT SET enable_seqscan = off AS $$
BEGIN
  RETURN QUERY EXECUTE 'SELECT p.id, word_similarity($2, p.title)::float8 / 10
    FROM products p WHERE p.tenant_id = $1 AND $2 <% p.title LIMIT $3'
  USING nullif(current_setting('app.tenant_id', true), '')::uuid, spelt, most;
END
$$;

-- Stores whose products a search engine knows, and since when it has all of them; until then the database finds them.
CREATE TABLE search_stores (
  tenant_id uuid PRIMARY KEY REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  built_at timestamptz(3)
);

-- The outbox of the search engine: products of such stores that it has to be told of, each once, with its last change.
CREATE TABLE search_outbox (
  tenant_id uuid NOT NULL REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  product_id uuid NOT NULL,
  change bigserial NOT NULL,
  leased_until timestamptz(3),
  PRIMARY KEY (tenant_id, product_id)
);

CREATE FUNCTION note_for_search(store uuid, product uuid) RETURNS void LANGUAGE sql AS $$
  INSERT INTO search_outbox (tenant_id, product_id)
  SELECT store, product FROM search_stores s WHERE s.tenant_id = store
  ON CONFLICT (tenant_id, product_id) DO UPDATE SET change = EXCLUDED.change
$$;

CREATE FUNCTION note_product_for_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_for_search(coalesce(NEW.tenant_id, OLD.tenant_id), coalesce(NEW.id, OLD.id));
  RETURN NULL;
END
$$;

CREATE FUNCTION note_variant_for_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_for_search(coalesce(NEW.tenant_id, OLD.tenant_id), coalesce(NEW.product_id, OLD.product_id));
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
