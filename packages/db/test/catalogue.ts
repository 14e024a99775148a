import pg from 'pg';

/** What Postgres knows of a schema, by name; partitions, which follow their tables, and the tables of the migrations themselves begin with `_` and are left out. */
export interface Catalogue {
  columns: Record<string, string>;
  constraints: Record<string, string>;
  indexes: Record<string, string>;
}

const COLUMNS = `
  SELECT c.relname || '.' || a.attname AS name,
         concat_ws(' ', format_type(a.atttypid, a.atttypmod), CASE WHEN a.attnotnull THEN 'NOT NULL' END,
                   'DEFAULT ' || pg_get_expr(d.adbin, d.adrelid)) AS definition
  FROM pg_attribute a
  JOIN pg_class c ON c.oid = a.attrelid AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = 'public'::regnamespace
  LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
  WHERE a.attnum > 0 AND NOT a.attisdropped AND c.relname NOT LIKE '\\_%'`;

// PostgreSQL 18 lists NOT NULL here as well; the columns tell it already.
const CONSTRAINTS = `
  SELECT conrelid::regclass || '.' || conname AS name, pg_get_constraintdef(oid) AS definition
  FROM pg_constraint
  JOIN (SELECT oid AS table_id, relispartition FROM pg_class) AS t ON table_id = conrelid AND NOT relispartition
  WHERE connamespace = 'public'::regnamespace AND contype <> 'n' AND conrelid::regclass::text NOT LIKE '\\_%'`;

const INDEXES = `
  SELECT tablename || '.' || indexname AS name, replace(indexdef, ' ON ONLY ', ' ON ') AS definition
  FROM pg_indexes JOIN pg_class t ON t.relname = tablename AND t.relnamespace = 'public'::regnamespace AND NOT t.relispartition
  WHERE schemaname = 'public' AND tablename NOT LIKE '\\_%'`;

export async function readCatalogue(databaseUrl: string): Promise<Catalogue> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const read = async (sql: string) => {
    const { rows } = await client.query<{ name: string; definition: string }>(`${sql} ORDER BY 1`);
    return Object.fromEntries(rows.map(({ name, definition }) => [name, definition]));
  };
  try {
    return {
      columns: await read(COLUMNS),
      constraints: await read(CONSTRAINTS),
      indexes: await read(INDEXES),
    };
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
