-- What reports show of each day (in UTC) and currency, so that none reads the orders. `counted` says how many entries are in it;
-- nothing was sold on a day that has none.
CREATE TABLE daily_sales (
  tenant_id uuid NOT NULL REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  day date NOT NULL,
  currency char(3) NOT NULL,
  counted bigint NOT NULL,
  orders bigint NOT NULL,
  revenue bigint NOT NULL,
  refunds bigint NOT NULL,
  PRIMARY KEY (tenant_id, day, currency)
) WITH (fillfactor = 70);

-- What isn't added to them yet: each entry appends a row, so that none waits for another of its store. A background job adds
-- them up; both tables together are right at any time.
CREATE TABLE sales_changes (
  tenant_id uuid NOT NULL REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  day date NOT NULL,
  currency char(3) NOT NULL,
  counted bigint NOT NULL,
  orders bigint NOT NULL,
  revenue bigint NOT NULL,
  refunds bigint NOT NULL,
  PRIMARY KEY (tenant_id, id)
);

-- Each entry of money that came or went changes the sums of its day.
CREATE FUNCTION note_entry() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO sales_changes (tenant_id, day, currency, counted, orders, revenue, refunds) VALUES (
    NEW.tenant_id, (NEW.booked_at AT TIME ZONE 'UTC')::date, NEW.currency, 1, (NEW.kind = 'sale')::int,
    CASE NEW.kind WHEN 'payment' THEN NEW.amount WHEN 'dispute' THEN -NEW.amount ELSE 0 END,
    CASE NEW.kind WHEN 'refund' THEN NEW.amount ELSE 0 END);
  RETURN NULL;
END
$$;

CREATE TRIGGER note_entry AFTER INSERT ON money_entries FOR EACH ROW
  WHEN (NEW.kind IN ('sale', 'payment', 'refund', 'dispute')) EXECUTE FUNCTION note_entry();

-- The check of what the trigger and the job promise: the sums of the entries, less what is kept of them.
CREATE FUNCTION missing_sales() RETURNS TABLE (
  tenant_id uuid, day date, currency char(3), counted bigint, orders bigint, revenue bigint, refunds bigint
) LANGUAGE sql STABLE AS $$
  SELECT m.tenant_id, m.day, m.currency, sum(m.counted)::bigint, sum(m.orders)::bigint, sum(m.revenue)::bigint, sum(m.refunds)::bigint
  FROM (
    SELECT e.tenant_id, (e.booked_at AT TIME ZONE 'UTC')::date AS day, e.currency, count(*) AS counted,
      count(*) FILTER (WHERE e.kind = 'sale') AS orders,
      coalesce(sum(e.amount) FILTER (WHERE e.kind = 'payment'), 0) - coalesce(sum(e.amount) FILTER (WHERE e.kind = 'dispute'), 0) AS revenue,
      coalesce(sum(e.amount) FILTER (WHERE e.kind = 'refund'), 0) AS refunds
    FROM money_entries e WHERE e.kind IN ('sale', 'payment', 'refund', 'dispute') GROUP BY 1, 2, 3
    UNION ALL
    SELECT d.tenant_id, d.day, d.currency, -d.counted, -d.orders, -d.revenue, -d.refunds FROM daily_sales d
    UNION ALL
    SELECT c.tenant_id, c.day, c.currency, -c.counted, -c.orders, -c.revenue, -c.refunds FROM sales_changes c
  ) m
  GROUP BY 1, 2, 3
  HAVING sum(m.counted) <> 0 OR sum(m.orders) <> 0 OR sum(m.revenue) <> 0 OR sum(m.refunds) <> 0
$$;

-- Paid orders whose units the job hasn't added to the listings of products.
CREATE TABLE uncounted_sales (
  tenant_id uuid NOT NULL,
  order_id uuid NOT NULL,
  PRIMARY KEY (tenant_id, order_id),
  FOREIGN KEY (tenant_id, order_id) REFERENCES orders (tenant_id, id) ON DELETE CASCADE ON UPDATE CASCADE
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
