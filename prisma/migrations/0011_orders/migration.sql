-- Orders with their lines, history, labels and shipments, and returns.

CREATE TABLE order_numbers (
  tenant_id uuid PRIMARY KEY REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE NO ACTION,
  last bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 20);

CREATE TABLE orders (
  tenant_id uuid NOT NULL REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE NO ACTION,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  number bigint NOT NULL,
  cart_id uuid NOT NULL,
  customer_id uuid,
  status text NOT NULL DEFAULT 'pending',
  email text,
  locale text NOT NULL DEFAULT 'en',
  -- The seller and the language as they were at the checkout.
  seller jsonb,
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
  -- The network that it was placed from: unpaid orders are limited for each.
  origin text,
  discount_code text,
  -- The discounts that were applied, with what each took off.
  discounts jsonb NOT NULL DEFAULT '[]',
  shipping_name text,
  -- Where the goods are picked up, as it was at the checkout, and when they were ready there; null: they are sent.
  pickup_place jsonb,
  ready_for_pickup_at timestamptz(3),
  -- When its buyer withdrew from it, until an operator has decided otherwise.
  withdrawn_at timestamptz(3),
  -- Why operators have to look at it.
  attention_reasons text[] DEFAULT ARRAY[]::text[],
  -- The figures of a payment that doesn't fit its order.
  attention_details jsonb,
  refunded_total bigint NOT NULL DEFAULT 0,
  metadata jsonb NOT NULL DEFAULT '{}',
  tags text[] DEFAULT ARRAY[]::text[],
  accepted_texts jsonb NOT NULL DEFAULT '[]',
  exchanged_order_id uuid,
  exchanged_return_id uuid,
  -- The part of an exchange's price that was paid with the first order's money, tax included. As long as it stands, the first
  -- order can neither be refunded nor exchanged for that money.
  exchange_credit bigint NOT NULL DEFAULT 0,
  -- SHA-256 of the newest link by which it is paid without an account.
  payment_link_hash bytea,
  -- The worth of units that an operator removed before the order was paid. The ledger has it as `taken_off` until it is credited.
  removed_total bigint NOT NULL DEFAULT 0,
  erased_at timestamptz(3),
  -- Derived from the ledgers, and kept here for lists.
  payment_status text NOT NULL DEFAULT 'unpaid',
  fulfilment_status text NOT NULL DEFAULT 'unfulfilled',
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, cart_id) REFERENCES carts (tenant_id, id) ON DELETE RESTRICT ON UPDATE NO ACTION,
  FOREIGN KEY (tenant_id, customer_id) REFERENCES customers (tenant_id, id) ON DELETE RESTRICT ON UPDATE NO ACTION,
  CONSTRAINT orders_status_check CHECK (status IN ('pending', 'paid', 'shipped', 'cancelled', 'refunded', 'partially_refunded'))
);
CREATE INDEX orders_tenant_id_customer_id_created_at_id_idx ON orders (tenant_id, customer_id, created_at DESC, id DESC);
CREATE INDEX orders_tenant_id_created_at_id_idx ON orders (tenant_id, created_at DESC, id DESC);
-- The provider's metadata names an order and no store.
CREATE INDEX orders_id_idx ON orders (id);
CREATE INDEX orders_tenant_id_total_id_idx ON orders (tenant_id, total, id);
CREATE UNIQUE INDEX orders_tenant_id_number_key ON orders (tenant_id, number);
CREATE UNIQUE INDEX orders_tenant_id_cart_id_key ON orders (tenant_id, cart_id);
-- A job cancels unpaid orders, whose reservations expire.
CREATE INDEX orders_unpaid_partial ON orders (created_at) WHERE status = 'pending';
CREATE INDEX orders_unpaid_origin_partial ON orders (tenant_id, origin) WHERE status = 'pending';
-- Operators type the beginning of an address.
CREATE INDEX orders_email_partial ON orders (tenant_id, email COLLATE "C", created_at DESC) WHERE email IS NOT NULL;
-- Operators have to look at these orders, which are few.
CREATE INDEX orders_attention_partial ON orders (tenant_id, created_at DESC, id DESC) WHERE attention_reasons <> '{}';
CREATE INDEX orders_search_partial
  ON orders USING gin (tenant_id, search_text(email, shipping_address ->> 'name', billing_address ->> 'name', NULL) gin_trgm_ops);
