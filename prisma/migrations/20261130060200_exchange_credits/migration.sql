-- What of the price of an exchange's order was paid with the first order's money, tax in it. As long as it stands, the first order can
-- neither be refunded nor exchanged for that money.
ALTER TABLE orders ADD COLUMN exchange_credit bigint NOT NULL DEFAULT 0;
UPDATE orders o SET exchange_credit = CASE WHEN o.prices_include_tax THEN o.discount_total ELSE (
    SELECT coalesce(sum(l.discount_total + (l.discount_total * l.rate_basis_points + 5000) / 10000), 0) FROM order_lines l
    WHERE l.tenant_id = o.tenant_id AND l.order_id = o.id
  ) END
WHERE o.exchanged_order_id IS NOT NULL AND o.status <> 'cancelled';

-- When the provider reported its sum last. A refund that failed afterwards is still in that sum.
ALTER TABLE payments ADD COLUMN refunded_time bigint NOT NULL DEFAULT 0;
UPDATE payments SET refunded_time = extract(epoch FROM now())::bigint WHERE refunded_amount > 0;
