-- Prices beside a variant's base price: in a currency, for a group of customers, from a quantity, for a time. Without a list
-- nothing costs anything else than before; columns that are null need no pass over the rows.
CREATE TABLE customer_groups (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  tenant_id uuid NOT NULL,
  name text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT customer_groups_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT customer_groups_tenant_id_fkey FOREIGN KEY (tenant_id)
    REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE UNIQUE INDEX customer_groups_tenant_id_name_key ON customer_groups (tenant_id, name);

ALTER TABLE customers ADD COLUMN customer_group_id uuid;
ALTER TABLE customers ADD CONSTRAINT customers_tenant_id_customer_group_id_fkey FOREIGN KEY (tenant_id, customer_group_id)
  REFERENCES customer_groups (tenant_id, id) ON DELETE RESTRICT ON UPDATE CASCADE;
CREATE INDEX customers_group_partial ON customers (tenant_id, customer_group_id, created_at DESC, id DESC)
  WHERE customer_group_id IS NOT NULL;

CREATE TABLE price_lists (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  tenant_id uuid NOT NULL,
  name text NOT NULL,
  currency char(3) NOT NULL,
  customer_group_id uuid,
  active boolean NOT NULL DEFAULT true,
  starts_at timestamptz(3),
  ends_at timestamptz(3),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT price_lists_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT price_lists_tenant_id_fkey FOREIGN KEY (tenant_id)
    REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT price_lists_tenant_id_customer_group_id_fkey FOREIGN KEY (tenant_id, customer_group_id)
    REFERENCES customer_groups (tenant_id, id) ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX price_lists_tenant_id_created_at_id_idx ON price_lists (tenant_id, created_at DESC, id DESC);

-- The key begins with the variant: that is how carts and the catalogue look a price up.
CREATE TABLE list_prices (
  tenant_id uuid NOT NULL,
  variant_id uuid NOT NULL,
  price_list_id uuid NOT NULL,
  min_quantity integer NOT NULL DEFAULT 1,
  amount bigint NOT NULL,
  CONSTRAINT list_prices_pkey PRIMARY KEY (tenant_id, variant_id, price_list_id, min_quantity),
  CONSTRAINT list_prices_tenant_id_variant_id_fkey FOREIGN KEY (tenant_id, variant_id)
    REFERENCES variants (tenant_id, id) ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT list_prices_tenant_id_price_list_id_fkey FOREIGN KEY (tenant_id, price_list_id)
    REFERENCES price_lists (tenant_id, id) ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT list_prices_min_quantity_check CHECK (min_quantity BETWEEN 1 AND 9999),
  CONSTRAINT list_prices_amount_check CHECK (amount BETWEEN 0 AND 9007199254740991)
);
CREATE INDEX list_prices_tenant_id_price_list_id_variant_id_min_quantity_idx
  ON list_prices (tenant_id, price_list_id, variant_id, min_quantity);

-- What an order's price came from. No key: a list may be deleted.
ALTER TABLE order_lines ADD COLUMN price_list_id uuid, ADD COLUMN price_list_name text;
