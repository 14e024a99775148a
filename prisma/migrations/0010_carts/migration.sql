CREATE TABLE carts (
  tenant_id uuid NOT NULL REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE NO ACTION,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  customer_id uuid,
  currency char(3) NOT NULL,
  email text,
  locale text,
  billing_address jsonb,
  shipping_address jsonb,
  shipping_option_id uuid,
  -- What carriers said, `{ "key", "until", "rates": { "<option>": amount or "own" } }`; the key is of goods and address.
  carrier_rates jsonb,
  -- What a tax provider said, `{ "key", "until", "rates": { "goods": [rate], "shipping": rate }, "retryAt" }`; null rates: it
  -- didn't respond.
  provider_taxes jsonb,
  discount_code text,
  -- Its shopper wants no gifts.
  declines_gifts boolean NOT NULL DEFAULT false,
  completed_at timestamptz(3),
  checkout_started_at timestamptz(3),
  abandoned_at timestamptz(3),
  -- An operator composes it for a buyer: it is no shopper's, and doesn't expire.
  is_draft boolean NOT NULL DEFAULT false,
  shipping_by_hand jsonb,
  -- Of a draft, and of the order that it became: the order that its goods leave with.
  addition_to_id uuid,
  note text,
  metadata jsonb NOT NULL DEFAULT '{}',
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, customer_id) REFERENCES customers (tenant_id, id) ON DELETE RESTRICT ON UPDATE NO ACTION,
  FOREIGN KEY (tenant_id, shipping_option_id) REFERENCES shipping_options (tenant_id, id) ON DELETE RESTRICT ON UPDATE NO ACTION
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05);
CREATE INDEX carts_tenant_id_customer_id_idx ON carts (tenant_id, customer_id);
-- A job deletes abandoned carts. The index has the time of their creation, which never changes: an index by the last change would
-- be written by every change of every cart.
CREATE INDEX carts_open_partial ON carts (created_at) WHERE completed_at IS NULL AND NOT is_draft;
CREATE INDEX carts_draft_partial ON carts (tenant_id, created_at DESC, id DESC) WHERE is_draft;
CREATE INDEX carts_addition_partial ON carts (tenant_id, addition_to_id) WHERE addition_to_id IS NOT NULL;

-- A job tells of those that are left behind. Nobody can be written to who said no e-mail, so most carts aren't in it.
CREATE INDEX carts_untold_partial ON carts (tenant_id, created_at)
  WHERE completed_at IS NULL AND abandoned_at IS NULL AND NOT is_draft AND (email IS NOT NULL OR customer_id IS NOT NULL);

CREATE TABLE cart_lines (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  cart_id uuid NOT NULL,
  variant_id uuid NOT NULL,
  sku text NOT NULL DEFAULT '',
  title text NOT NULL DEFAULT '',
  product_title text,
  variant_title text,
  quantity integer NOT NULL,
  seen_unit_amount bigint NOT NULL,
  -- Of a draft: in place of the catalogue's price.
  unit_amount_by_hand bigint,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, cart_id) REFERENCES carts (tenant_id, id) ON DELETE CASCADE ON UPDATE NO ACTION,
  -- The sum of two additions can exceed the limit that each of them keeps.
  CONSTRAINT cart_lines_quantity_check CHECK (quantity BETWEEN 1 AND 9999)
) WITH (fillfactor = 80);
CREATE UNIQUE INDEX cart_lines_tenant_id_cart_id_variant_id_key ON cart_lines (tenant_id, cart_id, variant_id);
