-- The merchant's own fields. A default needs no pass over the rows.
ALTER TABLE products ADD COLUMN metadata jsonb NOT NULL DEFAULT '{}';
ALTER TABLE variants ADD COLUMN metadata jsonb NOT NULL DEFAULT '{}';
ALTER TABLE categories ADD COLUMN metadata jsonb NOT NULL DEFAULT '{}';
ALTER TABLE customers ADD COLUMN metadata jsonb NOT NULL DEFAULT '{}';
ALTER TABLE carts ADD COLUMN metadata jsonb NOT NULL DEFAULT '{}';
ALTER TABLE orders ADD COLUMN metadata jsonb NOT NULL DEFAULT '{}';
ALTER TABLE refunds ADD COLUMN metadata jsonb NOT NULL DEFAULT '{}';
ALTER TABLE webhook_subscriptions ADD COLUMN metadata jsonb NOT NULL DEFAULT '{}';

-- The rows of a list that have one of these fields. A function of the owner's, as for the other searches of operators: row
-- security keeps a store's role from using the index for @>. `fields` is one field as each kind of value that it may be.
CREATE FUNCTION found_by_metadata(list text, fields jsonb[], most int) RETURNS TABLE (id uuid)
LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 1000 SET search_path FROM CURRENT SET enable_seqscan = off AS $$
BEGIN
  IF list NOT IN ('orders', 'customers', 'products', 'refunds') THEN RAISE 'no list %', list; END IF;
  RETURN QUERY EXECUTE format('SELECT t.id FROM %I t
    WHERE t.tenant_id = $1 AND t.metadata <> ''{}'' AND (t.metadata @> $2 OR t.metadata @> $3) LIMIT $4', list)
  USING nullif(current_setting('app.tenant_id', true), '')::uuid, fields[1], coalesce(fields[2], fields[1]), most;
END
$$;
