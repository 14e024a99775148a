/** Tables of the schema except those of the queue and of the upgrade that is under way, in a fixed order. */
export const TABLES = `
  SELECT c.relname AS name, coalesce(
    (SELECT sum(pg_table_size(relid)) FROM pg_partition_tree(c.oid)), pg_table_size(c.oid))::float8 AS bytes,
    (SELECT array_agg(a.attname::text ORDER BY a.attnum) FROM pg_attribute a
     WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns
  FROM pg_class c
  WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = current_schema()::regnamespace
    AND c.relname NOT LIKE 'bull%' AND c.relname <> '_commerce_maintenance'
  ORDER BY c.relname`;
