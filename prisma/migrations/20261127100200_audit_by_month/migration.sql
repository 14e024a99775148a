-- A transaction of its own for each table: what it locks is never waited for by somebody who holds another.
SELECT partition_by_month('audit_records', 'created_at');
