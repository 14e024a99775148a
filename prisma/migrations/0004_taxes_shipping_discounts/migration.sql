CREATE TABLE tax_settings (
  tenant_id uuid PRIMARY KEY REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE NO ACTION,
  rates jsonb NOT NULL DEFAULT '[]',
  classes jsonb NOT NULL DEFAULT '[]',
  -- Without one shipping is taxed as the goods.
  shipping_tax_class text,
  below_oss_threshold boolean NOT NULL DEFAULT false,
  exempt_reason text,
  exempt_reason_code text,
  -- `{ "name", "whenUnavailable" }` of a module's tax provider, which says the rates; null: the store does.
  provider jsonb,
  version integer NOT NULL DEFAULT 1,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);

CREATE TABLE shipping_options (
  tenant_id uuid NOT NULL REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE NO ACTION,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  name text NOT NULL,
  active boolean NOT NULL DEFAULT true,
  -- `{ "address", "openingHours", "note" }` where the goods are picked up; null: they are sent.
  pickup_place jsonb,
  -- `{ "name", "service", "whenUnavailable" }` of a module's carrier, which says what it costs; null: the store does.
  carrier jsonb,
  amount bigint NOT NULL,
  countries text[] DEFAULT ARRAY[]::text[],
  free_from bigint,
  -- What the tiers are told by: weight, quantity or value of the goods that are shipped; null: there are none.
  tiers_by text,
  -- `[{ "from", "amount" }]`; the last that has begun holds, and with null for its amount the option isn't offered.
  tiers jsonb NOT NULL DEFAULT '[]',
  -- Patterns of postal codes that it is offered in; empty: all.
  postal_codes text[] DEFAULT ARRAY[]::text[],
  -- Profiles of goods that it takes, beside goods without one.
  profiles text[] DEFAULT ARRAY[]::text[],
  -- Its prices in other currencies than the store's, `{ "USD": { "amount", "freeFrom", "tiers" } }`.
  prices jsonb NOT NULL DEFAULT '{}',
  position integer NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  removed_at timestamptz(3),
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT shipping_options_tiers_by_check CHECK (tiers_by IN ('weight', 'quantity', 'value'))
);

-- Whether an option is offered where the goods go, and costs something in the currency. Without countries: everywhere. Both
-- functions are given columns: on Citus a row of a table is of another type on each node.
CREATE FUNCTION is_offered_in(
  removed_at timestamptz, countries text[], prices jsonb, store_currency text, destination text, paid_in text
) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT removed_at IS NULL AND (countries = '{}' OR destination = ANY (countries))
    AND (paid_in = store_currency OR prices -> paid_in IS NOT NULL)
$$;

-- What an option costs in a currency that it is offered in, from which price it is free, and its tiers.
CREATE FUNCTION shipping_rate(
  own_amount bigint, own_free_from bigint, own_tiers jsonb, prices jsonb, store_currency text, paid_in text
) RETURNS TABLE (amount bigint, free_from bigint, tiers jsonb) LANGUAGE sql IMMUTABLE ROWS 1 AS $$
  SELECT CASE WHEN paid_in = store_currency THEN own_amount ELSE (prices -> paid_in ->> 'amount')::bigint END,
    CASE WHEN paid_in = store_currency THEN own_free_from ELSE (prices -> paid_in ->> 'freeFrom')::bigint END,
    CASE WHEN paid_in = store_currency THEN own_tiers ELSE prices -> paid_in -> 'tiers' END
$$;

CREATE TABLE discounts (
  tenant_id uuid NOT NULL REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE NO ACTION,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  code text NOT NULL,
  -- What shoppers see; without one it is the code.
  title text,
  automatic boolean NOT NULL DEFAULT false,
  -- It applies by codes that are generated for it; its own only names it.
  single_use_codes boolean NOT NULL DEFAULT false,
  kind text NOT NULL,
  basis_points integer,
  amount bigint,
  -- With null it is the store's currency.
  currency char(3),
  -- `[{ "from", "basisPoints" }]`; the last that is reached holds.
  tiers jsonb NOT NULL DEFAULT '[]',
  -- Of units that are bought, so many more are reduced, the cheapest.
  buy_quantity integer,
  get_quantity integer,
  -- What a gift adds to the cart. No foreign keys: a variant that is deleted is not given.
  gift_product_id uuid,
  gift_variant_id uuid,
  gift_quantity integer,
  -- The largest is first, and one that isn't combinable applies alone.
  priority integer NOT NULL DEFAULT 0,
  combinable boolean NOT NULL DEFAULT true,
  -- Of the goods that it is about, before discounts.
  minimum_amount bigint,
  minimum_quantity integer,
  -- Products, and those of categories and of what is below them; both empty: everything. They are no foreign keys: what is deleted
  -- matches nothing.
  product_ids uuid[] DEFAULT ARRAY[]::uuid[],
  category_ids uuid[] DEFAULT ARRAY[]::uuid[],
  customer_group_ids uuid[] DEFAULT ARRAY[]::uuid[],
  first_order boolean NOT NULL DEFAULT false,
  once_per_customer boolean NOT NULL DEFAULT false,
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
    (kind = 'percentage' AND basis_points BETWEEN 1 AND 10000 AND amount IS NULL AND buy_quantity IS NULL AND get_quantity IS NULL)
    OR (kind = 'amount' AND amount > 0 AND basis_points IS NULL AND buy_quantity IS NULL AND get_quantity IS NULL)
    OR (kind IN ('free_shipping', 'tiers') AND amount IS NULL AND basis_points IS NULL AND buy_quantity IS NULL AND get_quantity IS NULL)
    OR (kind = 'buy_x_get_y' AND basis_points BETWEEN 1 AND 10000 AND amount IS NULL AND buy_quantity > 0 AND get_quantity > 0)
    OR (kind = 'gift' AND basis_points IS NULL AND amount IS NULL AND buy_quantity IS NULL AND get_quantity IS NULL)
  ),
  CONSTRAINT discounts_gift_check CHECK (
    CASE WHEN kind = 'gift' THEN gift_product_id IS NOT NULL AND gift_variant_id IS NOT NULL AND gift_quantity > 0
         ELSE gift_product_id IS NULL AND gift_variant_id IS NULL AND gift_quantity IS NULL END
  )
);
CREATE INDEX discounts_tenant_id_created_at_id_idx ON discounts (tenant_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX discounts_tenant_id_code_key ON discounts (tenant_id, code);
-- Each cart asks for those that apply by themselves, which are few.
CREATE INDEX discounts_automatic_partial ON discounts (tenant_id, priority DESC, id) WHERE automatic AND active;

-- Who has used a discount that each customer may use once. The primary key refuses the second of two parallel checkouts.
CREATE TABLE discount_customers (
  tenant_id uuid NOT NULL,
  discount_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  cart_id uuid NOT NULL,
  PRIMARY KEY (tenant_id, discount_id, customer_id),
  FOREIGN KEY (tenant_id, discount_id) REFERENCES discounts (tenant_id, id) ON DELETE CASCADE ON UPDATE NO ACTION
);

-- Codes that are generated for a discount. Each is for one order, whose cart it then names.
CREATE TABLE discount_codes (
  tenant_id uuid NOT NULL,
  code text NOT NULL,
  discount_id uuid NOT NULL,
  cart_id uuid,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (tenant_id, code),
  FOREIGN KEY (tenant_id, discount_id) REFERENCES discounts (tenant_id, id) ON DELETE CASCADE ON UPDATE NO ACTION
);
CREATE INDEX discount_codes_tenant_id_discount_id_code_idx ON discount_codes (tenant_id, discount_id, code);
