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
  -- Since when it has applied as it does now, where that is later than `starts_at`.
  since timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
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
  since timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
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

-- What a unit of a variant cost everybody before: base prices, prices of lists, and when a list applied. A reduction is
-- compared with the lowest of them in the 30 days before it. Triggers keep these tables, so that no way to change a price
-- passes them by. One row for a day has the lowest price that ended on it, so that nobody fills them by changing a price again
-- and again.
CREATE TABLE past_prices (
  tenant_id uuid NOT NULL,
  variant_id uuid NOT NULL,
  currency char(3) NOT NULL,
  -- On which it ended, UTC.
  day date NOT NULL,
  amount bigint NOT NULL,
  started_at timestamptz(3) NOT NULL,
  ended_at timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, variant_id, currency, day),
  FOREIGN KEY (tenant_id, variant_id) REFERENCES variants (tenant_id, id) ON DELETE CASCADE ON UPDATE NO ACTION
);
-- They stay when the list is deleted.
CREATE TABLE past_list_prices (
  tenant_id uuid NOT NULL,
  variant_id uuid NOT NULL,
  price_list_id uuid NOT NULL,
  day date NOT NULL,
  amount bigint NOT NULL,
  started_at timestamptz(3) NOT NULL,
  ended_at timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, variant_id, price_list_id, day),
  FOREIGN KEY (tenant_id, variant_id) REFERENCES variants (tenant_id, id) ON DELETE CASCADE ON UPDATE NO ACTION
);
CREATE TABLE past_list_periods (
  tenant_id uuid NOT NULL REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE NO ACTION,
  price_list_id uuid NOT NULL,
  day date NOT NULL,
  currency char(3) NOT NULL,
  started_at timestamptz(3) NOT NULL,
  ended_at timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, price_list_id, day)
);

-- A variant without list prices needs the 30 days before its last change. A list may have begun long before that; a reduction
-- of more than a year is none. Whoever changes a price removes what isn't needed any more, so no job looks through the table.
CREATE FUNCTION forget_past_prices(store uuid, variant uuid, moment timestamptz) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM past_prices p
  WHERE p.tenant_id = store AND p.variant_id = variant AND (
    p.ended_at < moment - interval '400 days'
    OR p.ended_at < moment - interval '31 days'
      AND NOT EXISTS (SELECT FROM list_prices l WHERE l.tenant_id = store AND l.variant_id = variant));
  DELETE FROM past_list_prices p
  WHERE p.tenant_id = store AND p.variant_id = variant AND p.ended_at < moment - interval '400 days';
END
$$;

-- A compare-at price that comes within a day after a price belongs to the same reduction. One that comes later calls a price
-- reduced that was charged before: then that is what it was.
CREATE FUNCTION keep_past_price() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  moment timestamptz := date_trunc('milliseconds', now());
  begun timestamptz := coalesce(
    (SELECT max(p.ended_at) FROM past_prices p WHERE p.tenant_id = OLD.tenant_id AND p.variant_id = OLD.id), OLD.created_at);
BEGIN
  IF begun >= moment
    OR (NEW.price_amount = OLD.price_amount AND NEW.currency = OLD.currency AND begun > moment - interval '1 day') THEN
    RETURN NULL;
  END IF;
  INSERT INTO past_prices AS p (tenant_id, variant_id, currency, day, amount, started_at, ended_at)
  VALUES (OLD.tenant_id, OLD.id, OLD.currency, (moment AT TIME ZONE 'UTC')::date, OLD.price_amount, begun, moment)
  ON CONFLICT (tenant_id, variant_id, currency, day) DO UPDATE
    SET amount = least(p.amount, EXCLUDED.amount), ended_at = EXCLUDED.ended_at;
  PERFORM forget_past_prices(OLD.tenant_id, OLD.id, moment);
  RETURN NULL;
END
$$;
CREATE TRIGGER keep_past_price AFTER UPDATE OF price_amount, currency, compare_at_amount ON variants FOR EACH ROW WHEN (
  OLD.price_amount <> NEW.price_amount OR OLD.currency <> NEW.currency
  OR (NEW.compare_at_amount > NEW.price_amount AND (OLD.compare_at_amount > OLD.price_amount) IS NOT TRUE)
) EXECUTE FUNCTION keep_past_price();

-- A variant that is being deleted keeps nothing.
CREATE FUNCTION keep_past_list_price() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  moment timestamptz := date_trunc('milliseconds', now());
BEGIN
  IF OLD.since < moment AND EXISTS (SELECT FROM variants v WHERE v.tenant_id = OLD.tenant_id AND v.id = OLD.variant_id) THEN
    INSERT INTO past_list_prices AS p (tenant_id, variant_id, price_list_id, day, amount, started_at, ended_at)
    VALUES (OLD.tenant_id, OLD.variant_id, OLD.price_list_id, (moment AT TIME ZONE 'UTC')::date, OLD.amount, OLD.since, moment)
    ON CONFLICT (tenant_id, variant_id, price_list_id, day) DO UPDATE
      SET amount = least(p.amount, EXCLUDED.amount), ended_at = EXCLUDED.ended_at;
    PERFORM forget_past_prices(OLD.tenant_id, OLD.variant_id, moment);
  END IF;
  IF TG_OP = 'DELETE' THEN
    RETURN OLD;
  END IF;
  NEW.since := moment;
  RETURN NEW;
