-- The money of an order that came, went back and was taken by disputes, each on the day on which it was recorded. Entries are
-- only added: a sum that changes adds the difference, so the sums of a day that is over stay as they are.
CREATE TABLE money_entries (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  order_id uuid NOT NULL,
  -- The kind of row that it comes from; then that row, and what it is about.
  source text NOT NULL DEFAULT 'payment',
  source_id uuid NOT NULL,
  payment_id uuid,
  account_id uuid,
  kind text NOT NULL,
  number integer NOT NULL,
  amount bigint NOT NULL,
  currency char(3) NOT NULL,
  document_id uuid,
  tax_lines jsonb,
  booked_at timestamptz(3) NOT NULL,
  -- The day by the time zone that the store has at that moment: another zone later changes no day.
  booked_on date NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, order_id) REFERENCES orders (tenant_id, id) ON DELETE CASCADE ON UPDATE NO ACTION
);
-- The number within a source and kind: of two transactions that change one payment, the second adds what the first has left.
CREATE UNIQUE INDEX money_entries_tenant_id_source_id_kind_number_key ON money_entries (tenant_id, source_id, kind, number);
CREATE INDEX money_entries_tenant_id_order_id_idx ON money_entries (tenant_id, order_id);
CREATE INDEX money_entries_tenant_id_booked_on_booked_at_id_idx ON money_entries (tenant_id, booked_on, booked_at, id);

CREATE FUNCTION date_entry() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  NEW.booked_on := (SELECT (NEW.booked_at AT TIME ZONE t.time_zone)::date FROM tenants t WHERE t.id = NEW.tenant_id);
  RETURN NEW;
END
$$;

CREATE TRIGGER date_entry BEFORE INSERT ON money_entries FOR EACH ROW EXECUTE FUNCTION date_entry();

-- The history of the goods of an order, unit by unit. Entries are only added; to undo one adds a negative one. The columns of
-- order_lines are the sums of these entries, and a trigger keeps them.
CREATE TABLE goods_entries (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  order_id uuid NOT NULL,
  line_id uuid NOT NULL,
  kind text NOT NULL,
  units integer NOT NULL,
  source text NOT NULL,
  source_id uuid NOT NULL,
  booked_at timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, line_id) REFERENCES order_lines (tenant_id, id) ON DELETE CASCADE ON UPDATE NO ACTION
);
CREATE INDEX goods_entries_tenant_id_order_id_idx ON goods_entries (tenant_id, order_id);

-- Nobody changes or removes an entry but the owner of the tables, who deletes a whole store. The session counts too, because the
-- cascade of an order that a process deletes runs with the owner's rights.
CREATE FUNCTION refuse_change_of_entry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  owner name := (SELECT pg_get_userbyid(relowner) FROM pg_class WHERE oid = TG_RELID);
BEGIN
  IF current_user <> owner OR session_user <> owner THEN
    RAISE EXCEPTION 'entries of % are never changed', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END
$$;

CREATE TRIGGER entries_stay BEFORE UPDATE OR DELETE ON goods_entries FOR EACH ROW EXECUTE FUNCTION refuse_change_of_entry();
CREATE TRIGGER entries_stay BEFORE UPDATE OR DELETE ON money_entries FOR EACH ROW EXECUTE FUNCTION refuse_change_of_entry();
-- What was ordered and what is owed for it are the first entries of both, and stand on the order and its lines alone.
CREATE TRIGGER entries_stay BEFORE UPDATE OF total, tax_lines, currency OR DELETE ON orders
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_entry();
CREATE TRIGGER entries_stay BEFORE UPDATE OF quantity, order_id OR DELETE ON order_lines
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_entry();

-- Goods

-- The sums of the goods of each line.
CREATE FUNCTION goods_of_order(of_tenant uuid, of_order uuid) RETURNS TABLE (
  line_id uuid, shipped integer, released integer, returned integer, refunded integer, return_refunded integer, exchanged integer
) LANGUAGE sql STABLE AS $$
  SELECT l.id,
    coalesce(sum(e.units) FILTER (WHERE e.kind = 'shipped'), 0)::int,
    coalesce(sum(CASE e.kind WHEN 'reserved' THEN -e.units ELSE e.units END) FILTER (WHERE e.kind IN ('released', 'written_off', 'reserved')), 0)::int,
    coalesce(sum(e.units) FILTER (WHERE e.kind = 'returned'), 0)::int,
    coalesce(sum(e.units) FILTER (WHERE e.kind IN ('refunded', 'return_refunded')), 0)::int,
    coalesce(sum(e.units) FILTER (WHERE e.kind = 'return_refunded'), 0)::int,
    coalesce(sum(e.units) FILTER (WHERE e.kind = 'exchanged'), 0)::int
  FROM order_lines l
  LEFT JOIN goods_entries e ON e.tenant_id = l.tenant_id AND e.order_id = l.order_id AND e.line_id = l.id
  WHERE l.tenant_id = of_tenant AND l.order_id = of_order GROUP BY l.id
