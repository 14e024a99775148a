-- An export or an erasure whose step failed waits before it is tried again, and a step reads a table in parts.
ALTER TABLE customer_exports ADD COLUMN failures integer NOT NULL DEFAULT 0, ADD COLUMN retry_at timestamptz(3);
ALTER TABLE customer_erasures ADD COLUMN failures integer NOT NULL DEFAULT 0, ADD COLUMN retry_at timestamptz(3),
  ADD COLUMN read_up_to text;

CREATE INDEX customer_exports_due_partial ON customer_exports (created_at) WHERE status IN ('pending', 'running');
CREATE INDEX customer_erasures_due_partial ON customer_erasures (created_at) WHERE status IN ('pending', 'running');
