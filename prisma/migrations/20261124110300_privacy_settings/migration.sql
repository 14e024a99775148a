-- Texts that shoppers accept, consents, and how long a store keeps what. Defaults need no pass over the rows.
ALTER TABLE tenants ADD COLUMN required_texts text[] DEFAULT ARRAY[]::text[];
ALTER TABLE orders ADD COLUMN accepted_texts jsonb NOT NULL DEFAULT '[]';
ALTER TABLE customers ADD COLUMN last_seen_at timestamptz(3);

CREATE TABLE privacy_settings (
  tenant_id uuid NOT NULL PRIMARY KEY REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  inactive_customer_months integer,
  cart_days integer,
  mail_days integer,
  version integer NOT NULL DEFAULT 1
);

CREATE TABLE legal_texts (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  tenant_id uuid NOT NULL REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  kind text NOT NULL,
  locale text NOT NULL,
  version text NOT NULL,
  text text NOT NULL,
  sha256 text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT legal_texts_pkey PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX legal_texts_tenant_id_kind_locale_version_key ON legal_texts (tenant_id, kind, locale, version);
CREATE INDEX legal_texts_tenant_id_created_at_id_idx ON legal_texts (tenant_id, created_at DESC, id DESC);

CREATE TABLE consents (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  tenant_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  purpose text NOT NULL,
  granted boolean NOT NULL,
  text_version text,
  source text NOT NULL,
  actor text NOT NULL,
  client_address text,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT consents_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT consents_tenant_id_customer_id_fkey FOREIGN KEY (tenant_id, customer_id)
    REFERENCES customers (tenant_id, id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX consents_tenant_id_customer_id_created_at_id_idx
  ON consents (tenant_id, customer_id, created_at DESC, id DESC);

-- Evidence: a consent is never changed, only followed by another. An erasure takes its network address.
CREATE FUNCTION consent_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF to_jsonb(NEW) <> to_jsonb(OLD) || '{"client_address": null}' THEN
    RAISE EXCEPTION 'a consent is never changed';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER consent_stays BEFORE UPDATE ON consents FOR EACH ROW EXECUTE FUNCTION consent_stays();
