-- The first release: every table with its keys, checks and indexes, module by module. What is referred to comes first.
-- Names ending in _check and _partial are what Prisma's schema language can't say.
-- Once released this file never changes. Whatever comes later is a migration of its own.
-- No semicolon may stand in a comment: the migration engine splits the file at each of them.

-- Similar words, for the storefront's search.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- Stores

CREATE TABLE tenants (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  name text NOT NULL,
  currency char(3) NOT NULL,
  country char(2) NOT NULL,
  vat_number text,
  publishable_key text NOT NULL,
  prices_include_tax boolean NOT NULL DEFAULT true,
  countries text[] DEFAULT ARRAY[]::text[],
  version integer NOT NULL DEFAULT 1,
  shipping_version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  rate_limit_per_minute integer,
  CONSTRAINT tenants_pkey PRIMARY KEY (id),
  -- Zero lifts the limit, null is the deployment's own.
  CONSTRAINT tenants_rate_limit_check CHECK (rate_limit_per_minute >= 0)
);
CREATE UNIQUE INDEX tenants_publishable_key_key ON tenants (publishable_key);

CREATE TABLE store_hosts (
  host text NOT NULL,
  tenant_id uuid NOT NULL,
  CONSTRAINT store_hosts_pkey PRIMARY KEY (host),
  CONSTRAINT store_hosts_tenant_id_fkey FOREIGN KEY (tenant_id)
    REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX store_hosts_tenant_id_idx ON store_hosts (tenant_id);

CREATE TABLE store_origins (
  tenant_id uuid NOT NULL,
  origin text NOT NULL,
  CONSTRAINT store_origins_pkey PRIMARY KEY (tenant_id, origin),
  CONSTRAINT store_origins_tenant_id_fkey FOREIGN KEY (tenant_id)
    REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX store_origins_origin_idx ON store_origins (origin);

-- Operators, their sessions, and API keys

CREATE TABLE admin_users (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  tenant_id uuid NOT NULL,
  email text NOT NULL,
  name text,
  password_hash text NOT NULL,
  role text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  disabled_at timestamptz(3),
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT admin_users_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT admin_users_tenant_id_fkey FOREIGN KEY (tenant_id)
    REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT admin_users_role_check CHECK (role IN ('owner', 'manager', 'support', 'viewer'))
);

CREATE TABLE admin_user_emails (
  email text NOT NULL,
  tenant_id uuid NOT NULL,
  admin_user_id uuid NOT NULL,
  CONSTRAINT admin_user_emails_pkey PRIMARY KEY (email),
  CONSTRAINT admin_user_emails_tenant_id_admin_user_id_fkey FOREIGN KEY (tenant_id, admin_user_id)
    REFERENCES admin_users (tenant_id, id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX admin_user_emails_tenant_id_admin_user_id_key ON admin_user_emails (tenant_id, admin_user_id);

CREATE TABLE admin_sessions (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  tenant_id uuid NOT NULL,
  admin_user_id uuid NOT NULL,
  family_id uuid NOT NULL,
  token_hash bytea NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  expires_at timestamptz(3) NOT NULL,
  used_at timestamptz(3),
  revoked_at timestamptz(3),
  CONSTRAINT admin_sessions_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT admin_sessions_tenant_id_admin_user_id_fkey FOREIGN KEY (tenant_id, admin_user_id)
    REFERENCES admin_users (tenant_id, id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX admin_sessions_tenant_id_admin_user_id_idx ON admin_sessions (tenant_id, admin_user_id);
CREATE INDEX admin_sessions_tenant_id_family_id_idx ON admin_sessions (tenant_id, family_id);

CREATE TABLE admin_session_tokens (
  token_hash bytea NOT NULL,
  tenant_id uuid NOT NULL,
  session_id uuid NOT NULL,
  CONSTRAINT admin_session_tokens_pkey PRIMARY KEY (token_hash),
  CONSTRAINT admin_session_tokens_tenant_id_session_id_fkey FOREIGN KEY (tenant_id, session_id)
    REFERENCES admin_sessions (tenant_id, id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX admin_session_tokens_tenant_id_session_id_key ON admin_session_tokens (tenant_id, session_id);

CREATE TABLE admin_invitations (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  tenant_id uuid NOT NULL,
  email text NOT NULL,
  name text,
  role text NOT NULL,
  token_hash bytea NOT NULL,
  created_by text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  expires_at timestamptz(3) NOT NULL,
  accepted_at timestamptz(3),
  CONSTRAINT admin_invitations_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT admin_invitations_tenant_id_fkey FOREIGN KEY (tenant_id)
    REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT admin_invitations_role_check CHECK (role IN ('owner', 'manager', 'support', 'viewer'))
);
CREATE UNIQUE INDEX admin_invitations_tenant_id_email_key ON admin_invitations (tenant_id, email);

CREATE TABLE admin_invitation_tokens (
  token_hash bytea NOT NULL,
  tenant_id uuid NOT NULL,
  invitation_id uuid NOT NULL,
  CONSTRAINT admin_invitation_tokens_pkey PRIMARY KEY (token_hash),
  CONSTRAINT admin_invitation_tokens_tenant_id_invitation_id_fkey FOREIGN KEY (tenant_id, invitation_id)
    REFERENCES admin_invitations (tenant_id, id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX admin_invitation_tokens_tenant_id_invitation_id_key
  ON admin_invitation_tokens (tenant_id, invitation_id);

CREATE TABLE api_keys (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  tenant_id uuid NOT NULL,
  name text NOT NULL,
  prefix text NOT NULL,
  key_hash bytea NOT NULL,
  permissions text[],
  created_by text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  last_used_at timestamptz(3),
  revoked_at timestamptz(3),
  CONSTRAINT api_keys_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT api_keys_tenant_id_fkey FOREIGN KEY (tenant_id)
    REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX api_keys_tenant_id_created_at_id_idx ON api_keys (tenant_id, created_at DESC, id DESC);

CREATE TABLE api_key_hashes (
  key_hash bytea NOT NULL,
  tenant_id uuid NOT NULL,
  api_key_id uuid NOT NULL,
  CONSTRAINT api_key_hashes_pkey PRIMARY KEY (key_hash),
  CONSTRAINT api_key_hashes_tenant_id_api_key_id_fkey FOREIGN KEY (tenant_id, api_key_id)
    REFERENCES api_keys (tenant_id, id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX api_key_hashes_tenant_id_api_key_id_key ON api_key_hashes (tenant_id, api_key_id);

-- The audit log

CREATE TABLE audit_records (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  tenant_id uuid NOT NULL,
  actor text NOT NULL,
  action text NOT NULL,
  subject_type text NOT NULL,
  subject_id text NOT NULL,
  before jsonb,
  after jsonb,
  request_id text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT audit_records_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT audit_records_tenant_id_fkey FOREIGN KEY (tenant_id)
    REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX audit_records_tenant_id_created_at_id_idx ON audit_records (tenant_id, created_at DESC, id DESC);
CREATE INDEX audit_records_tenant_id_subject_type_subject_id_created_at_idx
  ON audit_records (tenant_id, subject_type, subject_id, created_at DESC);

-- Notices for operators

CREATE TABLE admin_notifications (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  tenant_id uuid NOT NULL,
  kind text NOT NULL,
  title text NOT NULL,
  detail text NOT NULL,
  reference text,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT admin_notifications_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT admin_notifications_tenant_id_fkey FOREIGN KEY (tenant_id)
    REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX admin_notifications_tenant_id_created_at_id_idx
  ON admin_notifications (tenant_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX admin_notifications_tenant_id_reference_key ON admin_notifications (tenant_id, reference);

-- Consent

CREATE TABLE compliance_configurations (
  tenant_id uuid NOT NULL,
  cookie_consent boolean NOT NULL,
  analytics jsonb,
  configured_at timestamptz(3) NOT NULL,
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT compliance_configurations_pkey PRIMARY KEY (tenant_id),
  CONSTRAINT compliance_configurations_tenant_id_fkey FOREIGN KEY (tenant_id)
    REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE CASCADE
);

-- Responses kept for repeated requests

CREATE TABLE idempotency_keys (
  tenant_id uuid NOT NULL,
  scope text NOT NULL,
  key text NOT NULL,
  answer_sealed text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT idempotency_keys_pkey PRIMARY KEY (tenant_id, scope, key),
  CONSTRAINT idempotency_keys_tenant_id_fkey FOREIGN KEY (tenant_id)
    REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX idempotency_keys_created_at_idx ON idempotency_keys (created_at);

-- The outbox of messages

CREATE TABLE mails (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  tenant_id uuid NOT NULL,
  kind text NOT NULL,
  recipient text NOT NULL,
  data jsonb NOT NULL,
  token_sealed text,
  status text NOT NULL DEFAULT 'pending',
  attempts integer NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL,
  next_attempt_at timestamptz(3),
  sent_at timestamptz(3),
  last_error text,
  lease_until timestamptz(3),
  CONSTRAINT mails_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT mails_tenant_id_fkey FOREIGN KEY (tenant_id)
    REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT mails_status_check CHECK (status IN ('pending', 'sent', 'failed', 'dropped')),
  CONSTRAINT mails_next_attempt_check CHECK ((status = 'pending') = (next_attempt_at IS NOT NULL)),
  CONSTRAINT mails_token_check CHECK (status = 'pending' OR token_sealed IS NULL)
);
CREATE INDEX mails_tenant_id_created_at_id_idx ON mails (tenant_id, created_at DESC, id DESC);
-- What is due: small, because what is out isn't in it.
CREATE INDEX mails_due_partial ON mails (next_attempt_at) WHERE status = 'pending';

-- Tax

CREATE TABLE tax_settings (
  tenant_id uuid NOT NULL,
  rates jsonb NOT NULL DEFAULT '[]',
  version integer NOT NULL DEFAULT 1,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT tax_settings_pkey PRIMARY KEY (tenant_id),
  CONSTRAINT tax_settings_tenant_id_fkey FOREIGN KEY (tenant_id)
    REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE CASCADE
);

-- Shipping

CREATE TABLE shipping_options (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  tenant_id uuid NOT NULL,
  name text NOT NULL,
  amount bigint NOT NULL,
  countries text[] DEFAULT ARRAY[]::text[],
  free_from bigint,
  position integer NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  removed_at timestamptz(3),
  CONSTRAINT shipping_options_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT shipping_options_tenant_id_fkey FOREIGN KEY (tenant_id)
    REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE CASCADE
);

-- Discounts

CREATE TABLE discounts (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  tenant_id uuid NOT NULL,
  code text NOT NULL,
  kind text NOT NULL,
  basis_points integer,
  amount bigint,
  active boolean NOT NULL DEFAULT true,
  starts_at timestamptz(3),
  ends_at timestamptz(3),
  usage_limit integer,
  times_used integer NOT NULL DEFAULT 0,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT discounts_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT discounts_tenant_id_fkey FOREIGN KEY (tenant_id)
    REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT discounts_kind_check CHECK (
    (kind = 'percentage' AND basis_points BETWEEN 1 AND 10000 AND amount IS NULL)
    OR (kind = 'amount' AND amount > 0 AND basis_points IS NULL)
    OR (kind = 'free_shipping' AND amount IS NULL AND basis_points IS NULL)
  )
);
CREATE INDEX discounts_tenant_id_created_at_id_idx ON discounts (tenant_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX discounts_tenant_id_code_key ON discounts (tenant_id, code);

-- The catalogue

CREATE TABLE products (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  tenant_id uuid NOT NULL,
  title text NOT NULL,
  slug text NOT NULL,
  description text,
  status text NOT NULL DEFAULT 'draft',
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT products_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT products_tenant_id_fkey FOREIGN KEY (tenant_id)
    REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT products_status_check CHECK (status IN ('draft', 'published'))
);
CREATE INDEX products_tenant_id_status_created_at_id_idx ON products (tenant_id, status, created_at DESC, id DESC);
CREATE UNIQUE INDEX products_tenant_id_slug_key ON products (tenant_id, slug);
-- The storefront's search: whole words and beginnings of words, and titles that are spelt nearly so.
CREATE INDEX products_search_partial ON products
  USING gin (to_tsvector('simple', title || ' ' || coalesce(description, ''))) WHERE status = 'published';
CREATE INDEX products_title_partial ON products USING gin (title gin_trgm_ops);

CREATE TABLE variants (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  tenant_id uuid NOT NULL,
  product_id uuid NOT NULL,
  sku text NOT NULL,
  title text,
  options jsonb NOT NULL DEFAULT '{}',
  price_amount bigint NOT NULL,
  currency char(3) NOT NULL,
  compare_at_amount bigint,
  stock_quantity bigint NOT NULL DEFAULT 0,
  reserved bigint NOT NULL DEFAULT 0,
  allow_backorder boolean NOT NULL DEFAULT false,
  weight_grams bigint,
  length_mm bigint,
  width_mm bigint,
  height_mm bigint,
  position bigint NOT NULL DEFAULT 0,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT variants_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT variants_tenant_id_product_id_fkey FOREIGN KEY (tenant_id, product_id)
    REFERENCES products (tenant_id, id) ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT variants_amounts_check CHECK (price_amount >= 0 AND stock_quantity >= 0 AND reserved >= 0)
);
CREATE INDEX variants_tenant_id_product_id_idx ON variants (tenant_id, product_id);
CREATE UNIQUE INDEX variants_tenant_id_sku_key ON variants (tenant_id, sku);

CREATE TABLE product_images (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  tenant_id uuid NOT NULL,
  product_id uuid NOT NULL,
  url text NOT NULL,
  alt text,
  position integer NOT NULL,
  CONSTRAINT product_images_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT product_images_tenant_id_product_id_fkey FOREIGN KEY (tenant_id, product_id)
    REFERENCES products (tenant_id, id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX product_images_tenant_id_product_id_idx ON product_images (tenant_id, product_id);

CREATE TABLE product_slugs (
  tenant_id uuid NOT NULL,
  slug text NOT NULL,
  product_id uuid NOT NULL,
  CONSTRAINT product_slugs_pkey PRIMARY KEY (tenant_id, slug),
  CONSTRAINT product_slugs_tenant_id_product_id_fkey FOREIGN KEY (tenant_id, product_id)
    REFERENCES products (tenant_id, id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX product_slugs_tenant_id_product_id_idx ON product_slugs (tenant_id, product_id);

CREATE TABLE categories (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  tenant_id uuid NOT NULL,
  parent_id uuid,
  name text NOT NULL,
  slug text NOT NULL,
  position integer NOT NULL,
  description text,
  seo_title text,
  seo_description text,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT categories_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT categories_tenant_id_fkey FOREIGN KEY (tenant_id)
    REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT categories_tenant_id_parent_id_fkey FOREIGN KEY (tenant_id, parent_id)
    REFERENCES categories (tenant_id, id) ON DELETE RESTRICT ON UPDATE CASCADE,
  -- Siblings never share a position. It is checked when the transaction ends, so that they may swap within it.
  CONSTRAINT categories_position_check UNIQUE NULLS NOT DISTINCT (tenant_id, parent_id, position)
    DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT categories_own_parent_check CHECK (parent_id <> id)
);
CREATE UNIQUE INDEX categories_tenant_id_slug_key ON categories (tenant_id, slug);

CREATE TABLE category_slugs (
  tenant_id uuid NOT NULL,
  slug text NOT NULL,
  category_id uuid NOT NULL,
  CONSTRAINT category_slugs_pkey PRIMARY KEY (tenant_id, slug),
  CONSTRAINT category_slugs_tenant_id_category_id_fkey FOREIGN KEY (tenant_id, category_id)
    REFERENCES categories (tenant_id, id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX category_slugs_tenant_id_category_id_idx ON category_slugs (tenant_id, category_id);

CREATE TABLE product_categories (
  tenant_id uuid NOT NULL,
  product_id uuid NOT NULL,
  category_id uuid NOT NULL,
  CONSTRAINT product_categories_pkey PRIMARY KEY (tenant_id, product_id, category_id),
  CONSTRAINT product_categories_tenant_id_product_id_fkey FOREIGN KEY (tenant_id, product_id)
    REFERENCES products (tenant_id, id) ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT product_categories_tenant_id_category_id_fkey FOREIGN KEY (tenant_id, category_id)
    REFERENCES categories (tenant_id, id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX product_categories_tenant_id_category_id_idx ON product_categories (tenant_id, category_id);

CREATE TABLE stock_movements (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  tenant_id uuid NOT NULL,
  variant_id uuid NOT NULL,
  kind text NOT NULL,
  quantity_delta bigint NOT NULL,
  reserved_delta bigint NOT NULL,
  quantity_after bigint NOT NULL,
  reserved_after bigint NOT NULL,
  note text,
  actor text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT stock_movements_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT stock_movements_tenant_id_variant_id_fkey FOREIGN KEY (tenant_id, variant_id)
    REFERENCES variants (tenant_id, id) ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT stock_movements_kind_check
    CHECK (kind IN ('initial', 'set', 'adjusted', 'reserved', 'released', 'shipped', 'returned', 'written_off'))
);
CREATE INDEX stock_movements_tenant_id_variant_id_created_at_id_idx
  ON stock_movements (tenant_id, variant_id, created_at DESC, id DESC);

CREATE TABLE product_imports (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  tenant_id uuid NOT NULL,
  status text NOT NULL DEFAULT 'receiving',
  actor text NOT NULL,
  rows integer NOT NULL DEFAULT 0,
  processed integer NOT NULL DEFAULT 0,
  created integer NOT NULL DEFAULT 0,
  updated integer NOT NULL DEFAULT 0,
  unchanged integer NOT NULL DEFAULT 0,
  refused integer NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL,
  finished_at timestamptz(3),
  CONSTRAINT product_imports_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT product_imports_tenant_id_fkey FOREIGN KEY (tenant_id)
    REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT product_imports_status_check CHECK (status IN ('receiving', 'pending', 'running', 'completed'))
);
-- What the worker looks for: small, because what is completed isn't in it.
CREATE INDEX product_imports_due_partial ON product_imports (created_at) WHERE status IN ('pending', 'running');

CREATE TABLE product_import_rows (
  tenant_id uuid NOT NULL,
  import_id uuid NOT NULL,
  number integer NOT NULL,
  data json NOT NULL,
  reason text,
  CONSTRAINT product_import_rows_pkey PRIMARY KEY (tenant_id, import_id, number),
  CONSTRAINT product_import_rows_tenant_id_import_id_fkey FOREIGN KEY (tenant_id, import_id)
    REFERENCES product_imports (tenant_id, id) ON DELETE CASCADE ON UPDATE CASCADE
);

-- Customers

CREATE TABLE customers (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  tenant_id uuid NOT NULL,
  email text NOT NULL,
  email_verified_at timestamptz(3),
  password_hash text,
  name text,
  phone text,
  is_b2b boolean NOT NULL DEFAULT false,
  tax_exempt boolean NOT NULL DEFAULT false,
  accepts_marketing boolean NOT NULL DEFAULT false,
  vat_number text,
  vat_status text,
  vat_check_id uuid,
  vat_checked_at timestamptz(3),
  vat_name text,
  vat_consultation_number text,
  disabled_at timestamptz(3),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT customers_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT customers_tenant_id_fkey FOREIGN KEY (tenant_id)
    REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT customers_vat_status_check
    CHECK (vat_status IN ('pending', 'valid', 'invalid', 'unavailable', 'unsupported')),
  CONSTRAINT customers_vat_check CHECK ((vat_number IS NULL) = (vat_status IS NULL)),
  CONSTRAINT customers_vat_proven_check
    CHECK (vat_status IS DISTINCT FROM 'valid' OR (vat_check_id IS NOT NULL AND vat_checked_at IS NOT NULL))
);
CREATE INDEX customers_tenant_id_created_at_id_idx ON customers (tenant_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX customers_tenant_id_email_key ON customers (tenant_id, email);

CREATE TABLE customer_sessions (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  tenant_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  token_hash bytea NOT NULL,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  CONSTRAINT customer_sessions_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT customer_sessions_tenant_id_customer_id_fkey FOREIGN KEY (tenant_id, customer_id)
    REFERENCES customers (tenant_id, id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX customer_sessions_tenant_id_customer_id_idx ON customer_sessions (tenant_id, customer_id);
CREATE INDEX customer_sessions_expires_at_idx ON customer_sessions (expires_at);

CREATE TABLE customer_session_tokens (
  token_hash bytea NOT NULL,
  tenant_id uuid NOT NULL,
  session_id uuid NOT NULL,
  CONSTRAINT customer_session_tokens_pkey PRIMARY KEY (token_hash),
  CONSTRAINT customer_session_tokens_tenant_id_session_id_fkey FOREIGN KEY (tenant_id, session_id)
    REFERENCES customer_sessions (tenant_id, id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX customer_session_tokens_tenant_id_session_id_key
  ON customer_session_tokens (tenant_id, session_id);

CREATE TABLE customer_tokens (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  tenant_id uuid NOT NULL,
  customer_id uuid,
  purpose text NOT NULL,
  token_hash bytea NOT NULL,
  new_email text,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  used_at timestamptz(3),
  CONSTRAINT customer_tokens_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT customer_tokens_tenant_id_fkey FOREIGN KEY (tenant_id)
    REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT customer_tokens_tenant_id_customer_id_fkey FOREIGN KEY (tenant_id, customer_id)
    REFERENCES customers (tenant_id, id) ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT customer_tokens_purpose_check CHECK (purpose IN ('verification', 'reset', 'email_change')),
  CONSTRAINT customer_tokens_new_email_check CHECK ((purpose = 'email_change') = (new_email IS NOT NULL))
);
CREATE INDEX customer_tokens_tenant_id_customer_id_idx ON customer_tokens (tenant_id, customer_id);
CREATE INDEX customer_tokens_expires_at_idx ON customer_tokens (expires_at);

CREATE TABLE customer_token_hashes (
  token_hash bytea NOT NULL,
  tenant_id uuid NOT NULL,
  customer_token_id uuid NOT NULL,
  CONSTRAINT customer_token_hashes_pkey PRIMARY KEY (token_hash),
  CONSTRAINT customer_token_hashes_tenant_id_customer_token_id_fkey FOREIGN KEY (tenant_id, customer_token_id)
    REFERENCES customer_tokens (tenant_id, id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX customer_token_hashes_tenant_id_customer_token_id_key
  ON customer_token_hashes (tenant_id, customer_token_id);

CREATE TABLE customer_addresses (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  tenant_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  name text NOT NULL,
  company text,
  line1 text NOT NULL,
  line2 text,
  city text NOT NULL,
  postal_code text NOT NULL,
  region text,
  country char(2) NOT NULL,
  phone text,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT customer_addresses_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT customer_addresses_tenant_id_customer_id_fkey FOREIGN KEY (tenant_id, customer_id)
    REFERENCES customers (tenant_id, id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX customer_addresses_tenant_id_customer_id_created_at_id_idx
  ON customer_addresses (tenant_id, customer_id, created_at DESC, id DESC);

-- VAT numbers

CREATE TABLE vat_checks (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  tenant_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  country char(2) NOT NULL,
  number text NOT NULL,
  status text NOT NULL DEFAULT 'pending',
  is_fresh boolean NOT NULL DEFAULT false,
  attempts integer NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL,
  next_attempt_at timestamptz(3),
  lease_until timestamptz(3),
  last_error text,
  source text,
  answered_at timestamptz(3),
  name text,
  address text,
  consultation_number text,
  CONSTRAINT vat_checks_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT vat_checks_tenant_id_customer_id_fkey FOREIGN KEY (tenant_id, customer_id)
    REFERENCES customers (tenant_id, id) ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT vat_checks_status_check CHECK (status IN ('pending', 'unavailable', 'valid', 'invalid', 'superseded')),
  CONSTRAINT vat_checks_next_attempt_check
    CHECK ((status IN ('pending', 'unavailable')) = (next_attempt_at IS NOT NULL))
);
CREATE INDEX vat_checks_tenant_id_customer_id_created_at_idx ON vat_checks (tenant_id, customer_id, created_at DESC);
CREATE INDEX vat_checks_tenant_id_country_number_answered_at_idx
  ON vat_checks (tenant_id, country, number, answered_at DESC);
-- What is due: small, because what has its result isn't in it.
CREATE INDEX vat_checks_due_partial ON vat_checks (next_attempt_at) WHERE status IN ('pending', 'unavailable');

-- Carts

CREATE TABLE carts (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  tenant_id uuid NOT NULL,
  customer_id uuid,
  currency char(3) NOT NULL,
  email text,
  billing_address jsonb,
  shipping_address jsonb,
  shipping_option_id uuid,
  discount_code text,
  completed_at timestamptz(3),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT carts_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT carts_tenant_id_fkey FOREIGN KEY (tenant_id)
    REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT carts_tenant_id_customer_id_fkey FOREIGN KEY (tenant_id, customer_id)
    REFERENCES customers (tenant_id, id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT carts_tenant_id_shipping_option_id_fkey FOREIGN KEY (tenant_id, shipping_option_id)
    REFERENCES shipping_options (tenant_id, id) ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX carts_tenant_id_customer_id_idx ON carts (tenant_id, customer_id);
-- For the job that deletes abandoned carts. By the day of their creation, which never changes: an index by the last
-- change would have to be written by every change of every cart.
CREATE INDEX carts_open_partial ON carts (created_at) WHERE completed_at IS NULL;

CREATE TABLE cart_lines (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  tenant_id uuid NOT NULL,
  cart_id uuid NOT NULL,
  variant_id uuid NOT NULL,
  sku text NOT NULL DEFAULT '',
  title text NOT NULL DEFAULT '',
  quantity integer NOT NULL,
  seen_unit_amount bigint NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT cart_lines_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT cart_lines_tenant_id_cart_id_fkey FOREIGN KEY (tenant_id, cart_id)
    REFERENCES carts (tenant_id, id) ON DELETE CASCADE ON UPDATE CASCADE,
  -- A sum of two additions can pass the limit that each of them keeps.
  CONSTRAINT cart_lines_quantity_check CHECK (quantity BETWEEN 1 AND 9999)
);
CREATE UNIQUE INDEX cart_lines_tenant_id_cart_id_variant_id_key ON cart_lines (tenant_id, cart_id, variant_id);

-- Orders

CREATE TABLE order_numbers (
  tenant_id uuid NOT NULL,
  last bigint NOT NULL DEFAULT 0,
  CONSTRAINT order_numbers_pkey PRIMARY KEY (tenant_id),
  CONSTRAINT order_numbers_tenant_id_fkey FOREIGN KEY (tenant_id)
    REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE CASCADE
);

CREATE TABLE orders (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  tenant_id uuid NOT NULL,
  number bigint NOT NULL,
  cart_id uuid NOT NULL,
  customer_id uuid,
  status text NOT NULL DEFAULT 'pending',
  email text,
  billing_address jsonb,
  shipping_address jsonb,
  currency char(3) NOT NULL,
  subtotal bigint NOT NULL,
  shipping_total bigint NOT NULL,
  discount_total bigint NOT NULL DEFAULT 0,
  tax_total bigint NOT NULL DEFAULT 0,
  total bigint NOT NULL,
  tax_lines jsonb NOT NULL DEFAULT '[]',
  prices_include_tax boolean NOT NULL DEFAULT true,
  reverse_charge boolean NOT NULL DEFAULT false,
  tax_exempt boolean NOT NULL DEFAULT false,
  vat_number text,
  vat_status text,
  discount_code text,
  discount_id uuid,
  shipping_name text,
  attention text,
  refunded_total bigint NOT NULL DEFAULT 0,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT orders_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT orders_tenant_id_fkey FOREIGN KEY (tenant_id)
    REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT orders_tenant_id_cart_id_fkey FOREIGN KEY (tenant_id, cart_id)
    REFERENCES carts (tenant_id, id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT orders_tenant_id_customer_id_fkey FOREIGN KEY (tenant_id, customer_id)
    REFERENCES customers (tenant_id, id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT orders_status_check
    CHECK (status IN ('pending', 'paid', 'shipped', 'cancelled', 'refunded', 'partially_refunded'))
);
CREATE INDEX orders_tenant_id_customer_id_created_at_id_idx
  ON orders (tenant_id, customer_id, created_at DESC, id DESC);
CREATE INDEX orders_tenant_id_created_at_id_idx ON orders (tenant_id, created_at DESC, id DESC);
-- The provider's metadata names an order and no store.
CREATE INDEX orders_id_idx ON orders (id);
CREATE UNIQUE INDEX orders_tenant_id_number_key ON orders (tenant_id, number);
CREATE UNIQUE INDEX orders_tenant_id_cart_id_key ON orders (tenant_id, cart_id);
-- For the job that lets unpaid reservations expire.
CREATE INDEX orders_unpaid_partial ON orders (created_at) WHERE status = 'pending';

CREATE TABLE order_lines (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  tenant_id uuid NOT NULL,
  order_id uuid NOT NULL,
  product_id uuid NOT NULL,
  variant_id uuid NOT NULL,
  position integer NOT NULL DEFAULT 0,
  sku text NOT NULL,
  title text NOT NULL,
  quantity integer NOT NULL,
  unit_amount bigint NOT NULL,
  discount_total bigint NOT NULL DEFAULT 0,
  tax_total bigint NOT NULL DEFAULT 0,
  rate_basis_points integer NOT NULL DEFAULT 0,
  total bigint NOT NULL DEFAULT 0,
  shipped_quantity integer NOT NULL DEFAULT 0,
  released_quantity integer NOT NULL DEFAULT 0,
  refunded_quantity integer NOT NULL DEFAULT 0,
  returned_quantity integer NOT NULL DEFAULT 0,
  CONSTRAINT order_lines_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT order_lines_tenant_id_order_id_fkey FOREIGN KEY (tenant_id, order_id)
    REFERENCES orders (tenant_id, id) ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT order_lines_quantities_check
    CHECK (shipped_quantity >= 0 AND released_quantity >= 0 AND shipped_quantity + released_quantity <= quantity),
  CONSTRAINT order_lines_refunds_check
    CHECK (refunded_quantity BETWEEN 0 AND quantity AND returned_quantity BETWEEN 0 AND shipped_quantity)
);
CREATE INDEX order_lines_tenant_id_order_id_idx ON order_lines (tenant_id, order_id);

CREATE TABLE order_history (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  tenant_id uuid NOT NULL,
  order_id uuid NOT NULL,
  status text NOT NULL,
  previous_status text,
  actor text NOT NULL,
  details jsonb,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT order_history_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT order_history_tenant_id_order_id_fkey FOREIGN KEY (tenant_id, order_id)
    REFERENCES orders (tenant_id, id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX order_history_tenant_id_order_id_idx ON order_history (tenant_id, order_id);

CREATE TABLE shipments (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  tenant_id uuid NOT NULL,
  order_id uuid NOT NULL,
  carrier text,
  tracking_number text,
  tracking_url text,
  lines jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT shipments_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT shipments_tenant_id_order_id_fkey FOREIGN KEY (tenant_id, order_id)
    REFERENCES orders (tenant_id, id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX shipments_tenant_id_order_id_idx ON shipments (tenant_id, order_id);

-- Payments

CREATE TABLE payments (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  tenant_id uuid NOT NULL,
  order_id uuid NOT NULL,
  provider text NOT NULL,
  provider_payment_id text,
  amount bigint NOT NULL,
  currency char(3) NOT NULL,
  status text NOT NULL DEFAULT 'requires_payment',
  status_time bigint NOT NULL DEFAULT 0,
  captured_amount bigint NOT NULL DEFAULT 0,
  refunded_amount bigint NOT NULL DEFAULT 0,
  charge_ids text[] DEFAULT ARRAY[]::text[],
  failure_code text,
  failure_message text,
  failure_time bigint,
  cancel_at timestamptz(3),
  cancel_attempts integer NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT payments_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT payments_tenant_id_order_id_fkey FOREIGN KEY (tenant_id, order_id)
    REFERENCES orders (tenant_id, id) ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT payments_status_check
    CHECK (status IN ('requires_payment', 'processing', 'failed', 'succeeded', 'cancelled'))
);
CREATE UNIQUE INDEX payments_tenant_id_provider_payment_id_key ON payments (tenant_id, provider_payment_id);
-- The provider's metadata names our payment and no store.
CREATE INDEX payments_id_idx ON payments (id);
CREATE INDEX payments_tenant_id_order_id_idx ON payments (tenant_id, order_id);
CREATE INDEX payments_tenant_id_created_at_id_idx ON payments (tenant_id, created_at DESC, id DESC);
CREATE INDEX payments_charge_ids_idx ON payments USING gin (charge_ids);
-- For the job that cancels at the provider what shall not be paid any more.
CREATE INDEX payments_uncancelled_partial ON payments (cancel_at) WHERE cancel_at IS NOT NULL;

CREATE TABLE payment_references (
  reference text NOT NULL,
  tenant_id uuid NOT NULL,
  payment_id uuid NOT NULL,
  CONSTRAINT payment_references_pkey PRIMARY KEY (reference),
  CONSTRAINT payment_references_tenant_id_payment_id_fkey FOREIGN KEY (tenant_id, payment_id)
    REFERENCES payments (tenant_id, id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX payment_references_tenant_id_payment_id_idx ON payment_references (tenant_id, payment_id);

CREATE TABLE disputes (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  tenant_id uuid NOT NULL,
  payment_id uuid NOT NULL,
  order_id uuid NOT NULL,
  provider_dispute_id text NOT NULL,
  amount bigint NOT NULL,
  currency char(3) NOT NULL,
  reason text,
  status text NOT NULL,
  status_time bigint NOT NULL DEFAULT 0,
  outcome text,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  closed_at timestamptz(3),
  CONSTRAINT disputes_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT disputes_tenant_id_payment_id_fkey FOREIGN KEY (tenant_id, payment_id)
    REFERENCES payments (tenant_id, id) ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT disputes_outcome_check CHECK ((outcome IS NULL) = (closed_at IS NULL))
);
CREATE UNIQUE INDEX disputes_tenant_id_provider_dispute_id_key ON disputes (tenant_id, provider_dispute_id);
CREATE INDEX disputes_tenant_id_order_id_idx ON disputes (tenant_id, order_id);
CREATE INDEX disputes_tenant_id_created_at_id_idx ON disputes (tenant_id, created_at DESC, id DESC);

CREATE TABLE payment_events (
  id text NOT NULL,
  type text NOT NULL,
  payload jsonb NOT NULL,
  order_id uuid,
  received_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  processed_at timestamptz(3),
  match_keys text[] DEFAULT ARRAY[]::text[],
  CONSTRAINT payment_events_pkey PRIMARY KEY (id)
);
CREATE INDEX payment_events_order_id_idx ON payment_events (order_id);
-- Events that wait for their payment to appear: few, because what has happened isn't in it.
CREATE INDEX payment_events_unmatched_partial ON payment_events USING gin (match_keys) WHERE processed_at IS NULL;

-- Refunds

CREATE TABLE refunds (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  tenant_id uuid NOT NULL,
  order_id uuid NOT NULL,
  payment_id uuid NOT NULL,
  provider_refund_id text,
  amount bigint NOT NULL,
  currency char(3) NOT NULL,
  reason text,
  status text NOT NULL,
  status_time bigint NOT NULL DEFAULT 0,
  lines jsonb NOT NULL DEFAULT '[]',
  restock boolean NOT NULL DEFAULT false,
  send_at timestamptz(3),
  send_attempts integer NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT refunds_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT refunds_tenant_id_payment_id_fkey FOREIGN KEY (tenant_id, payment_id)
    REFERENCES payments (tenant_id, id) ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT refunds_status_check CHECK (status IN ('pending', 'succeeded', 'failed', 'cancelled'))
);
CREATE UNIQUE INDEX refunds_tenant_id_provider_refund_id_key ON refunds (tenant_id, provider_refund_id);
CREATE INDEX refunds_tenant_id_order_id_idx ON refunds (tenant_id, order_id);
CREATE INDEX refunds_tenant_id_created_at_id_idx ON refunds (tenant_id, created_at DESC, id DESC);
-- Refunds that the provider is still to be asked for.
CREATE INDEX refunds_unsent_partial ON refunds (send_at) WHERE send_at IS NOT NULL;

CREATE TABLE credit_notes (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  tenant_id uuid NOT NULL,
  number bigint NOT NULL,
  order_id uuid NOT NULL,
  refund_id uuid NOT NULL,
  amount bigint NOT NULL,
  currency char(3) NOT NULL,
  tax_lines jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT credit_notes_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT credit_notes_tenant_id_refund_id_fkey FOREIGN KEY (tenant_id, refund_id)
    REFERENCES refunds (tenant_id, id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX credit_notes_tenant_id_order_id_idx ON credit_notes (tenant_id, order_id);
CREATE UNIQUE INDEX credit_notes_tenant_id_number_key ON credit_notes (tenant_id, number);
CREATE UNIQUE INDEX credit_notes_tenant_id_refund_id_key ON credit_notes (tenant_id, refund_id);

CREATE TABLE credit_note_numbers (
  tenant_id uuid NOT NULL,
  last bigint NOT NULL DEFAULT 0,
  CONSTRAINT credit_note_numbers_pkey PRIMARY KEY (tenant_id),
  CONSTRAINT credit_note_numbers_tenant_id_fkey FOREIGN KEY (tenant_id)
    REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE CASCADE
);

-- Webhooks

CREATE TABLE webhook_subscriptions (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  tenant_id uuid NOT NULL,
  url text NOT NULL,
  events text[],
  active boolean NOT NULL DEFAULT true,
  secret_sealed text NOT NULL,
  previous_secret_sealed text,
  previous_secret_expires_at timestamptz(3),
  description text,
  header_names text[] DEFAULT ARRAY[]::text[],
  headers_sealed text,
  honour_retry_after boolean NOT NULL DEFAULT false,
  auto_pause boolean NOT NULL DEFAULT false,
  paused_reason text,
  consecutive_failures integer NOT NULL DEFAULT 0,
  failing_since timestamptz(3),
  is_probing boolean NOT NULL DEFAULT false,
  told_health text NOT NULL DEFAULT 'well',
  max_concurrency integer,
  ordered boolean NOT NULL DEFAULT false,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  version integer NOT NULL DEFAULT 1,
  deleted_at timestamptz(3),
  CONSTRAINT webhook_subscriptions_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT webhook_subscriptions_tenant_id_fkey FOREIGN KEY (tenant_id)
    REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT webhook_subscriptions_previous_secret_check
    CHECK ((previous_secret_sealed IS NULL) = (previous_secret_expires_at IS NULL)),
  CONSTRAINT webhook_subscriptions_max_concurrency_check CHECK (max_concurrency > 0),
  CONSTRAINT webhook_subscriptions_paused_reason_check
    CHECK (paused_reason IS NULL OR (paused_reason IN ('gone', 'failing') AND NOT active)),
  CONSTRAINT webhook_subscriptions_failing_check CHECK ((failing_since IS NULL) = (consecutive_failures = 0)),
  CONSTRAINT webhook_subscriptions_told_health_check CHECK (told_health IN ('well', 'failing', 'paused')),
  CONSTRAINT webhook_subscriptions_deleted_check CHECK (deleted_at IS NULL OR NOT active)
);
CREATE INDEX webhook_subscriptions_tenant_id_created_at_id_idx
  ON webhook_subscriptions (tenant_id, created_at DESC, id DESC);
-- Whose admins may have to be notified.
CREATE INDEX webhook_subscriptions_health_partial ON webhook_subscriptions (tenant_id, id)
  WHERE failing_since IS NOT NULL OR paused_reason IS NOT NULL OR told_health <> 'well';

-- Whose logs are still to be removed.
CREATE INDEX webhook_subscriptions_deleted_partial ON webhook_subscriptions (tenant_id, id)
  WHERE deleted_at IS NOT NULL;

CREATE TABLE webhook_sequences (
  tenant_id uuid NOT NULL,
  subscription_id uuid NOT NULL,
  last bigint NOT NULL DEFAULT 0,
  CONSTRAINT webhook_sequences_pkey PRIMARY KEY (tenant_id, subscription_id),
  CONSTRAINT webhook_sequences_tenant_id_subscription_id_fkey FOREIGN KEY (tenant_id, subscription_id)
    REFERENCES webhook_subscriptions (tenant_id, id) ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE webhook_events (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  tenant_id uuid NOT NULL,
  name text NOT NULL,
  data json NOT NULL,
  occurred_at timestamptz(3) NOT NULL,
  is_test boolean NOT NULL DEFAULT false,
  resource_id uuid NOT NULL DEFAULT gen_random_uuid(),
  position bigserial NOT NULL,
  CONSTRAINT webhook_events_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT webhook_events_tenant_id_fkey FOREIGN KEY (tenant_id)
    REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX webhook_events_tenant_id_occurred_at_idx ON webhook_events (tenant_id, occurred_at);
-- Retention looks across stores for what is old. Rows are written in order of time: a range of blocks is enough.
CREATE INDEX webhook_events_age_partial ON webhook_events USING brin (occurred_at);

CREATE TABLE webhook_deliveries (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  tenant_id uuid NOT NULL,
  subscription_id uuid NOT NULL,
  event_id uuid NOT NULL,
  event text NOT NULL,
  status text NOT NULL DEFAULT 'pending',
  attempts integer NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL,
  last_attempt_at timestamptz(3),
  next_retry_at timestamptz(3),
  response_code integer,
  last_error text,
  lease_until timestamptz(3),
  is_test boolean NOT NULL DEFAULT false,
  resource_id uuid NOT NULL DEFAULT gen_random_uuid(),
  position bigint NOT NULL DEFAULT 0,
  sequence bigint,
  CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT webhook_deliveries_tenant_id_subscription_id_fkey FOREIGN KEY (tenant_id, subscription_id)
    REFERENCES webhook_subscriptions (tenant_id, id) ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT webhook_deliveries_tenant_id_event_id_fkey FOREIGN KEY (tenant_id, event_id)
    REFERENCES webhook_events (tenant_id, id) ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT webhook_deliveries_status_check CHECK (status IN ('pending', 'delivered', 'failed', 'exhausted')),
  CONSTRAINT webhook_deliveries_next_retry_check
    CHECK ((status IN ('pending', 'failed')) = (next_retry_at IS NOT NULL)),
  CONSTRAINT webhook_deliveries_sequence_check CHECK (sequence > 0)
);
CREATE INDEX webhook_deliveries_tenant_id_created_at_id_idx
  ON webhook_deliveries (tenant_id, created_at DESC, id DESC);
CREATE INDEX webhook_deliveries_tenant_id_subscription_id_created_at_id_idx
  ON webhook_deliveries (tenant_id, subscription_id, created_at DESC, id DESC);
CREATE INDEX webhook_deliveries_tenant_id_subscription_id_event_status_c_idx
  ON webhook_deliveries (tenant_id, subscription_id, event, status, created_at DESC, id DESC);
CREATE INDEX webhook_deliveries_tenant_id_event_status_created_at_id_idx
  ON webhook_deliveries (tenant_id, event, status, created_at DESC, id DESC);
CREATE UNIQUE INDEX webhook_deliveries_tenant_id_event_id_subscription_id_key
  ON webhook_deliveries (tenant_id, event_id, subscription_id);
-- What is due, subscription by subscription: each takes its turn, however much the others have.
CREATE INDEX webhook_deliveries_due_partial ON webhook_deliveries (tenant_id, subscription_id, next_retry_at, id)
  WHERE status IN ('pending', 'failed');
-- Retries: what was tried comes first of its resource, so these are what an ordered subscription looks for.
CREATE INDEX webhook_deliveries_retry_partial ON webhook_deliveries (tenant_id, subscription_id, next_retry_at)
  WHERE status = 'failed';
-- What workers hold: few, and counted for the subscriptions that limit it.
CREATE INDEX webhook_deliveries_held_partial ON webhook_deliveries (tenant_id, subscription_id) WHERE lease_until IS NOT NULL;
-- The first open delivery of each resource, and whether one has an earlier one before it.
CREATE INDEX webhook_deliveries_order_partial ON webhook_deliveries (tenant_id, subscription_id, resource_id, position)
  WHERE status IN ('pending', 'failed');
-- What has its number and isn't delivered.
CREATE INDEX webhook_deliveries_gaps_partial ON webhook_deliveries (tenant_id, subscription_id, sequence)
  WHERE sequence IS NOT NULL AND status <> 'delivered';
-- For retention, as for the events.
CREATE INDEX webhook_deliveries_age_partial ON webhook_deliveries USING brin (created_at);

CREATE TABLE webhook_attempts (
  delivery_id uuid NOT NULL,
  number integer NOT NULL,
  tenant_id uuid NOT NULL,
  subscription_id uuid NOT NULL,
  outcome text NOT NULL DEFAULT 'open',
  started_at timestamptz(3) NOT NULL,
  finished_at timestamptz(3),
  duration_ms integer,
  response_code integer,
  error text,
  resolved_address text,
  response_body text,
  dns_ms integer,
  connect_ms integer,
  tls_ms integer,
  first_byte_ms integer,
  request_headers jsonb,
  response_headers jsonb,
  CONSTRAINT webhook_attempts_pkey PRIMARY KEY (tenant_id, delivery_id, number),
  CONSTRAINT webhook_attempts_tenant_id_delivery_id_fkey FOREIGN KEY (tenant_id, delivery_id)
    REFERENCES webhook_deliveries (tenant_id, id) ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT webhook_attempts_outcome_check CHECK (outcome IN ('open', 'succeeded', 'failed', 'unknown'))
);
CREATE INDEX webhook_attempts_tenant_id_subscription_id_started_at_idx
  ON webhook_attempts (tenant_id, subscription_id, started_at DESC);

CREATE TABLE webhook_recoveries (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  tenant_id uuid NOT NULL,
  subscription_id uuid,
  state text NOT NULL,
  missing boolean NOT NULL,
  statuses text[],
  event text,
  from_at timestamptz(3) NOT NULL,
  to_at timestamptz(3) NOT NULL,
  dry_run boolean NOT NULL,
  rate_per_second integer NOT NULL,
  matched integer NOT NULL,
  sent integer NOT NULL DEFAULT 0,
  cursor_at timestamptz(3),
  cursor_id uuid,
  last_run_at timestamptz(3),
  created_by text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  ended_at timestamptz(3),
  CONSTRAINT webhook_recoveries_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT webhook_recoveries_tenant_id_fkey FOREIGN KEY (tenant_id)
    REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT webhook_recoveries_tenant_id_subscription_id_fkey FOREIGN KEY (tenant_id, subscription_id)
    REFERENCES webhook_subscriptions (tenant_id, id) ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT webhook_recoveries_state_check CHECK (state IN ('running', 'paused', 'cancelled', 'completed'))
);
CREATE INDEX webhook_recoveries_tenant_id_created_at_id_idx
  ON webhook_recoveries (tenant_id, created_at DESC, id DESC);
CREATE INDEX webhook_recoveries_tenant_id_subscription_id_idx ON webhook_recoveries (tenant_id, subscription_id);
-- What the worker looks for every second.
CREATE INDEX webhook_recoveries_running_partial ON webhook_recoveries (tenant_id, id) WHERE state = 'running';
