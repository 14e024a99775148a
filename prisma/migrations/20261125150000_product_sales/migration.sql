-- How many units were sold, for the search's order. A background job adds them up, so that no checkout writes listings.
ALTER TABLE product_listings ADD COLUMN sold bigint NOT NULL DEFAULT 0;

-- Paid orders that the job hasn't counted yet.
CREATE TABLE uncounted_sales (
  tenant_id uuid NOT NULL,
  order_id uuid NOT NULL,
  CONSTRAINT uncounted_sales_pkey PRIMARY KEY (tenant_id, order_id),
  CONSTRAINT uncounted_sales_tenant_id_order_id_fkey FOREIGN KEY (tenant_id, order_id)
    REFERENCES orders (tenant_id, id) ON DELETE CASCADE ON UPDATE CASCADE
);

-- An order counts once, however often it becomes paid.
CREATE FUNCTION note_sale() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO uncounted_sales (tenant_id, order_id)
  SELECT NEW.tenant_id, NEW.order_id
  WHERE NOT EXISTS (
    SELECT FROM order_history h
    WHERE h.tenant_id = NEW.tenant_id AND h.order_id = NEW.order_id AND h.status = 'paid' AND h.id <> NEW.id)
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;

CREATE TRIGGER note_sale AFTER INSERT ON order_history
  FOR EACH ROW WHEN (NEW.status = 'paid') EXECUTE FUNCTION note_sale();

-- The check of what the job promises: products whose units aren't those of the paid orders that it has counted.
CREATE FUNCTION wrong_product_sales() RETURNS TABLE (tenant_id uuid, product_id uuid) LANGUAGE sql STABLE AS $$
  SELECT l.tenant_id, l.product_id
  FROM product_listings l
  LEFT JOIN (
    SELECT n.tenant_id, n.product_id, sum(n.quantity) AS units
    FROM order_lines n
    WHERE EXISTS (
        SELECT FROM order_history h WHERE h.tenant_id = n.tenant_id AND h.order_id = n.order_id AND h.status = 'paid')
      AND NOT EXISTS (SELECT FROM uncounted_sales u WHERE u.tenant_id = n.tenant_id AND u.order_id = n.order_id)
    GROUP BY 1, 2
  ) s ON s.tenant_id = l.tenant_id AND s.product_id = l.product_id
  WHERE l.sold <> coalesce(s.units, 0)
$$;
