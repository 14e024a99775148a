-- The bonus of words is their rank: the row is read to find its product anyway, and a look at each afterwards took longer than
-- all the rest of a search.
CREATE OR REPLACE FUNCTION found_by_words(query tsquery, sku text, most int) RETURNS TABLE (product_id uuid, bonus float8)
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