$$;

-- Work that is left comes first, also what leaves without a shipment; what has left is about goods that are shipped. Units that were refunded before they left don't leave any more (`shippableUnits` of the ledger).
CREATE FUNCTION fulfilment_status_of(of_tenant uuid, of_order uuid) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN s.shipped > 0 AND s.shippable > 0 THEN 'partly_shipped'
    WHEN s.shippable > 0 THEN 'unfulfilled'
    WHEN s.shipped <= 0 THEN 'nothing_to_ship'
    WHEN s.returned >= s.shipped THEN 'returned'
    WHEN s.returned > 0 THEN 'partly_returned'
    ELSE 'shipped'
  END
  FROM (
    SELECT coalesce(sum(l.shipped_quantity) FILTER (WHERE l.requires_shipping), 0) AS shipped,
      coalesce(sum(l.returned_quantity) FILTER (WHERE l.requires_shipping), 0) AS returned,
      coalesce(sum(greatest(0, l.quantity - l.shipped_quantity
        - greatest(l.released_quantity, l.refunded_quantity - l.refunded_return_quantity))), 0) AS shippable
    FROM order_lines l WHERE l.tenant_id = of_tenant AND l.order_id = of_order
  ) s
$$;

-- Adds the units of new entries to their lines. The order is locked by the writer. An entry whose source is the line was made of
-- its sums.
CREATE FUNCTION count_goods() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  added record;
  fulfilment text;
BEGIN
  IF NOT EXISTS (SELECT FROM new_rows WHERE source <> 'line') THEN
    RETURN NULL;
  END IF;
  -- What a statement made is read by itself: Citus joins it with no table.
  FOR added IN
    SELECT e.tenant_id, e.line_id,
      coalesce(sum(e.units) FILTER (WHERE e.kind = 'shipped'), 0) AS shipped,
      coalesce(sum(CASE e.kind WHEN 'reserved' THEN -e.units ELSE e.units END) FILTER (WHERE e.kind IN ('released', 'written_off', 'reserved')), 0) AS released,
      coalesce(sum(e.units) FILTER (WHERE e.kind = 'returned'), 0) AS returned,
      coalesce(sum(e.units) FILTER (WHERE e.kind IN ('refunded', 'return_refunded')), 0) AS refunded,
      coalesce(sum(e.units) FILTER (WHERE e.kind = 'return_refunded'), 0) AS return_refunded,
      coalesce(sum(e.units) FILTER (WHERE e.kind = 'exchanged'), 0) AS exchanged
    FROM new_rows e WHERE e.source <> 'line' GROUP BY 1, 2
  LOOP
    UPDATE order_lines l SET shipped_quantity = l.shipped_quantity + added.shipped,
      released_quantity = l.released_quantity + added.released, returned_quantity = l.returned_quantity + added.returned,
      refunded_quantity = l.refunded_quantity + added.refunded,
      refunded_return_quantity = l.refunded_return_quantity + added.return_refunded,
      exchanged_quantity = l.exchanged_quantity + added.exchanged
    WHERE l.tenant_id = added.tenant_id AND l.id = added.line_id;
  END LOOP;
  FOR added IN SELECT DISTINCT tenant_id, order_id FROM new_rows LOOP
    fulfilment := fulfilment_status_of(added.tenant_id, added.order_id);
    UPDATE orders o SET fulfilment_status = fulfilment
    WHERE o.tenant_id = added.tenant_id AND o.id = added.order_id AND o.fulfilment_status <> fulfilment;
  END LOOP;
  RETURN NULL;
END
$$;

CREATE TRIGGER count_goods AFTER INSERT ON goods_entries
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_goods();

-- Money

