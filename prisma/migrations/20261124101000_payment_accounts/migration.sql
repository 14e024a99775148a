-- Where a store's own money goes. A store without an active account uses the deployment's, as all did before.
CREATE TABLE payment_accounts (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  tenant_id uuid NOT NULL,
  provider text NOT NULL,
  name text NOT NULL,
  active boolean NOT NULL DEFAULT false,
  publishable_key text,
  provider_account_id text,
  is_live boolean,
  secret_key_sealed text,
  webhook_secret_sealed text,
  previous_webhook_secret_sealed text,
  previous_webhook_secret_expires_at timestamptz(3),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT payment_accounts_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT payment_accounts_tenant_id_fkey FOREIGN KEY (tenant_id)
    REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT payment_accounts_previous_check
    CHECK ((previous_webhook_secret_sealed IS NULL) = (previous_webhook_secret_expires_at IS NULL))
);
-- The address of a callback names the account and no store.
CREATE INDEX payment_accounts_id_idx ON payment_accounts (id);
CREATE INDEX payment_accounts_tenant_id_created_at_id_idx ON payment_accounts (tenant_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX payment_accounts_active_partial ON payment_accounts (tenant_id) WHERE active;

-- Null: the deployment's account. So are all that were made before.
ALTER TABLE payments ADD COLUMN account_id uuid;
ALTER TABLE payments ADD CONSTRAINT payments_tenant_id_account_id_fkey FOREIGN KEY (tenant_id, account_id)
  REFERENCES payment_accounts (tenant_id, id) ON DELETE RESTRICT ON UPDATE CASCADE;
-- For the deletion of an account, which payments prevent.
CREATE INDEX payments_account_partial ON payments (tenant_id, account_id) WHERE account_id IS NOT NULL;

ALTER TABLE payment_events ADD COLUMN account_id uuid;
