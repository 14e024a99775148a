-- The second wall between stores: PostgreSQL itself shows a query only the rows of the store that it is for.
--
-- Input: the tables as the migrations left them. Output: two roles that own nothing and bypass nothing, and on every
-- table with a tenant_id the policies for them. `commerce migrate` ends with this; it changes only what isn't so yet,
-- so a table that a later migration adds is covered without being named here, and a second run takes no lock.
--
--   <database>_tenant  sees the rows of the store named by the setting app.tenant_id; without it, none
--   <database>_system  sees all rows: login, payment callbacks, the worker
--
-- Roles belong to the server, so they carry the name of the database: a second deployment beside it has its own.
-- The owner of the tables, who migrates, keeps seeing all rows although the policies are forced on it too.

DO $$
DECLARE
  tenant_role text := current_database() || '_tenant';
  system_role text := current_database() || '_system';
  member text;
BEGIN
  FOREACH member IN ARRAY ARRAY[tenant_role, system_role] LOOP
    BEGIN
      IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = member) THEN
        BEGIN
          EXECUTE format('CREATE ROLE %I NOLOGIN', member);
        EXCEPTION
          -- Somebody else is making it at the same time.
          WHEN duplicate_object OR unique_violation THEN NULL;
        END;
      END IF;
      IF NOT pg_has_role(current_user, member, 'SET') THEN
        EXECUTE format('GRANT %I TO %I', member, current_user);
      END IF;
    EXCEPTION
      WHEN insufficient_privilege THEN
        RAISE EXCEPTION '%', format(
          'The database user %1$s may not make or join the role %2$s. Let an administrator run: CREATE ROLE %3$I; CREATE ROLE %4$I; GRANT %3$I, %4$I TO %1$I; (see docs/row-level-security.md)',
          current_user, member, tenant_role, system_role);
    END;
    IF NOT has_schema_privilege(member, current_schema(), 'USAGE') THEN
      EXECUTE format('GRANT USAGE ON SCHEMA %I TO %I', current_schema(), member);
    END IF;
  END LOOP;
END
$$;

DO $$
DECLARE
  tenant_role text := current_database() || '_tenant';
  system_role text := current_database() || '_system';
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
    WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = current_schema()::regnamespace
      -- Those of the migrations themselves, and of the queue where it lives in PostgreSQL.
      AND c.relname NOT LIKE '\_%' AND c.relname NOT LIKE 'bull%'
  LOOP
    IF NOT has_table_privilege(system_role, found.oid, 'DELETE') THEN
      EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO %I', found.name, system_role);
    END IF;
    -- What belongs to no store is out of a store's reach.
    CONTINUE WHEN found.key IS NULL;

    IF NOT has_table_privilege(tenant_role, found.oid, 'DELETE') THEN
      EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO %I', found.name, tenant_role);
    END IF;
    -- Policies name roles by their ids: those of another database's name are made anew.
    IF NOT EXISTS (
      SELECT FROM pg_policy p JOIN pg_roles r ON p.polroles = ARRAY[r.oid]
      WHERE p.polrelid = found.oid AND p.polname = 'tenant_rows' AND r.rolname = tenant_role
    ) THEN
      EXECUTE format('DROP POLICY IF EXISTS tenant_rows ON %I', found.name);
      EXECUTE format('DROP POLICY IF EXISTS system_rows ON %I', found.name);
      EXECUTE format('DROP POLICY IF EXISTS owner_rows ON %I', found.name);
      own_rows := format('%I = nullif(current_setting(''app.tenant_id'', true), '''')::uuid', found.key);
      EXECUTE format(
        'CREATE POLICY tenant_rows ON %I TO %I USING (%s) WITH CHECK (%s)', found.name, tenant_role, own_rows, own_rows
      );
      EXECUTE format('CREATE POLICY system_rows ON %I TO %I USING (true) WITH CHECK (true)', found.name, system_role);
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
  tenant_role text := current_database() || '_tenant';
  system_role text := current_database() || '_system';
  found record;
BEGIN
  FOR found IN
    SELECT c.relname AS name FROM pg_class c
    WHERE c.relkind = 'S' AND c.relnamespace = current_schema()::regnamespace AND c.relname NOT LIKE 'bull%'
      AND NOT CASE WHEN c.relkind = 'S' THEN has_sequence_privilege(tenant_role, c.oid, 'USAGE') END
  LOOP
    EXECUTE format('GRANT USAGE ON SEQUENCE %I TO %I, %I', found.name, tenant_role, system_role);
  END LOOP;
END
$$;

-- A function with the owner's rights must find the tables of this schema, never a temporary table that its caller has made
-- under the same name. The helpers that such a function calls have a search path of their own, so they are included. Nobody but the
-- owner can create temporary objects at all.
DO $$
DECLARE
  safe_path text := format('search_path=%I, pg_temp', current_schema());
  signature regprocedure;
BEGIN
  FOR signature IN
    SELECT p.oid FROM pg_proc p
    WHERE p.pronamespace = current_schema()::regnamespace AND pg_get_userbyid(p.proowner) = current_user
      AND (p.prosecdef OR EXISTS (SELECT FROM unnest(p.proconfig) AS setting WHERE setting LIKE 'search\_path=%'))
      AND safe_path <> ALL (coalesce(p.proconfig, '{}'))
  LOOP
    EXECUTE format('ALTER FUNCTION %s SET search_path = %I, pg_temp', signature, current_schema());
  END LOOP;
  IF EXISTS (
    SELECT FROM pg_database d, aclexplode(coalesce(d.datacl, acldefault('d', d.datdba))) AS acl
    WHERE d.datname = current_database() AND acl.grantee = 0 AND acl.privilege_type = 'TEMPORARY'
  ) THEN
    EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database());
  END IF;
END
$$;

-- Workers make months ahead and drop old ones; a database of an older release has no such functions.
DO $$
DECLARE
  system_role text := current_database() || '_system';
  signature text;
BEGIN
  FOREACH signature IN ARRAY ARRAY['make_months(text, timestamptz)', 'drop_months(text, timestamptz)'] LOOP
    IF to_regprocedure(signature) IS NOT NULL AND NOT has_function_privilege(system_role, signature, 'EXECUTE') THEN
      EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO %I', signature, system_role);
    END IF;
  END LOOP;
END
$$;

-- Every process reads what the database is, so that one that doesn't fit says so.
DO $$
DECLARE
  system_role text := current_database() || '_system';
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['_prisma_migrations', '_commerce_versions', '_commerce_maintenance'] LOOP
    IF NOT has_table_privilege(system_role, name, 'SELECT') THEN
      EXECUTE format('GRANT SELECT ON %I TO %I', name, system_role);
    END IF;
  END LOOP;
END
$$;