-- The sums of an order's money. Money that goes back without naming goods is first of all what was paid beyond the total, which
-- no invoice and no tax is about.
CREATE FUNCTION money_of_order(of_tenant uuid, of_order uuid) RETURNS TABLE (
  owed bigint, unpaid bigint, paid bigint, refunded bigint, left_for_goods bigint, left_overpaid bigint,
  undocumented_for_goods bigint, undocumented_overpaid bigint,
  received bigint, authorised bigint, taken bigint, disputed bigint, exchanged bigint, taken_off bigint
) LANGUAGE sql STABLE AS $$
  SELECT s.owed, greatest(s.owed - s.received, 0), m.paid, m.refunded, greatest(m.paid - m.refunded, 0),
    greatest(m.beyond - (s.returned - s.credited), 0), greatest(s.owed - s.credited, 0), greatest(m.beyond - s.surplus, 0),
    s.received, s.authorised, s.taken, s.disputed, s.exchanged, s.taken_off
  FROM (
    SELECT
      o.total - coalesce(sum(e.amount) FILTER (WHERE e.kind IN ('written_off', 'taken_off')), 0)::bigint AS owed,
      coalesce(sum(e.amount) FILTER (WHERE e.kind = 'taken_off'), 0)::bigint AS taken_off,
      coalesce(sum(e.amount) FILTER (WHERE e.kind = 'payment'), 0)::bigint AS received,
      coalesce(sum(e.amount) FILTER (WHERE e.kind = 'authorised'), 0)::bigint AS authorised,
      coalesce(sum(e.amount) FILTER (WHERE e.kind = 'dispute'), 0)::bigint AS taken,
      coalesce(sum(e.amount) FILTER (WHERE e.kind = 'disputed'), 0)::bigint AS disputed,
      coalesce(sum(e.amount) FILTER (WHERE e.kind IN ('refund', 'promised')), 0)::bigint AS returned,
      coalesce(sum(e.amount) FILTER (WHERE e.kind = 'credited'), 0)::bigint AS credited,
      coalesce(sum(e.amount) FILTER (WHERE e.kind = 'surplus'), 0)::bigint AS surplus,
      coalesce(sum(e.amount) FILTER (WHERE e.kind = 'exchange'), 0)::bigint AS exchanged
    FROM orders o LEFT JOIN money_entries e ON e.tenant_id = o.tenant_id AND e.order_id = o.id
    WHERE o.tenant_id = of_tenant AND o.id = of_order GROUP BY o.total
  ) s
  CROSS JOIN LATERAL (SELECT greatest(s.received - s.taken - s.owed, 0) AS beyond) b
  CROSS JOIN LATERAL (
    SELECT b.beyond, s.received - s.taken - b.beyond AS paid, greatest(s.credited, s.returned - b.beyond) AS refunded
  ) m
$$;

-- The status that an operator has to look at first wins.
CREATE FUNCTION payment_status_of(of_tenant uuid, of_order uuid) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN m.disputed > 0 THEN 'disputed'
    WHEN m.taken > 0 AND m.paid < m.owed THEN 'charged_back'
    WHEN m.left_overpaid > 0 THEN 'overpaid'
    WHEN m.paid > 0 AND m.refunded >= m.paid THEN 'refunded'
    WHEN m.refunded > 0 AND m.paid > 0 THEN 'partly_refunded'
    WHEN m.paid >= m.owed THEN 'paid'
    WHEN m.paid > 0 THEN 'partly_paid'
    WHEN m.authorised > 0 THEN 'authorised'
    ELSE 'unpaid'
  END
  FROM money_of_order(of_tenant, of_order) m
$$;

