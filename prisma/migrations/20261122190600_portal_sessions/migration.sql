-- Whose a subscription is, in the store's own words.
ALTER TABLE webhook_subscriptions ADD COLUMN label text;

-- What a subscriber sees of a store: subscriptions by a label, or by their ids. An expired session is deleted.
CREATE TABLE portal_sessions (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  tenant_id uuid NOT NULL REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  token_hash bytea NOT NULL,
  label text,
  subscription_ids uuid[] DEFAULT ARRAY[]::uuid[],
  capabilities text[],
  created_by text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  expires_at timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX portal_sessions_token_hash_idx ON portal_sessions (token_hash);
CREATE INDEX portal_sessions_expires_at_idx ON portal_sessions (expires_at);
