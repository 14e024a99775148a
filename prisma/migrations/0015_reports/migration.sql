-- What reports add up of an entry: itself, and each line of its tax, with its country and region, where `amount` is what is taxed. The
-- account of zeros is that of the deployment. An entry that takes another one back takes back the tax of that one.
CREATE FUNCTION figures_of_entry(of_kind text, of_account uuid, of_amount bigint, tax_lines jsonb) RETURNS TABLE (
  kind text, account_id uuid, country text, region text, rate_basis_points double precision, exempt boolean, counted bigint, amount bigint, tax bigint
) LANGUAGE sql IMMUTABLE AS $$
  SELECT of_kind, coalesce(of_account, '00000000-0000-0000-0000-000000000000'), '', '', 0, false, 1, of_amount, 0
  WHERE of_kind IN ('payment', 'refund', 'dispute')
  UNION ALL
  SELECT of_kind, '00000000-0000-0000-0000-000000000000', '', '', 0, false, 1, of_amount, 0
  WHERE of_kind IN ('sale', 'exchange_sale', 'credited', 'written_off')
  UNION ALL
  SELECT of_kind, '00000000-0000-0000-0000-000000000000', line.country, coalesce(line.region, ''), line."rateBasisPoints", coalesce(line.exempt, false), 1,
    sign(of_amount)::bigint * line."baseAmount", sign(of_amount)::bigint * line.amount
  FROM jsonb_to_recordset(coalesce(tax_lines, '[]')) AS line (country text, region text, "rateBasisPoints" double precision, exempt boolean, "baseAmount" bigint, amount bigint)
  WHERE of_kind IN ('sale', 'exchange_sale', 'credited', 'written_off')
$$;

-- The sums of each day, so that no report reads the entries. `counted` says how many are in it; nothing happened on a day that
-- has none.
CREATE TABLE daily_money (
  tenant_id uuid NOT NULL REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE NO ACTION,
  day date NOT NULL,
  currency char(3) NOT NULL,
  kind text NOT NULL,
  account_id uuid NOT NULL,
  country text NOT NULL,
  -- Where a country is taxed by region.
  region text NOT NULL DEFAULT '',
  rate_basis_points double precision NOT NULL,
  -- Goods that the law exempts, which are no part of what is taxed at zero.
  exempt boolean NOT NULL DEFAULT false,
  counted bigint NOT NULL,
  amount bigint NOT NULL,
  tax bigint NOT NULL,
  PRIMARY KEY (tenant_id, day, currency, kind, account_id, country, region, rate_basis_points, exempt)
) WITH (fillfactor = 70);

-- What isn't added to them yet: each entry appends rows, so that none waits for another of its store. A background job adds
-- them up; both tables together are right at any time.
CREATE TABLE money_changes (
  tenant_id uuid NOT NULL REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE NO ACTION,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  day date NOT NULL,
  currency char(3) NOT NULL,
  kind text NOT NULL,
  account_id uuid NOT NULL,
  country text NOT NULL,
  region text NOT NULL DEFAULT '',
  rate_basis_points double precision NOT NULL,
  exempt boolean NOT NULL DEFAULT false,
  counted bigint NOT NULL,
  amount bigint NOT NULL,
  tax bigint NOT NULL,
  PRIMARY KEY (tenant_id, id)
);

CREATE FUNCTION money_of_days(of_tenant uuid, first_day date, last_day date) RETURNS TABLE (
  day date, currency char(3), kind text, account_id uuid, country text, region text, rate_basis_points double precision, exempt boolean, counted bigint, amount bigint, tax bigint
) LANGUAGE sql STABLE AS $$
  SELECT d.day, d.currency, d.kind, d.account_id, d.country, d.region, d.rate_basis_points, d.exempt, d.counted, d.amount, d.tax FROM daily_money d
  WHERE d.tenant_id = of_tenant AND d.day BETWEEN first_day AND last_day
  UNION ALL
  SELECT c.day, c.currency, c.kind, c.account_id, c.country, c.region, c.rate_basis_points, c.exempt, c.counted, c.amount, c.tax FROM money_changes c
  WHERE c.tenant_id = of_tenant AND c.day BETWEEN first_day AND last_day
$$;

