-- Adds what the ledgers lack: here what happened before them, and later whatever a process of an earlier release has done without them.
CREATE FUNCTION fill_ledgers() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO money_entries (tenant_id, order_id, source, source_id, kind, number, amount, currency, tax_lines, booked_at)
  SELECT o.tenant_id, m.order_id, 'order', o.id, m.kind, m.number, m.amount, o.currency, m.tax_lines, o.created_at
  FROM orders o
  CROSS JOIN LATERAL (
    SELECT w.kind, w.order_id, w.tax_lines, (count(e.id) + 1)::int AS number, w.amount - coalesce(sum(e.amount), 0) AS amount
    FROM (VALUES ('owed', o.id, o.total, o.tax_lines), ('exchange', o.exchanged_order_id, o.exchange_credit, NULL)) w (kind, order_id, amount, tax_lines)
    LEFT JOIN money_entries e ON e.tenant_id = o.tenant_id AND e.source_id = o.id AND e.kind = w.kind
    GROUP BY w.kind, w.order_id, w.tax_lines, w.amount
  ) m
  WHERE m.amount <> 0
  ON CONFLICT DO NOTHING;

  INSERT INTO money_entries (tenant_id, order_id, source, source_id, kind, number, amount, currency, document_id, tax_lines, booked_at)
  SELECT n.tenant_id, n.order_id, 'credit_note', n.id, 'written_off', 1, n.amount, n.currency, n.id, n.tax_lines, n.created_at
  FROM credit_notes n WHERE n.refund_id IS NULL
  ON CONFLICT DO NOTHING;

  -- What moves from a payment to its refund or dispute is on one day, so that no sum of a day changes.
  INSERT INTO money_entries (tenant_id, order_id, source, source_id, payment_id, account_id, kind, number, amount, currency, document_id, tax_lines, booked_at)
  SELECT p.tenant_id, m.order_id, m.source, m.source_id, p.id, m.account_id, m.kind, m.number, m.amount, m.currency, m.document_id, m.tax_lines,
    coalesce(
      (SELECT max(e.booked_at) FROM money_entries e WHERE e.tenant_id = p.tenant_id AND e.payment_id = p.id AND e.kind = m.kind), p.updated_at)
  FROM payments p
  CROSS JOIN LATERAL missing_entries(p.tenant_id, p.id) m
  ON CONFLICT DO NOTHING;

  INSERT INTO goods_entries (tenant_id, order_id, line_id, kind, units, source, source_id, booked_at)
  SELECT o.tenant_id, o.id, l.id, m.kind, m.units, 'line', l.id, o.created_at
  FROM orders o
  JOIN order_lines l ON l.tenant_id = o.tenant_id AND l.order_id = o.id
  LEFT JOIN LATERAL goods_of_order(o.tenant_id, o.id) g ON g.line_id = l.id
  CROSS JOIN LATERAL (VALUES
    ('ordered', l.quantity - coalesce(g.ordered, 0)),
    ('shipped', l.shipped_quantity - coalesce(g.shipped, 0)),
    ('released', l.released_quantity - coalesce(g.released, 0)),
    ('returned', l.returned_quantity - coalesce(g.returned, 0)),
    ('return_refunded', l.refunded_return_quantity - coalesce(g.return_refunded, 0)),
    ('refunded', (l.refunded_quantity - l.refunded_return_quantity) - (coalesce(g.refunded, 0) - coalesce(g.return_refunded, 0))),
    ('exchanged', l.exchanged_quantity - coalesce(g.exchanged, 0))
  ) m (kind, units)
  WHERE m.units <> 0;

  UPDATE orders o SET payment_status = s.payment, fulfilment_status = s.fulfilment
  FROM (
    SELECT tenant_id, id, payment_status_of(tenant_id, id) AS payment, fulfilment_status_of(tenant_id, id) AS fulfilment FROM orders
  ) s
  WHERE o.tenant_id = s.tenant_id AND o.id = s.id AND (o.payment_status, o.fulfilment_status) <> (s.payment, s.fulfilment);
END
$$;
SELECT fill_ledgers();
