import pg from 'pg';

/**
 * Each query returns a name and a definition for every object of one kind in the schema. Partitions follow their tables, and
 * names with `_` in front belong to the migrations themselves, so both are left out.
 */
const QUERIES = {
  tables: `
    SELECT relname AS name, concat_ws(' ', relkind, relpersistence, array_to_string(reloptions, ','), pg_get_partkeydef(oid),
      CASE WHEN relrowsecurity THEN 'row security' END, CASE WHEN relforcerowsecurity THEN 'forced' END,
      'owner', pg_get_userbyid(relowner)) AS definition
    FROM own_tables`,

  columns: `
    SELECT t.relname || '.' || a.attname AS name,
      concat_ws(' ', format_type(a.atttypid, a.atttypmod), CASE WHEN a.attnotnull THEN 'NOT NULL' END,
        CASE WHEN a.attcollation <> y.typcollation THEN 'COLLATE ' || a.attcollation::regcollation END,
        CASE a.attidentity WHEN 'a' THEN 'IDENTITY' WHEN 'd' THEN 'IDENTITY BY DEFAULT' END,
        CASE WHEN a.attgenerated = 's' THEN 'GENERATED' END, 'DEFAULT ' || pg_get_expr(d.adbin, d.adrelid)) AS definition
    FROM own_tables t
    JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped
    JOIN pg_type y ON y.oid = a.atttypid
    LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum`,

  // PostgreSQL 18 lists NOT NULL here as well; the columns tell it already.
  constraints: `
    SELECT t.relname || '.' || c.conname AS name, pg_get_constraintdef(c.oid) AS definition
    FROM own_tables t JOIN pg_constraint c ON c.conrelid = t.oid AND c.contype <> 'n'`,

  indexes: `
    SELECT t.relname || '.' || i.indexrelid::regclass AS name,
      replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ') || CASE WHEN i.indisvalid THEN '' ELSE ' INVALID' END AS definition
    FROM own_tables t JOIN pg_index i ON i.indrelid = t.oid`,

  functions: `
    SELECT oid::regprocedure::text AS name,
      concat_ws(' ', pg_get_functiondef(oid), 'OWNER', pg_get_userbyid(proowner)) AS definition
    FROM own_functions`,

  triggers: `
    SELECT t.relname || '.' || g.tgname AS name, concat_ws(' ', g.tgenabled, pg_get_triggerdef(g.oid)) AS definition
    FROM own_tables t JOIN pg_trigger g ON g.tgrelid = t.oid AND NOT g.tgisinternal`,

  views: `
    SELECT relname AS name, concat_ws(' ', relkind, pg_get_viewdef(oid)) AS definition
    FROM pg_class WHERE relkind IN ('v', 'm') AND relnamespace = current_schema()::regnamespace`,

  policies: `
    SELECT t.relname || '.' || p.polname AS name, concat_ws(' ', p.polcmd, p.polpermissive,
      (SELECT string_agg(coalesce(r::regrole::text, 'public'), ',') FROM unnest(p.polroles) r),
      pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid)) AS definition
    FROM own_tables t JOIN pg_policy p ON p.polrelid = t.oid`,

  grants: `
    SELECT name || ' to ' || CASE a.grantee WHEN 0 THEN 'public' ELSE a.grantee::regrole::text END AS name,
      string_agg(a.privilege_type || CASE WHEN a.is_grantable THEN '*' ELSE '' END, ',' ORDER BY a.privilege_type) AS definition
    FROM (
      SELECT relname::text AS name, coalesce(relacl, acldefault('r', relowner)) AS acl FROM own_tables
      UNION ALL SELECT relname, coalesce(relacl, acldefault('s', relowner)) FROM own_sequences
      UNION ALL SELECT oid::regprocedure::text, coalesce(proacl, acldefault('f', proowner)) FROM own_functions
      UNION ALL SELECT 'schema', coalesce(nspacl, acldefault('n', nspowner)) FROM pg_namespace WHERE nspname = current_schema()
      UNION ALL SELECT 'database', coalesce(datacl, acldefault('d', datdba)) FROM pg_database WHERE datname = current_database()
      UNION ALL SELECT 'default ' || defaclobjtype::text, defaclacl FROM pg_default_acl
    ) AS objects CROSS JOIN LATERAL aclexplode(acl) a GROUP BY name, a.grantee`,

  sequences: `
    SELECT s.relname AS name, concat_ws(' ', format_type(q.seqtypid, NULL), q.seqstart, q.seqincrement, q.seqmin, q.seqmax, q.seqcycle,
      'owned by', d.refobjid::regclass, d.refobjsubid > 0) AS definition
    FROM own_sequences s JOIN pg_sequence q ON q.seqrelid = s.oid
    LEFT JOIN pg_depend d ON d.objid = s.oid AND d.deptype IN ('a', 'i') AND d.refclassid = 'pg_class'::regclass`,

  types: `
    SELECT t.typname AS name, concat_ws(' ', t.typtype, format_type(t.typbasetype, t.typtypmod),
      (SELECT string_agg(e.enumlabel, ',' ORDER BY e.enumsortorder) FROM pg_enum e WHERE e.enumtypid = t.oid)) AS definition
    FROM pg_type t LEFT JOIN pg_class c ON c.oid = t.typrelid
    WHERE t.typnamespace = current_schema()::regnamespace AND t.typcategory <> 'A' AND coalesce(c.relkind, 'c') = 'c'
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = t.oid AND d.deptype = 'e')`,

  comments: `
    SELECT coalesce((pg_identify_object(d.classoid, d.objoid, d.objsubid)).identity, '') AS name, d.description AS definition
    FROM pg_description d
    WHERE (pg_identify_object(d.classoid, d.objoid, d.objsubid)).schema = current_schema()
      AND NOT EXISTS (SELECT FROM pg_depend e WHERE e.objid = d.objoid AND e.deptype = 'e')`,

  extensions: `
    SELECT extname AS name, extversion AS definition FROM pg_extension`,

  publications: `
    SELECT pubname AS name, concat_ws(' ', puballtables, (SELECT string_agg(tablename, ',' ORDER BY tablename)
      FROM pg_publication_tables t WHERE t.pubname = p.pubname)) AS definition
    FROM pg_publication p`,
};

