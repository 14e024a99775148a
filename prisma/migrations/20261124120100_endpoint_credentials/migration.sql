-- What an endpoint asks for beside the signature: what may be shown of it, and the whole of it, sealed.
ALTER TABLE webhook_subscriptions
  ADD COLUMN auth jsonb,
  ADD COLUMN auth_sealed text,
  ADD COLUMN auth_expires_at timestamptz(3),
  ADD COLUMN auth_told_days integer,
  ADD CONSTRAINT webhook_subscriptions_auth_check CHECK ((auth IS NULL) = (auth_sealed IS NULL));

-- The access token of a subscription that asks a token server for one. A row of its own, so that who fetches one holds up
-- nobody who claims.
CREATE TABLE webhook_access_tokens (
  tenant_id uuid NOT NULL,
  subscription_id uuid NOT NULL,
  token_sealed text,
  obtained_at timestamptz(3),
  renew_at timestamptz(3),
  lease_until timestamptz(3),
  failures integer NOT NULL DEFAULT 0,
  retry_at timestamptz(3),
  error text,
  PRIMARY KEY (tenant_id, subscription_id),
  FOREIGN KEY (tenant_id, subscription_id) REFERENCES webhook_subscriptions (tenant_id, id)
    ON DELETE CASCADE ON UPDATE CASCADE
);
