-- Both functions run with the owner's rights, so they limit what a caller can ask for. Workers pass the current time, and the shortest
-- retention that can be configured is 31 days.
CREATE OR REPLACE FUNCTION make_months(of text, at timestamptz) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '100ms' AS $$
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
    made := made + 1;
  END LOOP;
  RETURN made;
END
$$;

CREATE OR REPLACE FUNCTION drop_months(of text, before timestamptz) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '100ms' AS $$
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