CREATE FUNCTION keep_payment_status(of_tenant uuid, of_order uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  found text := payment_status_of(of_tenant, of_order);
BEGIN
  UPDATE orders o SET payment_status = found
  WHERE o.tenant_id = of_tenant AND o.id = of_order AND o.payment_status <> found;
END
$$;

-- Books what an exchange takes of the money of the first order.
CREATE FUNCTION book_exchange() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  booked record;
BEGIN
  SELECT count(*) AS entries, coalesce(sum(e.amount), 0) AS amount INTO booked
  FROM money_entries e WHERE e.tenant_id = NEW.tenant_id AND e.source_id = NEW.id AND e.kind = 'exchange';
  INSERT INTO money_entries (tenant_id, order_id, source, source_id, kind, number, amount, currency, booked_at)
  VALUES (NEW.tenant_id, NEW.exchanged_order_id, 'order', NEW.id, 'exchange', 1 + booked.entries,
    NEW.exchange_credit - booked.amount, NEW.currency, CASE WHEN TG_OP = 'INSERT' THEN NEW.created_at ELSE NEW.updated_at END);
  RETURN NULL;
END
$$;

CREATE TRIGGER book_new_exchange AFTER INSERT ON orders
  FOR EACH ROW WHEN (NEW.exchange_credit <> 0) EXECUTE FUNCTION book_exchange();
CREATE TRIGGER book_exchange AFTER UPDATE ON orders
  FOR EACH ROW WHEN (OLD.exchange_credit <> NEW.exchange_credit) EXECUTE FUNCTION book_exchange();

-- The money of an order of these statuses came in; what went back is among the refunds.
CREATE FUNCTION is_sale(status text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT status IN ('paid', 'shipped', 'partially_refunded', 'refunded')
$$;

-- An order counts as sold once, however often it becomes paid. That of an exchange is no other sale, but what it costs more is
-- sold.
CREATE FUNCTION book_sale() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO money_entries (tenant_id, order_id, source, source_id, kind, number, amount, currency, tax_lines, booked_at)
  VALUES (NEW.tenant_id, NEW.id, 'order', NEW.id, CASE WHEN NEW.exchanged_order_id IS NULL THEN 'sale' ELSE 'exchange_sale' END, 1,
    NEW.total, NEW.currency, NEW.tax_lines, CASE WHEN TG_OP = 'INSERT' THEN NEW.created_at ELSE NEW.updated_at END)
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;

CREATE TRIGGER book_new_sale AFTER INSERT ON orders
  FOR EACH ROW WHEN (is_sale(NEW.status) AND (NEW.exchanged_order_id IS NULL OR NEW.total <> 0)) EXECUTE FUNCTION book_sale();
CREATE TRIGGER book_sale AFTER UPDATE ON orders FOR EACH ROW WHEN (
  is_sale(NEW.status) AND NOT is_sale(OLD.status) AND (NEW.exchanged_order_id IS NULL OR NEW.total <> 0)
) EXECUTE FUNCTION book_sale();

-- A payment as it is now, with its refunds and disputes. `refund` went back, as refunds that have succeeded or, beyond them, as
-- the provider reports the sum; one that failed after the report is still in that sum. `promised` is what else was asked for
-- here, and `pending` what the provider has begun and no document is about yet. `credited` of a refund is about goods, `surplus`
-- isn't. Money of a foreign currency was captured as nothing, and goes back as nothing.
CREATE FUNCTION entries_of_payment(of_tenant uuid, of_payment uuid) RETURNS TABLE (
  order_id uuid, currency char(3), account_id uuid, source text, source_id uuid, kind text, amount bigint, document_id uuid, tax_lines jsonb
) LANGUAGE sql STABLE AS $$
  SELECT p.order_id, p.currency, p.account_id, m.source, m.source_id, m.kind, m.amount::bigint, m.document_id, m.tax_lines
  FROM payments p
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(r.amount) FILTER (WHERE r.status = 'succeeded'), 0) AS succeeded,
      coalesce(sum(r.amount) FILTER (WHERE r.status = 'succeeded' OR (r.status = 'pending' AND r.credited IS NOT NULL)), 0) AS documented,
      coalesce(sum(r.amount) FILTER (WHERE r.status IN ('succeeded', 'pending')), 0) AS alive,
      greatest(p.refunded_amount - coalesce(sum(r.amount) FILTER (WHERE r.failed_time >= p.refunded_time), 0), 0) AS reported
    FROM refunds r WHERE r.tenant_id = of_tenant AND r.order_id = p.order_id AND r.payment_id = p.id AND r.currency = p.currency
  ) s
  CROSS JOIN LATERAL (
    SELECT 'payment' AS source, p.id AS source_id, k.kind, k.amount, NULL::uuid AS document_id, NULL::jsonb AS tax_lines
    FROM (VALUES
      ('authorised', CASE WHEN p.status = 'authorised' THEN greatest(p.amount - p.captured_amount, 0) ELSE 0 END),
      ('payment', p.captured_amount),
      ('refund', greatest(s.reported - s.succeeded, 0)),
      ('promised', greatest(s.reported, s.documented) - greatest(s.reported, s.succeeded)),
      ('pending', greatest(s.reported, s.alive) - greatest(s.reported, s.documented))
    ) k (kind, amount)
    UNION ALL
    SELECT 'refund', r.id, k.kind, k.amount, n.id, CASE k.kind WHEN 'credited' THEN n.tax_lines END
    FROM refunds r
    LEFT JOIN LATERAL (
      SELECT id, tax_lines FROM credit_notes WHERE tenant_id = of_tenant AND refund_id = r.id ORDER BY number DESC LIMIT 1
    ) n ON true
    CROSS JOIN LATERAL (VALUES
      ('refund', CASE WHEN r.status = 'succeeded' THEN r.amount ELSE 0 END),
      ('credited', CASE WHEN r.status IN ('succeeded', 'pending') THEN coalesce(r.credited, 0) ELSE 0 END),
      ('surplus', CASE WHEN r.status IN ('succeeded', 'pending') THEN coalesce(r.amount - r.credited, 0) ELSE 0 END)
    ) k (kind, amount)
    WHERE r.tenant_id = of_tenant AND r.order_id = p.order_id AND r.payment_id = p.id AND r.currency = p.currency
    UNION ALL
    SELECT 'dispute', d.id, k.kind, k.amount, NULL, NULL
    FROM disputes d
    CROSS JOIN LATERAL (VALUES
      ('dispute', CASE WHEN d.outcome = 'lost' THEN d.amount ELSE 0 END),
      ('disputed', CASE WHEN d.outcome IS NULL THEN d.amount ELSE 0 END)
    ) k (kind, amount)
    WHERE d.tenant_id = of_tenant AND d.order_id = p.order_id AND d.payment_id = p.id AND d.currency = p.currency
  ) m
  WHERE p.tenant_id = of_tenant AND p.id = of_payment