CREATE INDEX orders_address_partial ON orders (tenant_id, lower(email), created_at DESC);
CREATE INDEX orders_tenant_id_status_created_at_id_idx ON orders (tenant_id, status, created_at DESC, id DESC);
CREATE INDEX orders_metadata_partial ON orders USING gin (tenant_id, metadata jsonb_path_ops) WHERE metadata <> '{}';
CREATE INDEX orders_tags_partial ON orders USING gin (tenant_id, tags) WHERE tags <> '{}';
CREATE UNIQUE INDEX orders_payment_link_hash_partial ON orders (tenant_id, payment_link_hash) WHERE payment_link_hash IS NOT NULL;
CREATE INDEX orders_exchanged_order_id_partial ON orders (tenant_id, exchanged_order_id) WHERE exchanged_order_id IS NOT NULL;
CREATE INDEX orders_tenant_id_payment_status_created_at_id_idx ON orders (tenant_id, payment_status, created_at DESC, id DESC);
CREATE INDEX orders_tenant_id_fulfilment_status_created_at_id_idx
  ON orders (tenant_id, fulfilment_status, created_at DESC, id DESC);

CREATE TABLE order_lines (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  order_id uuid NOT NULL,
  product_id uuid NOT NULL,
  variant_id uuid NOT NULL,
  position integer NOT NULL DEFAULT 0,
  sku text NOT NULL,
  title text NOT NULL,
  product_title text,
  variant_title text,
  quantity integer NOT NULL,
  unit_amount bigint NOT NULL,
  -- The list that its price is from. It is no foreign key, because a list may be deleted.
  price_list_id uuid,
  price_list_name text,
  discount_total bigint NOT NULL DEFAULT 0,
  tax_total bigint NOT NULL DEFAULT 0,
  rate_basis_points double precision NOT NULL DEFAULT 0,
  tax_class text NOT NULL DEFAULT 'standard',
  -- As the variant said when it was bought. Goods that aren't shipped leave when the order is paid.
  requires_shipping boolean NOT NULL DEFAULT true,
  -- A discount gave it.
  is_gift boolean NOT NULL DEFAULT false,
  total bigint NOT NULL DEFAULT 0,
  shipped_quantity integer NOT NULL DEFAULT 0,
  released_quantity integer NOT NULL DEFAULT 0,
  refunded_quantity integer NOT NULL DEFAULT 0,
  returned_quantity integer NOT NULL DEFAULT 0,
  refunded_return_quantity integer NOT NULL DEFAULT 0,
  exchanged_quantity integer NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, order_id) REFERENCES orders (tenant_id, id) ON DELETE CASCADE ON UPDATE NO ACTION,
  CONSTRAINT order_lines_quantities_check
    CHECK (shipped_quantity >= 0 AND released_quantity >= 0 AND shipped_quantity + released_quantity <= quantity),
  CONSTRAINT order_lines_refunds_check
    CHECK (refunded_quantity BETWEEN 0 AND quantity AND returned_quantity BETWEEN 0 AND shipped_quantity)
);
CREATE INDEX order_lines_tenant_id_order_id_idx ON order_lines (tenant_id, order_id);
CREATE INDEX order_lines_sku_partial ON order_lines USING gin (tenant_id, sku gin_trgm_ops);
CREATE INDEX order_lines_sku_beginning_partial ON order_lines (tenant_id, (lower(sku) COLLATE "C"));