CREATE FUNCTION note_entry() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  f record;
BEGIN
  FOR f IN SELECT * FROM figures_of_entry(NEW.kind, NEW.account_id, NEW.amount, NEW.tax_lines) LOOP
    INSERT INTO money_changes (tenant_id, day, currency, kind, account_id, country, region, rate_basis_points, exempt, counted, amount, tax)
    VALUES (NEW.tenant_id, NEW.booked_on, NEW.currency, f.kind, f.account_id, f.country, f.region, f.rate_basis_points, f.exempt, f.counted, f.amount, f.tax);
  END LOOP;
  RETURN NULL;
END
$$;
CREATE TRIGGER note_entry AFTER INSERT ON money_entries FOR EACH ROW
  WHEN (NEW.kind IN ('sale', 'exchange_sale', 'credited', 'written_off', 'payment', 'refund', 'dispute')) EXECUTE FUNCTION note_entry();

-- The check of what the trigger and the job promise: the sums of the entries of each day from this one on, or of all with null,
-- less what is kept of them.
CREATE FUNCTION missing_money(since date) RETURNS TABLE (
  tenant_id uuid, day date, currency char(3), kind text, account_id uuid, country text, region text, rate_basis_points double precision, exempt boolean,
  counted bigint, amount bigint, tax bigint
) LANGUAGE sql STABLE AS $$
  SELECT m.tenant_id, m.day, m.currency, m.kind, m.account_id, m.country, m.region, m.rate_basis_points, m.exempt,
    sum(m.counted)::bigint, sum(m.amount)::bigint, sum(m.tax)::bigint
  FROM (
    SELECT e.tenant_id, e.booked_on AS day, e.currency, f.kind, f.account_id, f.country, f.region, f.rate_basis_points, f.exempt, f.counted, f.amount, f.tax
    FROM money_entries e CROSS JOIN LATERAL figures_of_entry(e.kind, e.account_id, e.amount, e.tax_lines) f WHERE since IS NULL OR e.booked_on >= since
    UNION ALL
    SELECT d.tenant_id, d.day, d.currency, d.kind, d.account_id, d.country, d.region, d.rate_basis_points, d.exempt, -d.counted, -d.amount, -d.tax FROM daily_money d
    WHERE since IS NULL OR d.day >= since
    UNION ALL
    SELECT c.tenant_id, c.day, c.currency, c.kind, c.account_id, c.country, c.region, c.rate_basis_points, c.exempt, -c.counted, -c.amount, -c.tax FROM money_changes c
    WHERE since IS NULL OR c.day >= since
  ) m
  GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9
  HAVING (sum(m.counted), sum(m.amount), sum(m.tax)) <> (0, 0, 0)
$$;

-- Paid orders whose units the job hasn't added to the listings of products.
CREATE TABLE uncounted_sales (
  tenant_id uuid NOT NULL,
  order_id uuid NOT NULL,
  PRIMARY KEY (tenant_id, order_id),
  FOREIGN KEY (tenant_id, order_id) REFERENCES orders (tenant_id, id) ON DELETE CASCADE ON UPDATE NO ACTION
);

-- An order counts once, however often it becomes paid.
CREATE FUNCTION note_sale() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM order_history h
    WHERE h.tenant_id = NEW.tenant_id AND h.order_id = NEW.order_id AND h.status = 'paid' AND h.id <> NEW.id
  ) THEN
    INSERT INTO uncounted_sales (tenant_id, order_id) VALUES (NEW.tenant_id, NEW.order_id) ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER note_sale AFTER INSERT ON order_history
  FOR EACH ROW WHEN (NEW.status = 'paid') EXECUTE FUNCTION note_sale();

-- The check of what the job promises: products whose units aren't those of the paid orders that it has counted.
CREATE FUNCTION wrong_product_sales() RETURNS TABLE (tenant_id uuid, product_id uuid) LANGUAGE sql STABLE AS $$
  SELECT l.tenant_id, l.product_id
  FROM product_listings l
  LEFT JOIN (
    SELECT n.tenant_id, n.product_id, sum(n.quantity) AS units
    FROM order_lines n
    WHERE EXISTS (
        SELECT FROM order_history h WHERE h.tenant_id = n.tenant_id AND h.order_id = n.order_id AND h.status = 'paid')
      AND NOT EXISTS (SELECT FROM uncounted_sales u WHERE u.tenant_id = n.tenant_id AND u.order_id = n.order_id)
    GROUP BY 1, 2
  ) s ON s.tenant_id = l.tenant_id AND s.product_id = l.product_id
  WHERE l.sold <> coalesce(s.units, 0)
$$;
