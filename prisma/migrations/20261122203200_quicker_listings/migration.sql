-- As before, one product after the other: with a list of ids Postgres expects many, and reads all listings of the store.
CREATE OR REPLACE FUNCTION refresh_product_listings(store uuid, product_ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  product uuid;
  offer record;
BEGIN
  PERFORM FROM product_listings l WHERE l.tenant_id = store AND l.product_id = ANY (product_ids)
  ORDER BY l.product_id FOR NO KEY UPDATE;
  FOREACH product IN ARRAY product_ids LOOP
    SELECT min(v.price_amount) AS price_from, max(v.price_amount) AS price_to, min(v.currency)::char(3) AS currency,
      coalesce(bool_or(v.allow_backorder OR v.stock_quantity > v.reserved), false) AS is_available,
      (
        SELECT array_agg(DISTINCT pair.key || ':' || pair.value ORDER BY pair.key || ':' || pair.value)
        FROM variants w
        CROSS JOIN LATERAL jsonb_each_text(CASE jsonb_typeof(w.options) WHEN 'object' THEN w.options ELSE '{}' END)
          AS pair(key, value)
        WHERE w.tenant_id = store AND w.product_id = product AND position(':' IN pair.key) = 0
      ) AS option_values
    INTO offer
    FROM variants v WHERE v.tenant_id = store AND v.product_id = product;
    UPDATE product_listings l
    SET price_from = offer.price_from, price_to = offer.price_to, currency = offer.currency,
      is_available = offer.is_available, option_values = offer.option_values
    WHERE l.tenant_id = store AND l.product_id = product
      AND (l.price_from, l.price_to, l.currency, l.is_available, l.option_values)
        IS DISTINCT FROM (offer.price_from, offer.price_to, offer.currency, offer.is_available, offer.option_values);
  END LOOP;
END
$$;
