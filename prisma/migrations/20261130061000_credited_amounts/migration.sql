-- What of a refund its credit note is about: less than the amount, or nothing, where money goes back that was paid beyond the
-- order's total. Null until a refund that was made at the provider has succeeded.
ALTER TABLE refunds ADD COLUMN credited bigint;
UPDATE refunds r SET credited = n.amount FROM credit_notes n WHERE n.tenant_id = r.tenant_id AND n.refund_id = r.id;
ALTER TABLE refunds ADD CONSTRAINT refunds_credited_check CHECK (credited BETWEEN 0 AND amount);

-- Reports of sales are about what was sold: money that was paid too much never was in them.
CREATE OR REPLACE FUNCTION note_refund() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.status = 'succeeded' THEN
    INSERT INTO sales_changes (tenant_id, day, currency, counted, orders, revenue, refunds) VALUES
      (OLD.tenant_id, (OLD.created_at AT TIME ZONE 'UTC')::date, OLD.currency, -1, 0, 0, -coalesce(OLD.credited, OLD.amount));
  END IF;
  IF NEW.status = 'succeeded' THEN
    INSERT INTO sales_changes (tenant_id, day, currency, counted, orders, revenue, refunds) VALUES
      (NEW.tenant_id, (NEW.created_at AT TIME ZONE 'UTC')::date, NEW.currency, 1, 0, 0, coalesce(NEW.credited, NEW.amount));
  END IF;
  RETURN NULL;
END
$$;

DROP TRIGGER note_refund ON refunds;
CREATE TRIGGER note_refund AFTER UPDATE ON refunds FOR EACH ROW WHEN (
  (OLD.status = 'succeeded', OLD.created_at, OLD.currency, OLD.amount, OLD.credited)
    IS DISTINCT FROM (NEW.status = 'succeeded', NEW.created_at, NEW.currency, NEW.amount, NEW.credited)
) EXECUTE FUNCTION note_refund();

CREATE OR REPLACE FUNCTION missing_sales() RETURNS TABLE (
  tenant_id uuid, day date, currency char(3), counted bigint, orders bigint, revenue bigint, refunds bigint
) LANGUAGE sql STABLE AS $$
  SELECT m.tenant_id, m.day, m.currency, sum(m.counted)::bigint, sum(m.orders)::bigint, sum(m.revenue)::bigint, sum(m.refunds)::bigint
  FROM (
    SELECT o.tenant_id, (o.created_at AT TIME ZONE 'UTC')::date AS day, o.currency, count(*) AS counted,
      count(*) FILTER (WHERE o.exchanged_order_id IS NULL) AS orders, sum(o.total) AS revenue, 0 AS refunds
    FROM orders o WHERE is_sale(o.status) GROUP BY 1, 2, 3
    UNION ALL
    SELECT r.tenant_id, (r.created_at AT TIME ZONE 'UTC')::date, r.currency, count(*), 0, 0, sum(coalesce(r.credited, r.amount))
    FROM refunds r WHERE r.status = 'succeeded' GROUP BY 1, 2, 3
    UNION ALL
    SELECT d.tenant_id, d.day, d.currency, -d.counted, -d.orders, -d.revenue, -d.refunds FROM daily_sales d
    UNION ALL
    SELECT c.tenant_id, c.day, c.currency, -c.counted, -c.orders, -c.revenue, -c.refunds FROM sales_changes c
  ) m
  GROUP BY 1, 2, 3
  HAVING sum(m.counted) <> 0 OR sum(m.orders) <> 0 OR sum(m.revenue) <> 0 OR sum(m.refunds) <> 0
$$;