END
$$;
CREATE TRIGGER keep_past_list_price BEFORE UPDATE ON list_prices
  FOR EACH ROW WHEN (OLD.min_quantity = 1 AND OLD.amount <> NEW.amount) EXECUTE FUNCTION keep_past_list_price();
CREATE TRIGGER keep_deleted_list_price BEFORE DELETE ON list_prices
  FOR EACH ROW WHEN (OLD.min_quantity = 1) EXECUTE FUNCTION keep_past_list_price();

-- A list that applied and goes on applying, such as one whose end is moved, hasn't begun again.
CREATE FUNCTION keep_past_list_period() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  moment timestamptz := date_trunc('milliseconds', now());
  begun timestamptz := greatest(OLD.since, OLD.starts_at);
  ended timestamptz := least(moment, OLD.ends_at);
  was_for_all boolean := OLD.active AND OLD.customer_group_id IS NULL AND begun < ended;
BEGIN
  IF TG_OP = 'UPDATE' AND was_for_all AND ended = moment AND NEW.active AND NEW.customer_group_id IS NULL
    AND greatest(begun, NEW.starts_at) = begun AND (NEW.ends_at > moment) IS NOT FALSE THEN
    NEW.since := begun;
    RETURN NEW;
  END IF;
  IF was_for_all THEN
    INSERT INTO past_list_periods AS p (tenant_id, price_list_id, day, currency, started_at, ended_at)
    VALUES (OLD.tenant_id, OLD.id, (ended AT TIME ZONE 'UTC')::date, OLD.currency, begun, ended)
    ON CONFLICT (tenant_id, price_list_id, day) DO UPDATE SET ended_at = EXCLUDED.ended_at;
  END IF;
  DELETE FROM past_list_periods p
  WHERE p.tenant_id = OLD.tenant_id AND p.price_list_id = OLD.id AND p.ended_at < moment - interval '400 days';
  IF TG_OP = 'DELETE' THEN
    RETURN OLD;
  END IF;
  NEW.since := moment;
  RETURN NEW;
END
$$;
CREATE TRIGGER keep_past_list_period BEFORE UPDATE OF active, starts_at, ends_at, customer_group_id ON price_lists
  FOR EACH ROW EXECUTE FUNCTION keep_past_list_period();
CREATE TRIGGER keep_deleted_list_period BEFORE DELETE ON price_lists
  FOR EACH ROW EXECUTE FUNCTION keep_past_list_period();

-- The lowest price that everybody could buy a unit at in the 30 days before the one of now was charged; null: nothing is
-- reduced, or nothing was charged before. The lowest of all that was offered is what was charged, so no two offers need to be
-- compared in time.
CREATE FUNCTION lowest_before_reduction(
  store uuid, variant uuid, base_amount bigint, base_currency text, compare_at bigint, listed_at timestamptz, moment timestamptz
) RETURNS bigint LANGUAGE sql STABLE AS $$
  WITH price AS (
    SELECT price_list_id, amount, since AS started_at, 'infinity'::timestamptz AS ended_at FROM list_prices
    WHERE tenant_id = store AND variant_id = variant AND min_quantity = 1
    UNION ALL
    SELECT price_list_id, amount, started_at, ended_at FROM past_list_prices WHERE tenant_id = store AND variant_id = variant
  ), period AS (
    SELECT id, greatest(since, starts_at) AS started_at, coalesce(ends_at, 'infinity') AS ended_at FROM price_lists
    WHERE tenant_id = store AND active AND customer_group_id IS NULL AND currency = base_currency
    UNION ALL
    SELECT price_list_id, started_at, ended_at FROM past_list_periods WHERE tenant_id = store AND currency = base_currency
  ), offered AS (
    SELECT base_amount AS amount, 'infinity'::timestamptz AS ended_at, coalesce(
      (SELECT max(ended_at) FROM past_prices WHERE tenant_id = store AND variant_id = variant), listed_at) AS started_at
    UNION ALL
    SELECT amount, ended_at, started_at FROM past_prices
    WHERE tenant_id = store AND variant_id = variant AND currency = base_currency
    UNION ALL
    SELECT amount, least(price.ended_at, period.ended_at), greatest(price.started_at, period.started_at)
    FROM price JOIN period ON period.id = price.price_list_id
    WHERE greatest(price.started_at, period.started_at) < least(price.ended_at, period.ended_at)
  ), charged AS (
    SELECT amount, started_at FROM offered WHERE started_at <= moment AND ended_at > moment ORDER BY amount, started_at LIMIT 1
  )
  SELECT min(offered.amount)
  FROM charged JOIN offered
    ON offered.started_at < charged.started_at AND offered.ended_at > charged.started_at - interval '30 days'
  WHERE charged.amount < greatest(base_amount, compare_at)
$$;
