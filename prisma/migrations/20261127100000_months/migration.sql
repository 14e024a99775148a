-- Tables that only grow are partitioned by the month of a time that their rows have had from the start: processes of the
-- release before go on working with them.
--
--   <table>_first    the table as it was, with every row from before it was partitioned
--   <table>_YYYY_MM  a month, UTC
--   <table>_default  rows whose month isn't there: an insert never fails for that
--
-- Partitions are reached through their table alone: nobody but the owner has a right on them.

-- The months of a table, and where each ends; the default has no end.
CREATE FUNCTION month_partitions(of text) RETURNS TABLE (name text, until timestamptz)
LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
  SELECT c.relname::text, substring(pg_get_expr(c.relpartbound, c.oid) FROM 'TO \(''([^'']+)''\)')::timestamptz
  FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
  WHERE i.inhparent = to_regclass(quote_ident(of)) ORDER BY 2
$$;

-- Locks what the foreign keys of a table refer to, which its months change too. Whoever writes a row has locked that first, so
-- nobody waits in a circle.
CREATE FUNCTION lock_referenced(of text, mode text) RETURNS void
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  referenced regclass;
BEGIN
  FOR referenced IN
    SELECT DISTINCT confrelid::regclass FROM pg_constraint
    WHERE contype = 'f' AND conrelid = to_regclass(quote_ident(of)) ORDER BY 1
  LOOP
    EXECUTE format('LOCK TABLE %s IN %s MODE', referenced, mode);
  END LOOP;
END
$$;

-- The first half of the way to months, which takes no lock that anybody waits for: says that every row is older than the end of
-- next month, or of the month behind the newest row. The caller validates it, and attaching the table needs no scan then.
CREATE FUNCTION bound_first_month(of text, time_column text) RETURNS void
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  newest timestamptz;
BEGIN
  EXECUTE format('SELECT greatest(now(), max(%I)) FROM %I', time_column, of) INTO newest;
  EXECUTE format('ALTER TABLE %I DROP CONSTRAINT IF EXISTS first_month_check', of);
  EXECUTE format('ALTER TABLE %I ADD CONSTRAINT first_month_check CHECK (%I < %L) NOT VALID',
    of, time_column, (date_trunc('month', newest AT TIME ZONE 'UTC') + interval '2 months') AT TIME ZONE 'UTC');
END
$$;

-- The second half, which moves no row: the table becomes the first partition of a new one with its columns, constraints,
-- indexes, policies and rights. `<table>_key_with_month` is its new primary key, and is there already.
CREATE FUNCTION partition_by_month(of text, time_column text) RETURNS void
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  first text := of || '_first';
  old regclass := quote_ident(of)::regclass;
  until text;
  found record;
BEGIN
  PERFORM lock_referenced(of, 'SHARE ROW EXCLUSIVE');
  EXECUTE format('LOCK TABLE %I IN ACCESS EXCLUSIVE MODE', of);
  SELECT substring(pg_get_constraintdef(c.oid) FROM '''([^'']+)''') INTO STRICT until
  FROM pg_constraint c WHERE c.conrelid = old AND c.conname = 'first_month_check' AND c.convalidated;

  EXECUTE format('ALTER TABLE %I RENAME TO %I', of, first);
  EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS) PARTITION BY RANGE (%I)', of, first, time_column);
  EXECUTE format('ALTER TABLE %I DROP CONSTRAINT first_month_check', of);

  -- The names are the new table's from here on.
  FOR found IN
    SELECT c.relname AS name, i.indisprimary AS is_primary, pg_get_indexdef(c.oid) AS definition,
      row_number() OVER (ORDER BY c.oid) AS number
    FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
    WHERE i.indrelid = old AND c.relname <> of || '_key_with_month' ORDER BY c.oid
  LOOP
    IF found.is_primary THEN
      EXECUTE format('ALTER TABLE %I DROP CONSTRAINT %I', first, found.name);
      EXECUTE format('ALTER TABLE %I ADD CONSTRAINT %I PRIMARY KEY USING INDEX %I', first, first || '_pkey', of || '_key_with_month');
      EXECUTE format('ALTER TABLE %I ADD CONSTRAINT %I %s', of, found.name,
        (SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = old AND contype = 'p'));
    ELSE
      EXECUTE format('ALTER INDEX %I RENAME TO %I', found.name, first || '_' || found.number);
      EXECUTE regexp_replace(found.definition, ' ON \S+ USING ', format(' ON %I USING ', of));
    END IF;
  END LOOP;
  FOR found IN
    SELECT conname AS name, pg_get_constraintdef(oid) AS definition FROM pg_constraint WHERE conrelid = old AND contype = 'f'
  LOOP
    EXECUTE format('ALTER TABLE %I ADD CONSTRAINT %I %s', of, found.name, found.definition);
  END LOOP;

  -- Processes of the release before must not be without them for a moment; a new database has none yet.
  FOR found IN
    SELECT p.polname AS name, r.rolname AS role, pg_get_expr(p.polqual, p.polrelid) AS condition
    FROM pg_policy p JOIN pg_roles r ON p.polroles = ARRAY[r.oid] WHERE p.polrelid = old
  LOOP
    EXECUTE format('CREATE POLICY %I ON %I TO %I USING (%s) WITH CHECK (%4$s)', found.name, of, found.role, found.condition);
    EXECUTE format('DROP POLICY %I ON %I', found.name, first);
  END LOOP;
  FOR found IN
    SELECT a.grantee::regrole AS role, string_agg(a.privilege_type, ', ') AS rights
    FROM pg_class c CROSS JOIN aclexplode(c.relacl) a WHERE c.oid = old AND a.grantee <> c.relowner GROUP BY 1
  LOOP
    EXECUTE format('GRANT %s ON %I TO %s', found.rights, of, found.role);
    EXECUTE format('REVOKE ALL ON %I FROM %s', first, found.role);
  END LOOP;
  IF (SELECT relforcerowsecurity FROM pg_class WHERE oid = old) THEN
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', of);
    EXECUTE format('ALTER TABLE %I DISABLE ROW LEVEL SECURITY, NO FORCE ROW LEVEL SECURITY', first);
  END IF;

  EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (MINVALUE) TO (%L)', of, first, until);
  EXECUTE format('ALTER TABLE %I DROP CONSTRAINT first_month_check', first);
  EXECUTE format('CREATE TABLE %I PARTITION OF %I DEFAULT', of || '_default', of);
  PERFORM copy_storage(first, of || '_default');
END
$$;

-- Fillfactor, autovacuum: a partitioned table has none of its own.
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

-- Makes the months of a table up to the one after the next of a time, and returns how many it made. Each begins where the one before ends. What
-- came for a month before it was there moves there from the default. Nobody waits longer for it than the lock timeout.
CREATE FUNCTION make_months(of text, at timestamptz) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT SET lock_timeout = '500ms' AS $$
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
    made := made + 1;
  END LOOP;
  RETURN made;
END
$$;

-- Drops the months that ended at that time or before, and returns how many they were. The default stays.
CREATE FUNCTION drop_months(of text, before timestamptz) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT SET lock_timeout = '500ms' AS $$
DECLARE
  month text;
  dropped int := 0;
BEGIN
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

REVOKE ALL ON FUNCTION make_months(text, timestamptz), drop_months(text, timestamptz), partition_by_month(text, text),
  bound_first_month(text, text), copy_storage(text, text), lock_referenced(text, text) FROM PUBLIC;