$$;

-- Returns what the entries of a payment lack.
CREATE FUNCTION missing_entries(of_tenant uuid, of_payment uuid) RETURNS TABLE (
  order_id uuid, currency char(3), account_id uuid, source text, source_id uuid, kind text, number integer, amount bigint, document_id uuid, tax_lines jsonb
) LANGUAGE sql STABLE AS $$
  SELECT m.order_id, m.currency, m.account_id, m.source, m.source_id, m.kind, booked.entries + 1, (m.amount - booked.amount)::bigint,
    m.document_id, m.tax_lines
  FROM entries_of_payment(of_tenant, of_payment) m
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS entries, coalesce(sum(e.amount), 0) AS amount FROM money_entries e
    WHERE e.tenant_id = of_tenant AND e.source_id = m.source_id AND e.kind = m.kind
  ) booked
  WHERE m.amount <> booked.amount
$$;

-- Repeats when another transaction has added an entry meanwhile: each pass sees what was committed before it.
CREATE FUNCTION book_payment(of_tenant uuid, of_payment uuid, at timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  missing record;
  is_whole boolean;
  of_order uuid;
BEGIN
  LOOP
    is_whole := true;
    FOR missing IN SELECT * FROM missing_entries(of_tenant, of_payment) LOOP
      INSERT INTO money_entries (tenant_id, order_id, source, source_id, payment_id, account_id, kind, number, amount, currency, document_id, tax_lines, booked_at)
      VALUES (of_tenant, missing.order_id, missing.source, missing.source_id, of_payment, missing.account_id, missing.kind, missing.number,
        missing.amount, missing.currency, missing.document_id, missing.tax_lines, at)
      ON CONFLICT DO NOTHING;
      is_whole := is_whole AND FOUND;
      of_order := missing.order_id;
    END LOOP;
    EXIT WHEN is_whole;
  END LOOP;
  IF of_order IS NOT NULL THEN
    PERFORM keep_payment_status(of_tenant, of_order);
  END IF;
END
$$;

CREATE FUNCTION book_captured() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM book_payment(NEW.tenant_id, NEW.id, CASE WHEN TG_OP = 'INSERT' THEN NEW.created_at ELSE NEW.updated_at END);
  RETURN NULL;
END
$$;

CREATE TRIGGER book_new_payment AFTER INSERT ON payments
  FOR EACH ROW WHEN (NEW.captured_amount <> 0 OR NEW.refunded_amount <> 0 OR NEW.status = 'authorised') EXECUTE FUNCTION book_captured();
CREATE TRIGGER book_payment AFTER UPDATE ON payments FOR EACH ROW WHEN (
  (OLD.captured_amount, OLD.refunded_amount, OLD.refunded_time, OLD.status = 'authorised')
    IS DISTINCT FROM (NEW.captured_amount, NEW.refunded_amount, NEW.refunded_time, NEW.status = 'authorised')
) EXECUTE FUNCTION book_captured();

CREATE FUNCTION book_returned() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM book_payment(NEW.tenant_id, NEW.payment_id, CASE WHEN TG_OP = 'INSERT' THEN NEW.created_at ELSE NEW.updated_at END);
  RETURN NULL;
END
$$;

-- A refund that is asked for here is booked once its credit note is there, so that its entries name it.
CREATE TRIGGER book_new_refund AFTER INSERT ON refunds
  FOR EACH ROW WHEN (NEW.status <> 'pending' OR NEW.provider_refund_id IS NOT NULL OR NEW.credited IS NOT NULL) EXECUTE FUNCTION book_returned();
CREATE TRIGGER book_refund AFTER UPDATE ON refunds FOR EACH ROW WHEN (
  (OLD.status, OLD.failed_time, OLD.amount, OLD.credited) IS DISTINCT FROM (NEW.status, NEW.failed_time, NEW.amount, NEW.credited)
) EXECUTE FUNCTION book_returned();
CREATE TRIGGER book_new_dispute AFTER INSERT ON disputes FOR EACH ROW EXECUTE FUNCTION book_returned();
CREATE TRIGGER book_dispute AFTER UPDATE ON disputes FOR EACH ROW WHEN (
  (OLD.outcome, OLD.amount) IS DISTINCT FROM (NEW.outcome, NEW.amount)
) EXECUTE FUNCTION book_returned();

-- Books what an operator has removed of an order that isn't paid. It is no sale and no credit yet, so no report counts it.
CREATE FUNCTION book_taken_off() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  entries integer := (
    SELECT count(*) FROM money_entries e
    WHERE e.tenant_id = NEW.tenant_id AND e.source_id = NEW.id AND e.kind = 'taken_off'
  );
BEGIN
  INSERT INTO money_entries (tenant_id, order_id, source, source_id, kind, number, amount, currency, booked_at)
  VALUES (NEW.tenant_id, NEW.id, 'order', NEW.id, 'taken_off', 1 + entries, NEW.removed_total - OLD.removed_total, NEW.currency, NEW.updated_at);
  PERFORM keep_payment_status(NEW.tenant_id, NEW.id);
  RETURN NULL;
END
$$;

CREATE TRIGGER book_taken_off AFTER UPDATE ON orders
  FOR EACH ROW WHEN (OLD.removed_total <> NEW.removed_total) EXECUTE FUNCTION book_taken_off();

-- A credit note without a refund is about money that is never paid: first of all about what was taken off.
CREATE FUNCTION book_written_off() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  taken_off record;
BEGIN
  INSERT INTO money_entries (tenant_id, order_id, source, source_id, kind, number, amount, currency, document_id, tax_lines, booked_at)
  VALUES (NEW.tenant_id, NEW.order_id, 'credit_note', NEW.id, 'written_off', 1, NEW.amount, NEW.currency, NEW.id, NEW.tax_lines, NEW.created_at);
  SELECT count(*) AS entries, coalesce(sum(e.amount), 0) AS amount INTO taken_off
  FROM money_entries e WHERE e.tenant_id = NEW.tenant_id AND e.source_id = NEW.order_id AND e.kind = 'taken_off';
  IF taken_off.amount > 0 THEN
    INSERT INTO money_entries (tenant_id, order_id, source, source_id, kind, number, amount, currency, document_id, booked_at)
    VALUES (NEW.tenant_id, NEW.order_id, 'order', NEW.order_id, 'taken_off', 1 + taken_off.entries, -least(NEW.amount, taken_off.amount),
      NEW.currency, NEW.id, NEW.created_at);
  END IF;
  PERFORM keep_payment_status(NEW.tenant_id, NEW.order_id);
  RETURN NULL;
END
$$;

CREATE TRIGGER book_written_off AFTER INSERT ON credit_notes
  FOR EACH ROW WHEN (NEW.refund_id IS NULL) EXECUTE FUNCTION book_written_off();

-- What credit notes without a refund are about.
CREATE FUNCTION written_off_of(of_tenant uuid, of_order uuid) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(n.amount), 0)::bigint FROM credit_notes n
  WHERE n.tenant_id = of_tenant AND n.order_id = of_order AND n.refund_id IS NULL
