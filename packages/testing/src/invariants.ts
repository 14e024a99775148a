import type { SystemContext } from '@service/core';
import { Prisma } from '@service/db';

/** Questions to the database; each row of an answer is a mistake, whatever happened before. */
const MISTAKES: Readonly<Record<string, string>> = {
  'a move of an order without its event, or an event without its move': `
    SELECT coalesce(moves.id, events.id) AS id
    FROM (
      SELECT tenant_id, order_id::text AS id, status, count(*) AS times FROM order_history
      WHERE (status = previous_status AND (status = 'paid' OR details ?| '{shipmentId,note,changed,removed}')) IS NOT TRUE
      GROUP BY 1, 2, 3
    ) moves
    FULL JOIN (
      SELECT tenant_id, data->>'orderId' AS id, replace(substr(name, 7), 'created', 'pending') AS status, count(*) AS times
      FROM webhook_events WHERE name LIKE 'order.%'
        AND name <> ALL ('{order.shipment_created,order.completed,order.updated,order.note_added,order.ready_for_pickup}')
      GROUP BY 1, 2, 3
    ) events USING (tenant_id, id, status)
    WHERE moves.times IS DISTINCT FROM events.times`,
  'an order without exactly one beginning': `
    SELECT o.id FROM orders o LEFT JOIN order_history h
      ON h.tenant_id = o.tenant_id AND h.order_id = o.id AND h.status = 'pending' AND h.previous_status IS NULL
    GROUP BY o.tenant_id, o.id HAVING count(h.id) <> 1`,
  'an event that a subscription listens to without exactly one delivery': `
    SELECT e.id FROM webhook_events e
    JOIN webhook_subscriptions s
      ON s.tenant_id = e.tenant_id AND s.active AND s.created_at <= e.occurred_at
        AND (e.name = ANY (s.events) OR split_part(e.name, '.', 1) || '.*' = ANY (s.events)
             OR '*' = ANY (s.events) AND e.name NOT LIKE 'webhook.%')
    LEFT JOIN webhook_deliveries d ON d.tenant_id = e.tenant_id AND d.event_id = e.id AND d.subscription_id = s.id
    GROUP BY e.tenant_id, e.id, s.id HAVING count(d.id) <> 1`,
  'a variant that holds another quantity than its orders ask for': `
    SELECT v.id FROM variants v
    LEFT JOIN (
      SELECT tenant_id, variant_id, sum(quantity - shipped_quantity - released_quantity) AS quantity FROM order_lines GROUP BY 1, 2
    ) held ON held.tenant_id = v.tenant_id AND held.variant_id = v.id
    WHERE v.reserved <> coalesce(held.quantity, 0)`,
  'an order that holds goods though nothing of it is left to ship': `
    SELECT DISTINCT o.id FROM orders o JOIN order_lines l ON l.tenant_id = o.tenant_id AND l.order_id = o.id
    WHERE o.fulfilment_status NOT IN ('unfulfilled', 'partly_shipped')
      AND l.quantity > l.shipped_quantity + l.released_quantity`,
  'a variant whose movements don’t sum up to its stock': `
    SELECT v.id FROM variants v LEFT JOIN stock_movements m ON m.tenant_id = v.tenant_id AND m.variant_id = v.id
    GROUP BY v.tenant_id, v.id
    HAVING v.stock_quantity <> coalesce(sum(m.quantity_delta), 0) OR v.reserved <> coalesce(sum(m.reserved_delta), 0)`,
  'a variant that is oversold': `
    SELECT id FROM variants WHERE reserved > stock_quantity AND NOT allow_backorder`,
  'a product whose listing isn’t what it and its variants say': `
    SELECT product_id AS id FROM wrong_product_listings()`,
  'a product whose listing says otherwise than what a search ranks it by': `
    SELECT product_id AS id FROM wrong_product_search()`,
  'a product whose sold units aren’t those of its paid orders': `
    SELECT product_id AS id FROM wrong_product_sales()`,
  'an order whose ledgers aren’t what is kept beside them': `
    SELECT order_id || ' ' || difference AS id FROM tenants t CROSS JOIN LATERAL wrong_ledgers(t.id, NULL)`,
  'a day whose sums aren’t those of its entries': `
    SELECT day || ' ' || currency || ' ' || kind AS id FROM missing_money(NULL)`,
  'an order without exactly one payment of its total, or with one of nothing': `
    SELECT o.id FROM orders o LEFT JOIN payments p ON p.tenant_id = o.tenant_id AND p.order_id = o.id AND p.amount = o.total
    GROUP BY o.tenant_id, o.id HAVING count(p.id) <> CASE WHEN o.total = 0 THEN 0 ELSE 1 END`,
  'a payment that succeeded without a paid order, or the other way round': `
    SELECT p.id FROM payments p
    WHERE (p.status = 'succeeded' AND p.captured_amount = p.amount)
      <> EXISTS (SELECT FROM order_history h WHERE h.tenant_id = p.tenant_id AND h.order_id = p.order_id AND h.status = 'paid')`,
  'an order with nothing to pay that isn’t paid': `
    SELECT o.id FROM orders o
    WHERE o.total = 0
      AND NOT EXISTS (SELECT FROM order_history h WHERE h.tenant_id = o.tenant_id AND h.order_id = o.id AND h.status = 'paid')`,
  'a discount whose uses aren’t its orders': `
    SELECT d.id FROM discounts d
    LEFT JOIN orders o ON o.tenant_id = d.tenant_id AND o.status <> 'cancelled'
      AND o.discounts @> jsonb_build_array(jsonb_build_object('id', d.id))
    GROUP BY d.tenant_id, d.id HAVING d.times_used <> count(o.id)`,
  'an event of the provider that wasn’t carried out': `
    SELECT id FROM payment_events WHERE processed_at IS NULL`,
  'a gap in the order numbers of a store': `
    SELECT o.tenant_id AS id FROM orders o JOIN order_numbers n ON n.tenant_id = o.tenant_id
    GROUP BY o.tenant_id, n.last HAVING max(o.number) - 1000 <> count(*) OR max(o.number) <> n.last`,
  'a completed cart without an order, or the other way round': `
    SELECT c.id FROM carts c LEFT JOIN orders o ON o.tenant_id = c.tenant_id AND o.cart_id = c.id
    WHERE (c.completed_at IS NULL) <> (o.id IS NULL)`,
};

/**
 * Holds all that the database says of orders, events, stock and payments against each other; names what doesn't add up. Only the
 * mistakes whose names have the words `about`, where these are given.
 */
export async function findViolations({ db }: SystemContext, about = ''): Promise<string[]> {
  const found: string[] = [];
  for (const [mistake, question] of Object.entries(MISTAKES)) {
    if (!mistake.includes(about)) continue;
    const rows = await db.sql<{ id: string }[]>`${Prisma.raw(question)}`;
    if (rows.length > 0) found.push(`${rows.length} × ${mistake}, such as ${rows[0]?.id}`);
  }
  return found;
}
