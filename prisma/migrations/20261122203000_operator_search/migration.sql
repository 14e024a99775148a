-- Searches of operators: a part of a name, an address, a number or a SKU, by index. Row security keeps a store's role from using
-- one for LIKE, so functions of the owner's look, each at the store that the session is for, and stop at `most`. Why EXECUTE:
-- each statement is planned for its values.
-- Of nothing but what is immutable, so that Postgres puts it into the statement and needn't call it for each row.
CREATE FUNCTION search_text(a text, b text, c text, d text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT lower(coalesce(a, '') || ' ' || coalesce(b, '') || ' ' || coalesce(c, '') || ' ' || coalesce(d, ''))
$$;

CREATE FUNCTION like_part(part text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT '%' || regexp_replace(lower(part), '([\\%_])', '\\\1', 'g') || '%'
$$;

CREATE FUNCTION found_customers(part text, most int) RETURNS TABLE (id uuid)
LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 1000 SET search_path FROM CURRENT SET enable_seqscan = off AS $$
BEGIN
  RETURN QUERY EXECUTE 'SELECT c.id FROM customers c
    WHERE c.tenant_id = $1 AND search_text(c.email, c.name, c.phone, c.vat_number) LIKE $2 LIMIT $3'
  USING nullif(current_setting('app.tenant_id', true), '')::uuid, like_part(part), most;
END
$$;

CREATE FUNCTION found_orders(part text, wanted bigint, most int) RETURNS TABLE (id uuid)
LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 1000 SET search_path FROM CURRENT SET enable_seqscan = off AS $$
DECLARE
  store uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
BEGIN
  RETURN QUERY EXECUTE 'SELECT o.id FROM orders o
    WHERE o.tenant_id = $1 AND search_text(o.email, o.shipping_address ->> ''name'', o.billing_address ->> ''name'', NULL) LIKE $2
    LIMIT $3'
  USING store, like_part(part), most;
  RETURN QUERY SELECT o.id FROM orders o WHERE o.tenant_id = store AND o.number = wanted;
  RETURN QUERY EXECUTE 'SELECT l.order_id FROM order_lines l WHERE l.tenant_id = $1 AND l.sku ILIKE $2 LIMIT $3'
  USING store, like_part(part), most;
END
$$;

CREATE FUNCTION found_orders_of(address text, most int) RETURNS TABLE (id uuid)
LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 1000 SET search_path FROM CURRENT SET enable_seqscan = off AS $$
BEGIN
  RETURN QUERY EXECUTE 'SELECT o.id FROM orders o WHERE o.tenant_id = $1 AND lower(o.email) = lower($2)
    ORDER BY o.created_at DESC LIMIT $3'
  USING nullif(current_setting('app.tenant_id', true), '')::uuid, address, most;
END
$$;

CREATE FUNCTION found_products(part text, most int) RETURNS TABLE (id uuid)
LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 1000 SET search_path FROM CURRENT SET enable_seqscan = off AS $$
DECLARE
  store uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
BEGIN
  RETURN QUERY EXECUTE 'SELECT p.id FROM products p WHERE p.tenant_id = $1 AND p.title ILIKE $2 LIMIT $3'
  USING store, like_part(part), most;
  RETURN QUERY EXECUTE 'SELECT v.product_id FROM variants v WHERE v.tenant_id = $1 AND lower(v.sku) LIKE $2 LIMIT $3'
  USING store, substr(like_part(part), 2), most;
END
$$;
