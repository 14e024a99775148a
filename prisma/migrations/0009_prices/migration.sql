-- A list has prices beside a variant's base price: in a currency, for a group of customers, from a quantity, for a time.
CREATE TABLE price_lists (
  tenant_id uuid NOT NULL REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  name text NOT NULL,
  currency char(3) NOT NULL,
  customer_group_id uuid,
  active boolean NOT NULL DEFAULT true,
  starts_at timestamptz(3),
  ends_at timestamptz(3),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, customer_group_id) REFERENCES customer_groups (tenant_id, id) ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX price_lists_tenant_id_created_at_id_idx ON price_lists (tenant_id, created_at DESC, id DESC);

-- The key begins with the variant, because carts and the catalogue look a price up by it.
CREATE TABLE list_prices (
  tenant_id uuid NOT NULL,
  variant_id uuid NOT NULL,
  price_list_id uuid NOT NULL,
  min_quantity integer NOT NULL DEFAULT 1,
  amount bigint NOT NULL,
  PRIMARY KEY (tenant_id, variant_id, price_list_id, min_quantity),
  FOREIGN KEY (tenant_id, variant_id) REFERENCES variants (tenant_id, id) ON DELETE CASCADE ON UPDATE CASCADE,
  FOREIGN KEY (tenant_id, price_list_id) REFERENCES price_lists (tenant_id, id) ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT list_prices_min_quantity_check CHECK (min_quantity BETWEEN 1 AND 9999),
  CONSTRAINT list_prices_amount_check CHECK (amount BETWEEN 0 AND 9007199254740991)
);
CREATE INDEX list_prices_tenant_id_price_list_id_variant_id_min_quantity_idx
  ON list_prices (tenant_id, price_list_id, variant_id, min_quantity);
