-- A list has prices beside a variant's base price: in a currency, for a group of customers, from a quantity, for a time.
CREATE TABLE price_lists (
  tenant_id uuid NOT NULL REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE NO ACTION,
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
  FOREIGN KEY (tenant_id, customer_group_id) REFERENCES customer_groups (tenant_id, id) ON DELETE RESTRICT ON UPDATE NO ACTION
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
  FOREIGN KEY (tenant_id, variant_id) REFERENCES variants (tenant_id, id) ON DELETE CASCADE ON UPDATE NO ACTION,
  FOREIGN KEY (tenant_id, price_list_id) REFERENCES price_lists (tenant_id, id) ON DELETE CASCADE ON UPDATE NO ACTION,
  CONSTRAINT list_prices_min_quantity_check CHECK (min_quantity BETWEEN 1 AND 9999),
  CONSTRAINT list_prices_amount_check CHECK (amount BETWEEN 0 AND 9007199254740991)
);
CREATE INDEX list_prices_tenant_id_price_list_id_variant_id_min_quantity_idx
  ON list_prices (tenant_id, price_list_id, variant_id, min_quantity);

-- An amount of the store's in a buyer's terms: with the tax of the store's country added or taken off, half up, in integers, so that it
-- is exact for every amount. With tax it is at most what a JSON number carries exactly. Without a rate the buyer has the store's terms.
CREATE FUNCTION in_terms(amount bigint, includes_tax boolean, rate numeric) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN rate IS NULL THEN amount
    WHEN includes_tax THEN least(amount + div(amount * 2 * rate + 10000, 20000)::bigint, 9007199254740991)
    ELSE amount - div(amount * 2 * rate + 10000 + rate, 20000 + 2 * rate)::bigint
  END
$$;

-- The rate of a tax class among those that a buyer's terms are made with, `{ "standard": 1900, … }`; null: the store's terms.
CREATE FUNCTION rate_in(rates jsonb, tax_class text) RETURNS numeric LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN rates IS NOT NULL THEN coalesce(rates ->> tax_class, rates ->> 'standard')::numeric END
$$;

-- What decides the prices of a buyer: the lists, as one array, and the group with its terms, where the buyer is a member of one. Without
-- lists no variant looks for a price of one. OFFSET, so that they are found once for a statement.
CREATE FUNCTION buyer_of(
  store uuid, buys_in text, is_member boolean, members_group uuid, members_include_tax boolean, members_rates jsonb, moment timestamptz
) RETURNS TABLE (lists uuid[], group_id uuid, includes_tax boolean, rates jsonb) LANGUAGE sql STABLE ROWS 1 AS $$
  SELECT ARRAY(
      SELECT pl.id FROM price_lists pl
      WHERE pl.tenant_id = store AND pl.currency = buys_in AND pl.active
        AND (pl.customer_group_id IS NULL OR (is_member AND pl.customer_group_id = members_group))
        AND (pl.starts_at IS NULL OR pl.starts_at <= moment)
        AND (pl.ends_at IS NULL OR pl.ends_at > moment)),
    CASE WHEN is_member THEN members_group END,
    CASE WHEN is_member THEN members_include_tax END,
    CASE WHEN is_member THEN members_rates END
  OFFSET 0
$$;

-- What a variant may cost a buyer: its base price, where it is in the currency, and its prices in the lists. One of a list for the
-- buyer's group is in the group's terms; one for everybody in the store's.
CREATE FUNCTION offers_of(
  store uuid, variant uuid, base_amount bigint, base_currency text, buys_in text,
  lists uuid[], buyers_group uuid, includes_tax boolean, rate numeric
) RETURNS TABLE (min_quantity integer, amount bigint, price_list_id uuid, name text) LANGUAGE sql STABLE ROWS 2 AS $$
  SELECT 1, in_terms(base_amount, includes_tax, rate), NULL::uuid, NULL::text WHERE base_currency = buys_in
  UNION ALL
  SELECT p.min_quantity,
    CASE WHEN pl.customer_group_id = buyers_group THEN p.amount ELSE in_terms(p.amount, includes_tax, rate) END,
    pl.id, pl.name
  FROM list_prices p JOIN price_lists pl ON pl.tenant_id = p.tenant_id AND pl.id = p.price_list_id
  WHERE p.tenant_id = store AND p.variant_id = variant AND p.price_list_id = ANY (lists)
$$;

-- The one rule of prices: of what a variant may cost in this quantity, the lowest. Of equal ones the base price comes first.
CREATE FUNCTION lowest_price(
  store uuid, variant uuid, base_amount bigint, base_currency text, buys_in text, quantity integer,
  lists uuid[], buyers_group uuid, includes_tax boolean, rate numeric
) RETURNS TABLE (amount bigint, price_list_id uuid, name text) LANGUAGE sql STABLE ROWS 1 AS $$
  SELECT offer.amount, offer.price_list_id, offer.name
  FROM offers_of(store, variant, base_amount, base_currency, buys_in, lists, buyers_group, includes_tax, rate) offer
  WHERE offer.min_quantity <= quantity
  ORDER BY offer.amount, offer.price_list_id NULLS FIRST LIMIT 1
$$;
