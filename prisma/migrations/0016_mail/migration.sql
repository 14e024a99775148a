-- The outbox of messages. A message names the customer or the order that it is about: its recipient's address may also be another
-- person's.
CREATE TABLE mails (
  tenant_id uuid NOT NULL REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE NO ACTION,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  kind text NOT NULL,
  recipient text NOT NULL,
  customer_id uuid,
  order_id uuid,
  data jsonb NOT NULL,
  token_sealed text,
  status text NOT NULL DEFAULT 'pending',
  attempts integer NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL,
  next_attempt_at timestamptz(3),
  sent_at timestamptz(3),
  last_error text,
  lease_until timestamptz(3),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, customer_id) REFERENCES customers (tenant_id, id) ON DELETE CASCADE ON UPDATE NO ACTION,
  FOREIGN KEY (tenant_id, order_id) REFERENCES orders (tenant_id, id) ON DELETE CASCADE ON UPDATE NO ACTION,
  CONSTRAINT mails_status_check CHECK (status IN ('pending', 'sent', 'failed', 'dropped')),
  CONSTRAINT mails_next_attempt_check CHECK ((status = 'pending') = (next_attempt_at IS NOT NULL)),
  CONSTRAINT mails_token_check CHECK (status = 'pending' OR token_sealed IS NULL)
);
CREATE INDEX mails_tenant_id_created_at_id_idx ON mails (tenant_id, created_at DESC, id DESC);
-- Workers look for messages that are due. The index is small, because sent ones aren't in it.
CREATE INDEX mails_due_partial ON mails (next_attempt_at) WHERE status = 'pending';
CREATE INDEX mails_tenant_id_customer_id_idx ON mails (tenant_id, customer_id);
CREATE INDEX mails_tenant_id_order_id_idx ON mails (tenant_id, order_id);