const OWN = `
  WITH own_tables AS (
    SELECT * FROM pg_class WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = current_schema()::regnamespace
      AND relname NOT LIKE '\\_%'
  ), own_sequences AS (
    SELECT * FROM pg_class WHERE relkind = 'S' AND relnamespace = current_schema()::regnamespace
  ), own_functions AS (
    SELECT * FROM pg_proc p WHERE pronamespace = current_schema()::regnamespace AND prokind IN ('f', 'p')
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
  )`;

/** Everything that PostgreSQL knows of a schema, by kind and name. */
export type Catalogue = Record<keyof typeof QUERIES, Record<string, string>>;

/** Reads what a database is made of. Its own name is left out of the names of its roles. */
export async function readCatalogue(databaseUrl: string): Promise<Catalogue> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const role = new RegExp(`${new URL(databaseUrl).pathname.slice(1)}(?=_(tenant|system)\\b)`, 'g');
  const read = async (sql: string) => {
    const { rows } = await client.query<{ name: string; definition: string }>(`${OWN} ${sql} ORDER BY 1`);
    return Object.fromEntries(
      rows.map(({ name, definition }) => [name.replace(role, ''), definition.replace(role, '')]),
    );
  };
  try {
    const catalogue = {} as Catalogue;
    for (const [kind, sql] of Object.entries(QUERIES)) catalogue[kind as keyof Catalogue] = await read(sql);
    return catalogue;
  } finally {
    await client.end();
  }
}

export async function runScript(databaseUrl: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
