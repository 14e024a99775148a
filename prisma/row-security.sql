-- The second wall between stores: PostgreSQL itself shows a query only the rows of the store that it is for.
--
-- Input: the tables as the migrations left them. Output: two roles that own nothing and bypass nothing, and on every
-- table with a tenant_id the policies for them. `commerce migrate` ends with this; it changes only what isn't so yet,
-- so a table that a later migration adds is covered without being named here, and a second run takes no lock.
--
--   commerce_tenant  sees the rows of the store named by the setting app.tenant_id; without it, none
--   commerce_system  sees all rows: login, payment callbacks, the worker
--
-- The owner of the tables, who migrates, keeps seeing all rows although the policies are forced on it too.

DO $$
DECLARE
  member text;
BEGIN
  FOREACH member IN ARRAY ARRAY['commerce_tenant', 'commerce_system'] LOOP
    BEGIN
      IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = member) THEN
        BEGIN
          EXECUTE format('CREATE ROLE %I NOLOGIN', member);
        EXCEPTION
          -- Roles belong to the server: another of its databases is being migrated at the same time.
          WHEN duplicate_object OR unique_violation THEN NULL;
        END;
      END IF;
      IF NOT pg_has_role(current_user, member, 'SET') THEN
        EXECUTE format('GRANT %I TO %I', member, current_user);
      END IF;
    EXCEPTION
      WHEN insufficient_privilege THEN
        RAISE EXCEPTION 'The database user % may not make or join the role %. Let an administrator run: CREATE ROLE commerce_tenant; CREATE ROLE commerce_system; GRANT commerce_tenant, commerce_system TO %; (see docs/row-level-security.md)',
          current_user, member, current_user;
    END;
    IF NOT has_schema_privilege(member, current_schema(), 'USAGE') THEN
      EXECUTE format('GRANT USAGE ON SCHEMA %I TO %I', current_schema(), member);
    END IF;
  END LOOP;
END
$$;

DO $$
DECLARE
  found record;
  own_rows text;
BEGIN
  FOR found IN
    SELECT c.oid, c.relname AS name, c.relrowsecurity AND c.relforcerowsecurity AS is_forced,
      CASE
        WHEN c.relname = 'tenants' THEN 'id'
        WHEN EXISTS (
          SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'tenant_id' AND NOT a.attisdropped
        ) THEN 'tenant_id'
      END AS key
    FROM pg_class c
    WHERE c.relkind IN ('r', 'p') AND c.relnamespace = current_schema()::regnamespace
      -- Prisma's own, and those of the queue where it lives in PostgreSQL.
      AND c.relname <> '_prisma_migrations' AND c.relname NOT LIKE 'bull%'
  LOOP
    IF NOT has_table_privilege('commerce_system', found.oid, 'DELETE') THEN
      EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO commerce_system', found.name);
    END IF;
    -- What belongs to no store is out of a store's reach.
    CONTINUE WHEN found.key IS NULL;

    IF NOT has_table_privilege('commerce_tenant', found.oid, 'DELETE') THEN
      EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO commerce_tenant', found.name);
    END IF;
    IF NOT EXISTS (SELECT FROM pg_policy WHERE polrelid = found.oid AND polname = 'tenant_rows') THEN
      own_rows := format('%I = nullif(current_setting(''app.tenant_id'', true), '''')::uuid', found.key);
      EXECUTE format(
        'CREATE POLICY tenant_rows ON %I TO commerce_tenant USING (%s) WITH CHECK (%s)', found.name, own_rows, own_rows
      );
      EXECUTE format('CREATE POLICY system_rows ON %I TO commerce_system USING (true) WITH CHECK (true)', found.name);
      EXECUTE format('CREATE POLICY owner_rows ON %I TO %I USING (true) WITH CHECK (true)', found.name, current_user);
    END IF;
    IF NOT found.is_forced THEN
      EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', found.name);
    END IF;
  END LOOP;
END
$$;

DO $$
DECLARE
  found record;
BEGIN
  FOR found IN
    SELECT c.relname AS name FROM pg_class c
    WHERE c.relkind = 'S' AND c.relnamespace = current_schema()::regnamespace AND c.relname NOT LIKE 'bull%'
      AND NOT CASE WHEN c.relkind = 'S' THEN has_sequence_privilege('commerce_tenant', c.oid, 'USAGE') END
  LOOP
    EXECUTE format('GRANT USAGE ON SEQUENCE %I TO commerce_tenant, commerce_system', found.name);
  END LOOP;
END
$$;
