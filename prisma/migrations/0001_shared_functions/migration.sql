-- What the tables of several modules share. Each migration has the tables of a module with their keys and indexes, then its
-- functions and triggers. Names ending in _check and _partial are what Prisma's schema language can't say.
-- Roles, rights and policies are in prisma/row-security.sql, which follows every migration.
--
-- Rows that change often keep room for their next version on their own page (fillfactor). If no indexed column changes, no index
-- is then written (a heap-only tuple), and the next reader removes the old version. Large tables are cleaned up before a fifth of
-- them is left over (autovacuum).

-- Searches find words that are spelt nearly so.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
-- An index has a store's id beside words.
CREATE EXTENSION IF NOT EXISTS btree_gin;

-- Tables that only grow are partitioned by the month of the time at which their rows were written.
--
--   <table>_first    everything up to the end of the month after the one in which the table was made
--   <table>_YYYY_MM  a month, UTC
--   <table>_default  rows whose month isn't there: an insert never fails for that
--
-- Partitions are reached through their table alone: nobody but the owner has a right on them.

-- Makes the first partition and the default one of a new table.
CREATE FUNCTION begin_months(of text) RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (MINVALUE) TO (%L)', of || '_first', of,
    (date_trunc('month', now() AT TIME ZONE 'UTC') + interval '2 months') AT TIME ZONE 'UTC');
  EXECUTE format('CREATE TABLE %I PARTITION OF %I DEFAULT', of || '_default', of);
END
$$;

-- The months of a table, and where each ends; the default has no end.
CREATE FUNCTION month_partitions(of text) RETURNS TABLE (name text, until timestamptz)
LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
  SELECT c.relname::text, substring(pg_get_expr(c.relpartbound, c.oid) FROM 'TO \(''([^'']+)''\)')::timestamptz
  FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
  WHERE i.inhparent = to_regclass(quote_ident(of)) ORDER BY 2
$$;

-- Locks the tables that the foreign keys of a table refer to, because a new month locks them too. A writer of a row has locked
-- them first, so there is no deadlock.
CREATE FUNCTION lock_referenced(of text, mode text) RETURNS void
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  referenced regclass;
BEGIN
  -- Citus then changes the shards of the table one after another, as it does those of stores, which it refers to.
  PERFORM set_config('citus.multi_shard_modify_mode', 'sequential', true);
  FOR referenced IN
    SELECT DISTINCT confrelid::regclass FROM pg_constraint
    WHERE contype = 'f' AND conrelid = to_regclass(quote_ident(of)) ORDER BY 1
  LOOP
    EXECUTE format('LOCK TABLE %s IN %s MODE', referenced, mode);
  END LOOP;
END
$$;

-- A new month gets the fillfactor and the settings of autovacuum of the default partition: a partitioned table has none of its
-- own.
CREATE FUNCTION copy_storage(source text, target text) RETURNS void
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  options text := (SELECT array_to_string(reloptions, ', ') FROM pg_class WHERE oid = quote_ident(source)::regclass);
BEGIN
  IF options <> '' THEN
    EXECUTE format('ALTER TABLE %I SET (%s)', target, options);
  END IF;
END
$$;

-- Both functions below run with the owner's rights, so they limit what a caller can ask for: workers pass the current time, and
-- the shortest retention that can be configured is 31 days. Requests wait behind them while they wait for a lock on stores, so
-- they give up after a tenth of a second and are called again an hour later.

-- Makes the months of a table up to the one after the next of a time, and returns how many it made. Each begins where the one
-- before ends. Rows of a month that came before it was made move there from the default partition.
CREATE FUNCTION make_months(of text, at timestamptz) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT SET lock_timeout = '100ms' AS $$
DECLARE
  last timestamptz := (date_trunc('month', at AT TIME ZONE 'UTC') + interval '2 months') AT TIME ZONE 'UTC';
  starts timestamptz;
  ends timestamptz;
  month text;
  made int := 0;
  time_column text := (
    SELECT a.attname FROM pg_partitioned_table p JOIN pg_attribute a ON a.attrelid = p.partrelid AND a.attnum = p.partattrs[0]
    WHERE p.partrelid = quote_ident(of)::regclass);
