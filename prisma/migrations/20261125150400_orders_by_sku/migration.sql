-- The orders of a SKU alone, beside `found_orders`, so that a long list of orders is looked at without their lines.
CREATE FUNCTION found_orders_by_sku(part text, most int) RETURNS TABLE (id uuid)
LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 1000 SET search_path FROM CURRENT SET enable_seqscan = off AS $$
BEGIN
  RETURN QUERY EXECUTE 'SELECT l.order_id FROM order_lines l WHERE l.tenant_id = $1 AND l.sku ILIKE $2 LIMIT $3'
  USING nullif(current_setting('app.tenant_id', true), '')::uuid, like_part(part), most;
END
$$;
