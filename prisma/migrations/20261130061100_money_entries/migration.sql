-- What of an order's money came, went back and was taken by disputes, each on the day on which it was recorded. Entries are only added: a
-- sum that changes adds the difference, so the sums of a day that is over stay as they are.
CREATE TABLE money_entries (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  order_id uuid NOT NULL,
  source_id uuid NOT NULL,
  kind text NOT NULL,
  number integer NOT NULL,
  amount bigint NOT NULL,
  currency char(3) NOT NULL,
  booked_at timestamptz(3) NOT NULL,
  CONSTRAINT money_entries_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT money_entries_tenant_id_order_id_fkey FOREIGN KEY (tenant_id, order_id)
    REFERENCES orders (tenant_id, id) ON DELETE CASCADE ON UPDATE CASCADE
);

-- The number within a source and kind: of two transactions that change one payment, the second adds what the first has left.
CREATE UNIQUE INDEX money_entries_tenant_id_source_id_kind_number_key ON money_entries (tenant_id, source_id, kind, number);
CREATE INDEX money_entries_tenant_id_order_id_idx ON money_entries (tenant_id, order_id);

-- A payment as it is now. Refunds count when they have succeeded, or when the provider reports their sum; one that failed after
-- the report is still in that sum. Money of a foreign currency was captured as nothing, and goes back as nothing.
CREATE FUNCTION money_of_payment(of_tenant uuid, of_payment uuid) RETURNS TABLE (
  order_id uuid, currency char(3), kind text, amount bigint
) LANGUAGE sql STABLE AS $$
  SELECT p.order_id, p.currency, m.kind, m.amount::bigint
  FROM payments p
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(r.amount) FILTER (WHERE r.status = 'succeeded'), 0) AS succeeded,
      coalesce(sum(r.amount) FILTER (
        WHERE r.status IN ('failed', 'cancelled') AND r.status_time > 0 AND r.status_time >= p.refunded_time), 0) AS failed
    FROM refunds r WHERE r.tenant_id = p.tenant_id AND r.payment_id = p.id AND r.currency = p.currency
  ) refunded
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(d.amount), 0) AS amount FROM disputes d
    WHERE d.tenant_id = p.tenant_id AND d.payment_id = p.id AND d.currency = p.currency AND d.outcome = 'lost'
  ) lost
  CROSS JOIN LATERAL (VALUES
    ('payment', p.captured_amount),
    ('refund', greatest(p.refunded_amount - refunded.failed, refunded.succeeded, 0)),
    ('dispute', lost.amount)
  ) m (kind, amount)
  WHERE p.tenant_id = of_tenant AND p.id = of_payment
$$;

-- What its entries lack.
CREATE FUNCTION missing_entries(of_tenant uuid, of_payment uuid) RETURNS TABLE (
  order_id uuid, currency char(3), kind text, number integer, amount bigint
) LANGUAGE sql STABLE AS $$
  SELECT m.order_id, m.currency, m.kind, booked.entries + 1, (m.amount - booked.amount)::bigint
  FROM money_of_payment(of_tenant, of_payment) m
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS entries, coalesce(sum(e.amount), 0) AS amount FROM money_entries e
    WHERE e.tenant_id = of_tenant AND e.source_id = of_payment AND e.kind = m.kind
  ) booked
  WHERE m.amount <> booked.amount
$$;

-- Repeats when another transaction has added an entry meanwhile: each pass sees what was committed before it.
CREATE FUNCTION book_payment(of_tenant uuid, of_payment uuid, at timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  is_booked boolean := false;
BEGIN
  WHILE NOT is_booked LOOP
    WITH missing AS MATERIALIZED (
      SELECT * FROM missing_entries(of_tenant, of_payment)
    ), added AS (
      INSERT INTO money_entries (tenant_id, order_id, source_id, kind, number, amount, currency, booked_at)
      SELECT of_tenant, order_id, of_payment, kind, number, amount, currency, at FROM missing
      ON CONFLICT DO NOTHING RETURNING id
    )
    SELECT (SELECT count(*) FROM missing) = (SELECT count(*) FROM added) INTO is_booked;
  END LOOP;
END
$$;

-- An order counts as sold once, however often it becomes paid; the order of an exchange is no other sale.
CREATE FUNCTION book_sale() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO money_entries (tenant_id, order_id, source_id, kind, number, amount, currency, booked_at)
  VALUES (NEW.tenant_id, NEW.id, NEW.id, 'sale', 1, NEW.total, NEW.currency, CASE TG_OP WHEN 'INSERT' THEN NEW.created_at ELSE NEW.updated_at END)
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;

CREATE FUNCTION book_captured() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM book_payment(NEW.tenant_id, NEW.id, CASE TG_OP WHEN 'INSERT' THEN NEW.created_at ELSE NEW.updated_at END);
  RETURN NULL;
END
$$;

CREATE FUNCTION book_returned() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM book_payment(NEW.tenant_id, NEW.payment_id, CASE TG_OP WHEN 'INSERT' THEN NEW.created_at ELSE NEW.updated_at END);
  RETURN NULL;
END
$$;

-- Each entry changes the sums of its day.
CREATE FUNCTION note_entry() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO sales_changes (tenant_id, day, currency, counted, orders, revenue, refunds) VALUES (
    NEW.tenant_id, (NEW.booked_at AT TIME ZONE 'UTC')::date, NEW.currency, 1, (NEW.kind = 'sale')::int,
    CASE NEW.kind WHEN 'payment' THEN NEW.amount WHEN 'dispute' THEN -NEW.amount ELSE 0 END,
    CASE NEW.kind WHEN 'refund' THEN NEW.amount ELSE 0 END);
  RETURN NULL;
END
$$;

CREATE TRIGGER note_entry AFTER INSERT ON money_entries FOR EACH ROW EXECUTE FUNCTION note_entry();

-- The check of what the triggers and the job promise: the sums of the entries, less what is kept of them.
CREATE OR REPLACE FUNCTION missing_sales() RETURNS TABLE (
  tenant_id uuid, day date, currency char(3), counted bigint, orders bigint, revenue bigint, refunds bigint
) LANGUAGE sql STABLE AS $$
  SELECT m.tenant_id, m.day, m.currency, sum(m.counted)::bigint, sum(m.orders)::bigint, sum(m.revenue)::bigint, sum(m.refunds)::bigint
  FROM (
    SELECT e.tenant_id, (e.booked_at AT TIME ZONE 'UTC')::date AS day, e.currency, count(*) AS counted,
      count(*) FILTER (WHERE e.kind = 'sale') AS orders,
      coalesce(sum(e.amount) FILTER (WHERE e.kind = 'payment'), 0) - coalesce(sum(e.amount) FILTER (WHERE e.kind = 'dispute'), 0) AS revenue,
      coalesce(sum(e.amount) FILTER (WHERE e.kind = 'refund'), 0) AS refunds
    FROM money_entries e GROUP BY 1, 2, 3
    UNION ALL
    SELECT d.tenant_id, d.day, d.currency, -d.counted, -d.orders, -d.revenue, -d.refunds FROM daily_sales d
    UNION ALL
    SELECT c.tenant_id, c.day, c.currency, -c.counted, -c.orders, -c.revenue, -c.refunds FROM sales_changes c
  ) m
  GROUP BY 1, 2, 3
  HAVING sum(m.counted) <> 0 OR sum(m.orders) <> 0 OR sum(m.revenue) <> 0 OR sum(m.refunds) <> 0
$$;
