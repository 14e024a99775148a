-- What happened before: orders and payments on the day on which the order became paid, refunds and lost disputes on their own. Nobody
-- waits: what is written meanwhile books itself.
INSERT INTO money_entries (tenant_id, order_id, source_id, kind, number, amount, currency, booked_at)
SELECT o.tenant_id, o.id, o.id, 'sale', 1, o.total, o.currency, coalesce(paid.at, o.created_at)
FROM orders o
LEFT JOIN LATERAL (
  SELECT min(h.created_at) AS at FROM order_history h
  WHERE h.tenant_id = o.tenant_id AND h.order_id = o.id AND h.status = 'paid'
) paid ON true
WHERE o.exchanged_order_id IS NULL AND (paid.at IS NOT NULL OR is_sale(o.status))
ON CONFLICT DO NOTHING;

INSERT INTO money_entries (tenant_id, order_id, source_id, kind, number, amount, currency, booked_at)
SELECT p.tenant_id, m.order_id, p.id, m.kind, m.number, m.amount, m.currency, coalesce(
  CASE m.kind
    WHEN 'payment' THEN (
      SELECT min(h.created_at) FROM order_history h
      WHERE h.tenant_id = p.tenant_id AND h.order_id = p.order_id AND h.status = 'paid' AND h.created_at >= p.created_at)
    WHEN 'refund' THEN (
      SELECT max(r.created_at) FROM refunds r
      WHERE r.tenant_id = p.tenant_id AND r.payment_id = p.id AND r.status = 'succeeded')
    ELSE (
      SELECT max(d.closed_at) FROM disputes d
      WHERE d.tenant_id = p.tenant_id AND d.payment_id = p.id AND d.outcome = 'lost')
  END, p.updated_at)
FROM payments p
CROSS JOIN LATERAL missing_entries(p.tenant_id, p.id) m
ON CONFLICT DO NOTHING;

-- The sums of days, which were those of orders by the day on which they were placed. One statement sees entries and sums as of one moment.
INSERT INTO sales_changes (tenant_id, day, currency, counted, orders, revenue, refunds)
SELECT tenant_id, day, currency, counted, orders, revenue, refunds FROM missing_sales();
