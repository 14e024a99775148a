-- Stores, and what belongs to a store as a whole.

CREATE TABLE tenants (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text NOT NULL,
  currency char(3) NOT NULL,
  country char(2) NOT NULL,
  vat_number text,
  seller jsonb,
  locale text NOT NULL DEFAULT 'en',
  publishable_key text NOT NULL,
  prices_include_tax boolean NOT NULL DEFAULT true,
  time_zone text NOT NULL DEFAULT 'UTC',
  invoice_issued_when text NOT NULL DEFAULT 'paid',
  invoice_prefix text NOT NULL DEFAULT '',
  invoice_numbers_by_year boolean NOT NULL DEFAULT true,
  countries text[] DEFAULT ARRAY[]::text[],
  required_texts text[] DEFAULT ARRAY[]::text[],
  version integer NOT NULL DEFAULT 1,
  shipping_version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  capture_later boolean NOT NULL DEFAULT false,
  require_second_factor boolean NOT NULL DEFAULT false,
  rate_limit_per_minute integer,
  suspended_at timestamptz(3),
  deleting_since timestamptz(3),
  -- Zero lifts the limit; with null the deployment's limit applies.
  CONSTRAINT tenants_rate_limit_check CHECK (rate_limit_per_minute >= 0)
);
CREATE UNIQUE INDEX tenants_publishable_key_key ON tenants (publishable_key);
-- Every claim of deliveries reads the suspended stores, which are few.
CREATE INDEX tenants_suspended_partial ON tenants (id) WHERE suspended_at IS NOT NULL;

-- The hosts that a store wants to be named by, and what proves that they are its own. `store_hosts` has those that are proven.
CREATE TABLE store_host_claims (
  tenant_id uuid NOT NULL REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE NO ACTION,
  host text NOT NULL,
  proof text,
  proven_at timestamptz(3),
  missing_since timestamptz(3),
  checked_at timestamptz(3),
  next_check_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (tenant_id, host)
);
CREATE INDEX store_host_claims_next_check_at_idx ON store_host_claims (next_check_at);

CREATE TABLE store_hosts (
  tenant_id uuid NOT NULL REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE NO ACTION,
  host text PRIMARY KEY
);
CREATE INDEX store_hosts_tenant_id_idx ON store_hosts (tenant_id);

CREATE TABLE store_origins (
  tenant_id uuid NOT NULL REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE NO ACTION,
  origin text NOT NULL,
  PRIMARY KEY (tenant_id, origin)
);
CREATE INDEX store_origins_origin_idx ON store_origins (origin);

-- How a store's portal looks, and which pages may embed it. A store without a row has the defaults.
CREATE TABLE portal_settings (
  tenant_id uuid PRIMARY KEY REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE NO ACTION,
  -- With null it is called as the store.
  name text,
  logo text,
  accent_color text,
  embed_origins text[] DEFAULT ARRAY[]::text[],
  version integer NOT NULL DEFAULT 1
);

-- Consent to cookies and trackers.
CREATE TABLE compliance_configurations (
  tenant_id uuid PRIMARY KEY REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE NO ACTION,
  cookie_consent boolean NOT NULL,
  analytics jsonb,
  configured_at timestamptz(3) NOT NULL,
  version integer NOT NULL DEFAULT 1
);

-- Responses are kept here for repeated requests (Idempotency-Key).
CREATE TABLE idempotency_keys (
  tenant_id uuid NOT NULL REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE NO ACTION,
  scope text NOT NULL,
  key text NOT NULL,
  answer_sealed text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (tenant_id, scope, key)
);
CREATE INDEX idempotency_keys_created_at_idx ON idempotency_keys (created_at);
