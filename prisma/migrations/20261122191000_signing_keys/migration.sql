-- Key pairs of a store: whoever knows the public half can verify a delivery, and nobody but the store can sign one.
CREATE TABLE webhook_signing_keys (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  tenant_id uuid NOT NULL REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  public_key text NOT NULL,
  private_key_sealed text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  expires_at timestamptz(3),
  PRIMARY KEY (tenant_id, id)
);

ALTER TABLE webhook_subscriptions
  ADD COLUMN signature text NOT NULL DEFAULT 'hmac'
  CONSTRAINT webhook_subscriptions_signature_check CHECK (signature IN ('hmac', 'ed25519'));
