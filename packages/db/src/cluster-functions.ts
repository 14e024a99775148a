import type pg from 'pg';

interface SqlFunction {
  definition: string;
  body: string;
  result: string;
  /** The columns of a table that it returns. */
  columns: string[] | null;
}

/** Functions that read or write tables: a constant one is computed wherever it is called. */
const FUNCTIONS = `
  SELECT pg_get_functiondef(p.oid) AS definition, p.prosrc AS body, pg_get_function_result(p.oid) AS result, (
    SELECT array_agg(format('%I::%s', o.name, format_type(o.type, -1)) ORDER BY o.place)
    FROM unnest(p.proargnames, p.proargmodes, p.proallargtypes) WITH ORDINALITY AS o(name, mode, type, place)
    WHERE o.mode = 't'
  ) AS columns
  FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang
  WHERE l.lanname = 'sql' AND p.provolatile <> 'i' AND p.pronamespace = current_schema()::regnamespace
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')
  ORDER BY p.oid`;

/**
 * Returns statements that replace SQL functions by PL/pgSQL ones with the same body: PostgreSQL plans the former without the
 * values of a call, and Citus finds the node by those values. With one node they stay as they are, because PostgreSQL can inline
 * them.
 */
export async function translateFunctions(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<SqlFunction>(FUNCTIONS);
  return rows.map(({ definition, ...each }) =>
    definition.replace('\n LANGUAGE sql', '\n LANGUAGE plpgsql').replace(each.body, () => translated(each)),
  );
}

/** The statements that let functions in PL/pgSQL plan by their values, for the same reason: on one node they have one plan for all. */
export async function freePlans(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    SELECT p.oid::regprocedure::text AS name FROM pg_proc p
    WHERE 'plan_cache_mode=force_generic_plan' = ANY (p.proconfig) AND p.pronamespace = current_schema()::regnamespace
    ORDER BY p.oid`);
  return rows.map(({ name }) => `ALTER FUNCTION ${name} RESET plan_cache_mode`);
}

/**
 * The statements that let functions which look for words name the store by its column too, by which Citus finds the node. On one
 * node they name it as text alone, which one index has: PostgreSQL might else take another that begins with the store, and read
 * all of its products.
 */
export async function nameStores(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ definition: string }>(`
    SELECT pg_get_functiondef(p.oid) AS definition FROM pg_proc p
    WHERE p.prosrc LIKE '%WHERE _.tenant_id::text = store::text%' AND p.pronamespace = current_schema()::regnamespace
    ORDER BY p.oid`);
  return rows.map(({ definition }) =>
    definition.replaceAll(
      /WHERE (\w)(\.tenant_id)::text = store::text/g,
      'WHERE $1$2 = store AND $1$2::text = store::text',
    ),
  );
}

/** In SQL the name of a column comes before that of an argument. */
function translated({ body, result, columns }: Omit<SqlFunction, 'definition'>): string {
  const statement = body.trim().replace(/;$/, '');
  return `\n#variable_conflict use_column\nBEGIN\n${inside()};\nEND\n`;

  function inside(): string {
    if (result === 'void') return statement;
    if (result.startsWith('SETOF')) return `RETURN QUERY ${statement}\n`;
    if (!columns) return `RETURN (${statement}\n)`;
    const names = columns.map((column) => column.split('::')[0]);
    return `RETURN QUERY SELECT ${columns.join(', ')} FROM (${statement}\n) AS found(${names.join(', ')})`;
  }
}
