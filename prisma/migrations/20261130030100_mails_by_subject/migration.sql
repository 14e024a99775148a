-- A message names the customer or the order that it is about: its recipient's address may also be another person's.
ALTER TABLE mails ADD COLUMN customer_id UUID, ADD COLUMN order_id UUID;

UPDATE mails m SET order_id = o.id FROM orders o
WHERE m.kind = 'order_confirmation' AND o.tenant_id = m.tenant_id AND o.email = m.recipient
  AND o.number = (m.data ->> 'orderNumber')::bigint;

UPDATE mails m SET customer_id = c.id FROM customers c
WHERE m.kind IN ('verification', 'password_reset', 'email_change_requested') AND c.tenant_id = m.tenant_id AND c.email = m.recipient;

CREATE INDEX mails_tenant_id_customer_id_idx ON mails (tenant_id, customer_id);
CREATE INDEX mails_tenant_id_order_id_idx ON mails (tenant_id, order_id);

ALTER TABLE mails
  ADD CONSTRAINT mails_tenant_id_customer_id_fkey FOREIGN KEY (tenant_id, customer_id) REFERENCES customers (tenant_id, id)
    ON DELETE CASCADE ON UPDATE CASCADE,
  ADD CONSTRAINT mails_tenant_id_order_id_fkey FOREIGN KEY (tenant_id, order_id) REFERENCES orders (tenant_id, id)
    ON DELETE CASCADE ON UPDATE CASCADE;