CREATE TABLE order_history (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  order_id uuid NOT NULL,
  status text NOT NULL,
  previous_status text,
  actor text NOT NULL,
  details jsonb,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, order_id) REFERENCES orders (tenant_id, id) ON DELETE CASCADE ON UPDATE NO ACTION
);
CREATE INDEX order_history_tenant_id_order_id_idx ON order_history (tenant_id, order_id);

-- The id is the key under which the carrier makes the label once.
CREATE TABLE shipping_labels (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  order_id uuid NOT NULL,
  status text NOT NULL DEFAULT 'requested',
  carrier text NOT NULL,
  service text NOT NULL,
  weight_grams integer NOT NULL,
  lines jsonb NOT NULL,
  carrier_label_id text,
  tracking_number text,
  tracking_url text,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, order_id) REFERENCES orders (tenant_id, id) ON DELETE CASCADE ON UPDATE NO ACTION
);
CREATE INDEX shipping_labels_tenant_id_order_id_idx ON shipping_labels (tenant_id, order_id);

CREATE TABLE shipping_label_files (
  tenant_id uuid NOT NULL,
  label_id uuid NOT NULL,
  bytes bytea NOT NULL,
  PRIMARY KEY (tenant_id, label_id),
  FOREIGN KEY (tenant_id, label_id) REFERENCES shipping_labels (tenant_id, id) ON DELETE CASCADE ON UPDATE NO ACTION
);

CREATE TABLE shipments (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  order_id uuid NOT NULL,
  carrier text,
  tracking_number text,
  tracking_url text,
  label_id uuid,
  lines jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, order_id) REFERENCES orders (tenant_id, id) ON DELETE CASCADE ON UPDATE NO ACTION,
  FOREIGN KEY (tenant_id, label_id) REFERENCES shipping_labels (tenant_id, id) ON DELETE NO ACTION ON UPDATE NO ACTION
);
CREATE INDEX shipments_tenant_id_order_id_idx ON shipments (tenant_id, order_id);
CREATE UNIQUE INDEX shipments_tenant_id_label_id_key ON shipments (tenant_id, label_id);

CREATE TABLE returns (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  order_id uuid NOT NULL,
  status text NOT NULL,
  requested_by text NOT NULL,
  reason text,
  note text,
  lines jsonb NOT NULL,
  received jsonb NOT NULL DEFAULT '[]',
  refund_id uuid,
  exchanged jsonb NOT NULL DEFAULT '[]',
  exchange_order_id uuid,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, order_id) REFERENCES orders (tenant_id, id) ON DELETE CASCADE ON UPDATE NO ACTION
);
CREATE INDEX returns_tenant_id_order_id_idx ON returns (tenant_id, order_id);
CREATE INDEX returns_tenant_id_created_at_id_idx ON returns (tenant_id, created_at DESC, id DESC);
CREATE INDEX returns_tenant_id_status_created_at_id_idx ON returns (tenant_id, status, created_at DESC, id DESC);

CREATE FUNCTION found_orders(part text, wanted bigint, most int) RETURNS TABLE (id uuid)
LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 1000 SET search_path FROM CURRENT SET enable_seqscan = off AS $$
DECLARE
  store uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
BEGIN
  RETURN QUERY EXECUTE 'SELECT o.id FROM orders o
    WHERE o.tenant_id = $1 AND search_text(o.email, o.shipping_address ->> ''name'', o.billing_address ->> ''name'', NULL) LIKE $2
    LIMIT $3'
  USING store, like_part(part), most;
  RETURN QUERY SELECT o.id FROM orders o WHERE o.tenant_id = store AND o.number = wanted;
  RETURN QUERY EXECUTE 'SELECT l.order_id FROM order_lines l WHERE l.tenant_id = $1 AND l.sku ILIKE $2 LIMIT $3'
  USING store, like_part(part), most;
END
$$;

