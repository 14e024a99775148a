-- Stores whose products a search engine knows, and since when it has all of them; until then the database finds them.
CREATE TABLE search_stores (
  tenant_id uuid NOT NULL REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  built_at timestamptz(3),
  CONSTRAINT search_stores_pkey PRIMARY KEY (tenant_id)
);

-- The outbox of the search engine: products of such stores that it has to be told of, each once, with its last change.
CREATE TABLE search_outbox (
  tenant_id uuid NOT NULL REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  product_id uuid NOT NULL,
  change bigserial NOT NULL,
  leased_until timestamptz(3),
  CONSTRAINT search_outbox_pkey PRIMARY KEY (tenant_id, product_id)
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
