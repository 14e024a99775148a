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

-- How a store's mails look, and which it doesn't send. A store without a row has the defaults.
CREATE TABLE mail_settings (
  tenant_id uuid PRIMARY KEY REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE NO ACTION,
  logo_id uuid,
  -- The picture's path, as products keep it.
  logo_path text,
  accent_color text,
  footer text,
  reply_to text,
  disabled_kinds text[] DEFAULT ARRAY[]::text[],
  -- Of the settings and the texts together.
  version integer NOT NULL DEFAULT 1,
  FOREIGN KEY (tenant_id, logo_id) REFERENCES pictures (tenant_id, id) ON DELETE RESTRICT ON UPDATE NO ACTION
);
-- A picture that no settings refer to is deleted.
CREATE INDEX mail_settings_tenant_id_logo_id_idx ON mail_settings (tenant_id, logo_id);

-- Texts in the store's own words. Without a row the text is ours.
CREATE TABLE mail_texts (
  tenant_id uuid NOT NULL REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE NO ACTION,
  kind text NOT NULL,
  locale text NOT NULL,
  subject text NOT NULL,
  body text NOT NULL,
  -- When, and why, it failed first for a mail, which was sent with ours. Null: it hasn't since it was written.
  failed_at timestamptz(3),
  failure text,
  PRIMARY KEY (tenant_id, kind, locale)
);
