-- What reports show of each day (in UTC) and currency, so that none reads the orders. `counted` says how many orders and refunds
-- are in it; nothing was sold on a day that has none.
CREATE TABLE daily_sales (
  tenant_id uuid NOT NULL,
  day date NOT NULL,
  currency char(3) NOT NULL,
  counted bigint NOT NULL,
  orders bigint NOT NULL,
  revenue bigint NOT NULL,
  refunds bigint NOT NULL,
  CONSTRAINT daily_sales_pkey PRIMARY KEY (tenant_id, day, currency),
  CONSTRAINT daily_sales_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE CASCADE
) WITH (fillfactor = 70);

-- What isn't added to them yet: each sale appends a row, so that none waits for another of its store. A background job adds
-- them up; both tables together are right at any time.
CREATE TABLE sales_changes (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  day date NOT NULL,
  currency char(3) NOT NULL,
  counted bigint NOT NULL,
  orders bigint NOT NULL,
  revenue bigint NOT NULL,
  refunds bigint NOT NULL,
  CONSTRAINT sales_changes_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT sales_changes_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE CASCADE
);

-- Whose money came in; what went back is among the refunds.
CREATE FUNCTION is_sale(status text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT status IN ('paid', 'shipped', 'partially_refunded', 'refunded')
$$;

-- Triggers note the changes, in the transaction of the sale, so that no writer can forget them, not even one of the release
-- before. The owner's rights, because that one writes before the new tables are open to it. Orders and refunds are deleted only
-- with their store. The order of an exchange is no other sale: it brings the difference.
CREATE FUNCTION note_order() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND is_sale(OLD.status) THEN
    INSERT INTO sales_changes (tenant_id, day, currency, counted, orders, revenue, refunds) VALUES
      (OLD.tenant_id, (OLD.created_at AT TIME ZONE 'UTC')::date, OLD.currency, -1, -(OLD.exchanged_order_id IS NULL)::int, -OLD.total, 0);
  END IF;
  IF is_sale(NEW.status) THEN
    INSERT INTO sales_changes (tenant_id, day, currency, counted, orders, revenue, refunds) VALUES
      (NEW.tenant_id, (NEW.created_at AT TIME ZONE 'UTC')::date, NEW.currency, 1, (NEW.exchanged_order_id IS NULL)::int, NEW.total, 0);
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER note_new_order AFTER INSERT ON orders
  FOR EACH ROW WHEN (is_sale(NEW.status)) EXECUTE FUNCTION note_order();
CREATE TRIGGER note_order AFTER UPDATE ON orders FOR EACH ROW WHEN (
  (is_sale(OLD.status), OLD.created_at, OLD.currency, OLD.total, OLD.exchanged_order_id)
    IS DISTINCT FROM (is_sale(NEW.status), NEW.created_at, NEW.currency, NEW.total, NEW.exchanged_order_id)
) EXECUTE FUNCTION note_order();

-- The check of what the triggers and the job promise: what orders and refunds say, less what is kept of them.
CREATE FUNCTION missing_sales() RETURNS TABLE (
  tenant_id uuid, day date, currency char(3), counted bigint, orders bigint, revenue bigint, refunds bigint
) LANGUAGE sql STABLE AS $$
  SELECT m.tenant_id, m.day, m.currency, sum(m.counted)::bigint, sum(m.orders)::bigint, sum(m.revenue)::bigint, sum(m.refunds)::bigint
  FROM (
    SELECT o.tenant_id, (o.created_at AT TIME ZONE 'UTC')::date AS day, o.currency, count(*) AS counted,
      count(*) FILTER (WHERE o.exchanged_order_id IS NULL) AS orders, sum(o.total) AS revenue, 0 AS refunds
    FROM orders o WHERE is_sale(o.status) GROUP BY 1, 2, 3
    UNION ALL
    SELECT r.tenant_id, (r.created_at AT TIME ZONE 'UTC')::date, r.currency, count(*), 0, 0, sum(r.amount)
    FROM refunds r WHERE r.status = 'succeeded' GROUP BY 1, 2, 3
    UNION ALL
    SELECT d.tenant_id, d.day, d.currency, -d.counted, -d.orders, -d.revenue, -d.refunds FROM daily_sales d
    UNION ALL
    SELECT c.tenant_id, c.day, c.currency, -c.counted, -c.orders, -c.revenue, -c.refunds FROM sales_changes c
  ) m
  GROUP BY 1, 2, 3
  HAVING sum(m.counted) <> 0 OR sum(m.orders) <> 0 OR sum(m.revenue) <> 0 OR sum(m.refunds) <> 0
$$;
