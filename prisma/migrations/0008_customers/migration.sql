CREATE TABLE customer_groups (
  tenant_id uuid NOT NULL REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE NO ACTION,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  name text NOT NULL,
  -- Whether its customers see prices with tax; with null they see them as the store's prices are.
  prices_include_tax boolean,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX customer_groups_tenant_id_name_key ON customer_groups (tenant_id, name);

CREATE TABLE customers (
  tenant_id uuid NOT NULL REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE NO ACTION,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  email text NOT NULL,
  email_verified_at timestamptz(3),
  password_hash text,
  name text,
  phone text,
  is_b2b boolean NOT NULL DEFAULT false,
  customer_group_id uuid,
  tax_exempt boolean NOT NULL DEFAULT false,
  accepts_marketing boolean NOT NULL DEFAULT false,
  metadata jsonb NOT NULL DEFAULT '{}',
  vat_number text,
  vat_status text,
  vat_check_id uuid,
  vat_checked_at timestamptz(3),
  vat_name text,
  vat_consultation_number text,
  disabled_at timestamptz(3),
  erased_at timestamptz(3),
  last_seen_at timestamptz(3),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, customer_group_id) REFERENCES customer_groups (tenant_id, id) ON DELETE RESTRICT ON UPDATE NO ACTION,
  CONSTRAINT customers_vat_status_check CHECK (vat_status IN ('pending', 'valid', 'invalid', 'unavailable', 'unsupported')),
  CONSTRAINT customers_vat_check CHECK ((vat_number IS NULL) = (vat_status IS NULL)),
  CONSTRAINT customers_vat_proven_check
    CHECK (vat_status IS DISTINCT FROM 'valid' OR (vat_check_id IS NOT NULL AND vat_checked_at IS NOT NULL))
);
CREATE INDEX customers_tenant_id_created_at_id_idx ON customers (tenant_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX customers_tenant_id_email_key ON customers (tenant_id, email);
-- Operators type the beginning of an address.
CREATE INDEX customers_email_partial ON customers (tenant_id, email COLLATE "C");
CREATE INDEX customers_search_partial
  ON customers USING gin (tenant_id, search_text(email, name, phone, vat_number) gin_trgm_ops);
CREATE INDEX customers_metadata_partial ON customers USING gin (tenant_id, metadata jsonb_path_ops) WHERE metadata <> '{}';
CREATE INDEX customers_group_partial ON customers (tenant_id, customer_group_id, created_at DESC, id DESC)
  WHERE customer_group_id IS NOT NULL;

CREATE TABLE customer_sessions (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  customer_id uuid NOT NULL,
  token_hash bytea NOT NULL,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, customer_id) REFERENCES customers (tenant_id, id) ON DELETE CASCADE ON UPDATE NO ACTION
);
CREATE INDEX customer_sessions_tenant_id_customer_id_idx ON customer_sessions (tenant_id, customer_id);
CREATE INDEX customer_sessions_expires_at_idx ON customer_sessions (expires_at);

CREATE TABLE customer_session_tokens (
  tenant_id uuid NOT NULL,
  token_hash bytea PRIMARY KEY,
  session_id uuid NOT NULL,
  FOREIGN KEY (tenant_id, session_id) REFERENCES customer_sessions (tenant_id, id) ON DELETE CASCADE ON UPDATE NO ACTION
);
CREATE UNIQUE INDEX customer_session_tokens_tenant_id_session_id_key ON customer_session_tokens (tenant_id, session_id);

CREATE TABLE customer_tokens (
  tenant_id uuid NOT NULL REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE NO ACTION,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  customer_id uuid,
  purpose text NOT NULL,
  token_hash bytea NOT NULL,
  new_email text,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  used_at timestamptz(3),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, customer_id) REFERENCES customers (tenant_id, id) ON DELETE CASCADE ON UPDATE NO ACTION,
  CONSTRAINT customer_tokens_purpose_check CHECK (purpose IN ('verification', 'reset', 'email_change')),
  CONSTRAINT customer_tokens_new_email_check CHECK ((purpose = 'email_change') = (new_email IS NOT NULL))
);
CREATE INDEX customer_tokens_tenant_id_customer_id_idx ON customer_tokens (tenant_id, customer_id);
CREATE INDEX customer_tokens_expires_at_idx ON customer_tokens (expires_at);

CREATE TABLE customer_token_hashes (
  tenant_id uuid NOT NULL,
  token_hash bytea PRIMARY KEY,
  customer_token_id uuid NOT NULL,
  FOREIGN KEY (tenant_id, customer_token_id) REFERENCES customer_tokens (tenant_id, id) ON DELETE CASCADE ON UPDATE NO ACTION
);
CREATE UNIQUE INDEX customer_token_hashes_tenant_id_customer_token_id_key ON customer_token_hashes (tenant_id, customer_token_id);

CREATE TABLE customer_addresses (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
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
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, customer_id) REFERENCES customers (tenant_id, id) ON DELETE CASCADE ON UPDATE NO ACTION
);
CREATE INDEX customer_addresses_tenant_id_customer_id_created_at_id_idx
  ON customer_addresses (tenant_id, customer_id, created_at DESC, id DESC);

CREATE TABLE vat_checks (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
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
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, customer_id) REFERENCES customers (tenant_id, id) ON DELETE CASCADE ON UPDATE NO ACTION,
  CONSTRAINT vat_checks_status_check CHECK (status IN ('pending', 'unavailable', 'valid', 'invalid', 'superseded')),
  CONSTRAINT vat_checks_next_attempt_check CHECK ((status IN ('pending', 'unavailable')) = (next_attempt_at IS NOT NULL))
);
CREATE INDEX vat_checks_tenant_id_customer_id_created_at_idx ON vat_checks (tenant_id, customer_id, created_at DESC);
CREATE INDEX vat_checks_tenant_id_country_number_answered_at_idx ON vat_checks (tenant_id, country, number, answered_at DESC);
-- Workers look for checks that are due. The index is small, because those with a result aren't in it.
CREATE INDEX vat_checks_due_partial ON vat_checks (next_attempt_at) WHERE status IN ('pending', 'unavailable');

CREATE FUNCTION found_customers(part text, most int) RETURNS TABLE (id uuid)
LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 1000 SET search_path FROM CURRENT SET enable_seqscan = off AS $$
BEGIN
  RETURN QUERY EXECUTE 'SELECT c.id FROM customers c
    WHERE c.tenant_id = $1 AND search_text(c.email, c.name, c.phone, c.vat_number) LIKE $2 LIMIT $3'
  USING nullif(current_setting('app.tenant_id', true), '')::uuid, like_part(part), most;
END
$$;

CREATE TABLE consents (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  customer_id uuid NOT NULL,
  purpose text NOT NULL,
  granted boolean NOT NULL,
  text_version text,
  source text NOT NULL,
  actor text NOT NULL,
  client_address text,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, customer_id) REFERENCES customers (tenant_id, id) ON DELETE CASCADE ON UPDATE NO ACTION
);
CREATE INDEX consents_tenant_id_customer_id_created_at_id_idx ON consents (tenant_id, customer_id, created_at DESC, id DESC);

-- A consent is evidence: it is never changed, only followed by another. An erasure removes its network address.
CREATE FUNCTION consent_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF to_jsonb(NEW) <> to_jsonb(OLD) || '{"client_address": null}' THEN
    RAISE EXCEPTION 'a consent is never changed';
  END IF;
  RETURN NEW;
END
$$;

CREATE TRIGGER consent_stays BEFORE UPDATE ON consents FOR EACH ROW EXECUTE FUNCTION consent_stays();