CREATE FUNCTION found_orders_tagged(tag text, most int) RETURNS TABLE (id uuid)
LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 1000 SET search_path FROM CURRENT SET enable_seqscan = off AS $$
BEGIN
  RETURN QUERY EXECUTE 'SELECT o.id FROM orders o WHERE o.tenant_id = $1 AND o.tags <> ''{}'' AND o.tags @> ARRAY[$2] LIMIT $3'
  USING nullif(current_setting('app.tenant_id', true), '')::uuid, tag, most;
END
$$;

CREATE FUNCTION found_orders_of(address text, most int) RETURNS TABLE (id uuid)
LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 1000 SET search_path FROM CURRENT SET enable_seqscan = off AS $$
BEGIN
  RETURN QUERY EXECUTE 'SELECT o.id FROM orders o WHERE o.tenant_id = $1 AND lower(o.email) = lower($2)
    ORDER BY o.created_at DESC LIMIT $3'
  USING nullif(current_setting('app.tenant_id', true), '')::uuid, address, most;
END
$$;

-- Returns the orders of a number, or with a SKU that begins so, by one range of an index that sorts by bytes.
CREATE FUNCTION found_orders_beginning(part text, wanted bigint, most int) RETURNS TABLE (id uuid)
LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 1000 SET search_path FROM CURRENT SET enable_seqscan = off AS $$
DECLARE
  store uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
BEGIN
  RETURN QUERY SELECT o.id FROM orders o WHERE o.tenant_id = store AND o.number = wanted;
  RETURN QUERY EXECUTE 'SELECT l.order_id FROM order_lines l
    WHERE l.tenant_id = $1 AND lower(l.sku) COLLATE "C" >= $2 AND lower(l.sku) COLLATE "C" < $3 LIMIT $4'
  USING store, lower(part), lower(part) || chr(1114111), most;
END
$$;

-- Orders of the shop that a store had before. No ledger, document or report knows them.
CREATE TABLE former_orders (
  tenant_id uuid NOT NULL REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE NO ACTION,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  number text NOT NULL,
  email text,
  customer_id uuid,
  currency char(3) NOT NULL,
  total bigint NOT NULL,
  -- In the words of the former shop.
  status text,
  payment_status text,
  fulfilment_status text,
  billing_address jsonb,
  shipping_address jsonb,
  lines jsonb NOT NULL,
  details jsonb NOT NULL,
  -- When it was placed there.
  created_at timestamptz(3) NOT NULL,
  imported_at timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, customer_id) REFERENCES customers (tenant_id, id) ON DELETE RESTRICT ON UPDATE NO ACTION
);
CREATE UNIQUE INDEX former_orders_tenant_id_number_key ON former_orders (tenant_id, number);
CREATE INDEX former_orders_tenant_id_created_at_id_idx ON former_orders (tenant_id, created_at DESC, id DESC);
CREATE INDEX former_orders_email_partial ON former_orders (tenant_id, email, created_at DESC) WHERE email IS NOT NULL;
CREATE INDEX former_orders_customer_partial ON former_orders (tenant_id, customer_id, created_at DESC)
  WHERE customer_id IS NOT NULL;
CREATE INDEX former_orders_search_partial ON former_orders
  USING gin (tenant_id, search_text(number, email, shipping_address ->> 'name', billing_address ->> 'name') gin_trgm_ops);

CREATE FUNCTION found_former_orders(part text, most int) RETURNS TABLE (id uuid)
LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 1000 SET search_path FROM CURRENT SET enable_seqscan = off AS $$
BEGIN
  RETURN QUERY EXECUTE 'SELECT o.id FROM former_orders o
    WHERE o.tenant_id = $1
      AND search_text(o.number, o.email, o.shipping_address ->> ''name'', o.billing_address ->> ''name'') LIKE $2
    LIMIT $3'
  USING nullif(current_setting('app.tenant_id', true), '')::uuid, like_part(part), most;
END
$$;
