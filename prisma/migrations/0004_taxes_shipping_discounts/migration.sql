CREATE TABLE tax_settings (
  tenant_id uuid PRIMARY KEY REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  rates jsonb NOT NULL DEFAULT '[]',
  version integer NOT NULL DEFAULT 1,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);

CREATE TABLE shipping_options (
  tenant_id uuid NOT NULL REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  name text NOT NULL,
  amount bigint NOT NULL,
  countries text[] DEFAULT ARRAY[]::text[],
  free_from bigint,
  -- Its prices in other currencies than the store's, `{ "USD": { "amount", "freeFrom" } }`.
  prices jsonb NOT NULL DEFAULT '{}',
  position integer NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  removed_at timestamptz(3),
  PRIMARY KEY (tenant_id, id)
);

CREATE TABLE discounts (
  tenant_id uuid NOT NULL REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  code text NOT NULL,
  kind text NOT NULL,
  basis_points integer,
  amount bigint,
  -- With null it is the store's currency.
  currency char(3),
  active boolean NOT NULL DEFAULT true,
  starts_at timestamptz(3),
  ends_at timestamptz(3),
  usage_limit integer,
  times_used integer NOT NULL DEFAULT 0,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT discounts_kind_check CHECK (
    (kind = 'percentage' AND basis_points BETWEEN 1 AND 10000 AND amount IS NULL)
    OR (kind = 'amount' AND amount > 0 AND basis_points IS NULL)
    OR (kind = 'free_shipping' AND amount IS NULL AND basis_points IS NULL)
  )
);
CREATE INDEX discounts_tenant_id_created_at_id_idx ON discounts (tenant_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX discounts_tenant_id_code_key ON discounts (tenant_id, code);