$$;

-- The check of both ledgers: where entries and what is kept beside them differ, of these orders of a store, or of all its orders
-- with null.
CREATE FUNCTION wrong_ledgers(of_tenant uuid, of_orders uuid[]) RETURNS TABLE (tenant_id uuid, order_id uuid, difference text)
LANGUAGE sql STABLE AS $$
  WITH looked AS (
    SELECT o.tenant_id, o.id, o.total, o.payment_status, o.fulfilment_status, o.exchange_credit, o.exchanged_order_id, o.removed_total
    FROM orders o
    WHERE o.tenant_id = of_tenant AND (of_orders IS NULL OR o.id = ANY (of_orders))
  )
  SELECT o.tenant_id, o.exchanged_order_id, 'exchange' FROM looked o
  WHERE o.exchanged_order_id IS NOT NULL AND o.exchange_credit <> (
    SELECT coalesce(sum(e.amount), 0) FROM money_entries e
    WHERE e.tenant_id = of_tenant AND e.source_id = o.id AND e.kind = 'exchange')
  UNION ALL
  SELECT o.tenant_id, o.id, 'taken_off' FROM looked o
  WHERE o.removed_total > 0 AND greatest(o.removed_total - written_off_of(of_tenant, o.id), 0) <> (
    SELECT coalesce(sum(e.amount), 0) FROM money_entries e
    WHERE e.tenant_id = of_tenant AND e.source_id = o.id AND e.kind = 'taken_off')
  UNION ALL
  SELECT o.tenant_id, o.id, 'written_off' FROM looked o
  WHERE written_off_of(of_tenant, o.id) <> (
    SELECT coalesce(sum(e.amount), 0) FROM money_entries e
    WHERE e.tenant_id = of_tenant AND e.order_id = o.id AND e.kind = 'written_off')
  UNION ALL
  SELECT o.tenant_id, o.id, m.kind FROM looked o
  JOIN payments p ON p.tenant_id = of_tenant AND p.order_id = o.id
  CROSS JOIN LATERAL missing_entries(p.tenant_id, p.id) m
  UNION ALL
  SELECT DISTINCT o.tenant_id, o.id, 'goods' FROM looked o
  JOIN order_lines l ON l.tenant_id = of_tenant AND l.order_id = o.id
  JOIN LATERAL goods_of_order(o.tenant_id, o.id) g ON g.line_id = l.id
  WHERE (l.shipped_quantity, l.released_quantity, l.returned_quantity, l.refunded_quantity, l.refunded_return_quantity, l.exchanged_quantity)
    <> (g.shipped, g.released, g.returned, g.refunded, g.return_refunded, g.exchanged)
  UNION ALL
  SELECT o.tenant_id, o.id, 'payment_status' FROM looked o WHERE o.payment_status <> payment_status_of(o.tenant_id, o.id)
  UNION ALL
  SELECT o.tenant_id, o.id, 'fulfilment_status' FROM looked o WHERE o.fulfilment_status <> fulfilment_status_of(o.tenant_id, o.id)