BEGIN
  IF at > now() + interval '1 day' THEN
    RAISE 'months are made for the present only, not for %', at;
  END IF;
  LOOP
    SELECT max(until) INTO starts FROM month_partitions(of);
    EXIT WHEN starts IS NULL OR starts > last;
    IF made = 0 THEN
      -- Another worker is at it.
      EXIT WHEN NOT pg_try_advisory_xact_lock(7210002, hashtext(of));
      PERFORM lock_referenced(of, 'SHARE ROW EXCLUSIVE');
      EXECUTE format('LOCK TABLE %I IN ACCESS EXCLUSIVE MODE', of || '_default');
    END IF;
    ends := (starts AT TIME ZONE 'UTC' + interval '1 month') AT TIME ZONE 'UTC';
    month := of || to_char(starts AT TIME ZONE 'UTC', '_YYYY_MM');
    EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', month, of);
    PERFORM copy_storage(of || '_default', month);
    EXECUTE format('WITH moved AS (DELETE FROM %I WHERE %I < %L RETURNING *) INSERT INTO %I SELECT * FROM moved',
      of || '_default', time_column, ends, month);
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', of, month, starts, ends);
    -- Citus has brought the rows to their nodes, and has left a copy here that nobody sees.
    IF to_regproc('truncate_local_data_after_distributing_table') IS NOT NULL THEN
      PERFORM truncate_local_data_after_distributing_table(quote_ident(month)::regclass);
    END IF;
    made := made + 1;
  END LOOP;
  RETURN made;
END
$$;

-- Drops the months that ended at that time or before, and returns how many they were. The default stays.
CREATE FUNCTION drop_months(of text, before timestamptz) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT SET lock_timeout = '100ms' AS $$
DECLARE
  month text;
  dropped int := 0;
BEGIN
  IF before > now() - interval '30 days' THEN
    RAISE 'months are kept for at least 30 days after their end, so none is dropped before %', before;
  END IF;
  FOR month IN SELECT name FROM month_partitions(of) WHERE until <= before LOOP
    IF dropped = 0 THEN
      PERFORM lock_referenced(of, 'ACCESS EXCLUSIVE');
    END IF;
    EXECUTE format('ALTER TABLE %I DETACH PARTITION %I', of, month);
    EXECUTE format('DROP TABLE %I', month);
    dropped := dropped + 1;
  END LOOP;
  RETURN dropped;
END
$$;

REVOKE ALL ON FUNCTION make_months(text, timestamptz), drop_months(text, timestamptz), begin_months(text), copy_storage(text, text),
  lock_referenced(text, text) FROM PUBLIC;

-- Searches of operators find a part of a name, an address, a number or a SKU by index. Row security keeps a store's role from
-- using an index for an operator that isn't leakproof, such as LIKE or @>. The owner's role has no such limit, so the functions
-- found_*, in the modules and here, belong to the owner. Each looks only at the store that the session is for, and stops at
-- `most`. They use EXECUTE because a statement is planned for its values: what most rows have and what few have need different
-- plans.

-- It calls only immutable functions, so that PostgreSQL inlines it instead of calling it for each row.
CREATE FUNCTION search_text(a text, b text, c text, d text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT lower(coalesce(a, '') || ' ' || coalesce(b, '') || ' ' || coalesce(c, '') || ' ' || coalesce(d, ''))
$$;

CREATE FUNCTION like_part(part text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT '%' || regexp_replace(lower(part), '([\\%_])', '\\\1', 'g') || '%'
$$;

-- Returns the rows of a list that have one of the merchant's own fields. `fields` is one field as each kind of value that it may
-- be.
CREATE FUNCTION found_by_metadata(list text, fields jsonb[], most int) RETURNS TABLE (id uuid)
LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 1000 SET search_path FROM CURRENT SET enable_seqscan = off AS $$
BEGIN
  IF list NOT IN ('orders', 'customers', 'products', 'refunds') THEN RAISE 'no list %', list; END IF;
  RETURN QUERY EXECUTE format('SELECT t.id FROM %I t
    WHERE t.tenant_id = $1 AND t.metadata <> ''{}'' AND (t.metadata @> $2 OR t.metadata @> $3) LIMIT $4', list)
  USING nullif(current_setting('app.tenant_id', true), '')::uuid, fields[1], coalesce(fields[2], fields[1]), most;
END
$$;