$$;

-- The repair: adds what the ledgers lack of what orders, lines, payments, refunds, disputes and credit notes say, and what the
-- sums of days lack of the ledgers. Of these orders of a store, so that a large repair goes in parts, or of all its orders.
CREATE FUNCTION fill_ledgers(of_tenant uuid, of_orders uuid[] DEFAULT NULL) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  wrong record;
BEGIN
  INSERT INTO money_entries (tenant_id, order_id, source, source_id, kind, number, amount, currency, tax_lines, booked_at)
  SELECT o.tenant_id, o.id, 'order', o.id, CASE WHEN o.exchanged_order_id IS NULL THEN 'sale' ELSE 'exchange_sale' END, 1, o.total,
    o.currency, o.tax_lines, coalesce(paid.at, o.created_at)
  FROM orders o
  CROSS JOIN LATERAL (
    SELECT min(h.created_at) AS at FROM order_history h
    WHERE h.tenant_id = of_tenant AND h.order_id = o.id AND h.status = 'paid'
  ) paid
  WHERE o.tenant_id = of_tenant AND (of_orders IS NULL OR o.id = ANY (of_orders))
    AND (o.exchanged_order_id IS NULL OR o.total <> 0) AND (paid.at IS NOT NULL OR is_sale(o.status))
  ON CONFLICT DO NOTHING;

  INSERT INTO money_entries (tenant_id, order_id, source, source_id, kind, number, amount, currency, booked_at)
  SELECT o.tenant_id, o.exchanged_order_id, 'order', o.id, 'exchange', 1 + count(e.id), o.exchange_credit - coalesce(sum(e.amount), 0),
    o.currency, o.created_at
  FROM orders o LEFT JOIN money_entries e ON e.tenant_id = o.tenant_id AND e.source_id = o.id AND e.kind = 'exchange'
  WHERE o.tenant_id = of_tenant AND o.exchanged_order_id IS NOT NULL AND (of_orders IS NULL OR o.id = ANY (of_orders))
  GROUP BY o.tenant_id, o.id HAVING o.exchange_credit <> coalesce(sum(e.amount), 0)
  ON CONFLICT DO NOTHING;

  INSERT INTO money_entries (tenant_id, order_id, source, source_id, kind, number, amount, currency, booked_at)
  SELECT o.tenant_id, o.id, 'order', o.id, 'taken_off', 1 + count(e.id),
    greatest(o.removed_total - written_off_of(of_tenant, o.id), 0) - coalesce(sum(e.amount), 0), o.currency, o.created_at
  FROM orders o LEFT JOIN money_entries e ON e.tenant_id = o.tenant_id AND e.source_id = o.id AND e.kind = 'taken_off'
  WHERE o.tenant_id = of_tenant AND o.removed_total > 0 AND (of_orders IS NULL OR o.id = ANY (of_orders))
  GROUP BY o.tenant_id, o.id
  HAVING greatest(o.removed_total - written_off_of(of_tenant, o.id), 0) <> coalesce(sum(e.amount), 0)
  ON CONFLICT DO NOTHING;

  INSERT INTO money_entries (tenant_id, order_id, source, source_id, kind, number, amount, currency, document_id, tax_lines, booked_at)
  SELECT n.tenant_id, n.order_id, 'credit_note', n.id, 'written_off', 1, n.amount, n.currency, n.id, n.tax_lines, n.created_at
  FROM credit_notes n WHERE n.tenant_id = of_tenant AND n.refund_id IS NULL AND (of_orders IS NULL OR n.order_id = ANY (of_orders))
  ON CONFLICT DO NOTHING;

  -- What moves from a payment to its refund or dispute is on one day, so that no sum of a day changes.
  INSERT INTO money_entries (tenant_id, order_id, source, source_id, payment_id, account_id, kind, number, amount, currency, document_id, tax_lines, booked_at)
  SELECT p.tenant_id, m.order_id, m.source, m.source_id, p.id, m.account_id, m.kind, m.number, m.amount, m.currency, m.document_id, m.tax_lines,
    coalesce(
      (SELECT max(e.booked_at) FROM money_entries e WHERE e.tenant_id = of_tenant AND e.payment_id = p.id AND e.kind = m.kind), p.updated_at)
  FROM payments p
  CROSS JOIN LATERAL missing_entries(p.tenant_id, p.id) m
  WHERE p.tenant_id = of_tenant AND (of_orders IS NULL OR p.order_id = ANY (of_orders))
  ON CONFLICT DO NOTHING;

  INSERT INTO goods_entries (tenant_id, order_id, line_id, kind, units, source, source_id, booked_at)
  SELECT o.tenant_id, o.id, l.id, m.kind, m.units, 'line', l.id, o.created_at
  FROM orders o
  JOIN order_lines l ON l.tenant_id = o.tenant_id AND l.order_id = o.id
  JOIN LATERAL goods_of_order(o.tenant_id, o.id) g ON g.line_id = l.id
  CROSS JOIN LATERAL (VALUES
    ('shipped', l.shipped_quantity - g.shipped),
    ('released', l.released_quantity - g.released),
    ('returned', l.returned_quantity - g.returned),
    ('return_refunded', l.refunded_return_quantity - g.return_refunded),
    ('refunded', (l.refunded_quantity - l.refunded_return_quantity) - (g.refunded - g.return_refunded)),
    ('exchanged', l.exchanged_quantity - g.exchanged)
  ) m (kind, units)
  WHERE o.tenant_id = of_tenant AND m.units <> 0 AND (of_orders IS NULL OR o.id = ANY (of_orders))
  ON CONFLICT DO NOTHING;

  FOR wrong IN
    SELECT o.id, payment_status_of(of_tenant, o.id) AS payment, fulfilment_status_of(of_tenant, o.id) AS fulfilment FROM orders o
    WHERE o.tenant_id = of_tenant AND (of_orders IS NULL OR o.id = ANY (of_orders))
      AND (o.payment_status, o.fulfilment_status) <> (payment_status_of(of_tenant, o.id), fulfilment_status_of(of_tenant, o.id))
  LOOP
    UPDATE orders o SET payment_status = wrong.payment, fulfilment_status = wrong.fulfilment
    WHERE o.tenant_id = of_tenant AND o.id = wrong.id;
  END LOOP;

  -- One statement sees entries and sums as of one moment.
  INSERT INTO money_changes (tenant_id, day, currency, kind, account_id, country, region, rate_basis_points, exempt, counted, amount, tax)
  SELECT tenant_id, day, currency, kind, account_id, country, region, rate_basis_points, exempt, counted, amount, tax
  FROM missing_money(NULL) WHERE tenant_id = of_tenant
  ON CONFLICT DO NOTHING;
END
$$;
