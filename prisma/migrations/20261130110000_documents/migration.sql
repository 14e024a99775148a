-- Invoices and credit notes as they were issued. Columns with defaults: no pass over the stores.
ALTER TABLE tenants ADD COLUMN time_zone text NOT NULL DEFAULT 'UTC';
ALTER TABLE tenants ADD COLUMN invoice_issued_when text NOT NULL DEFAULT 'paid';
ALTER TABLE tenants ADD COLUMN invoice_prefix text NOT NULL DEFAULT '';
ALTER TABLE tenants ADD COLUMN invoice_numbers_by_year boolean NOT NULL DEFAULT true;

CREATE TABLE document_clocks (
  tenant_id uuid NOT NULL PRIMARY KEY REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  issued_at timestamptz(3) NOT NULL,
  issued_on date NOT NULL
);

CREATE TABLE invoice_numbers (
  tenant_id uuid NOT NULL REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  series text NOT NULL,
  last bigint NOT NULL,
  CONSTRAINT invoice_numbers_pkey PRIMARY KEY (tenant_id, series)
);

CREATE TABLE documents (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL,
  number text NOT NULL,
  order_id uuid NOT NULL,
  issued_at timestamptz(3) NOT NULL,
  issued_on date NOT NULL,
  data jsonb,
  CONSTRAINT documents_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT documents_tenant_id_order_id_fkey FOREIGN KEY (tenant_id, order_id)
    REFERENCES orders (tenant_id, id) ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE UNIQUE INDEX documents_tenant_id_kind_number_key ON documents (tenant_id, kind, number);
CREATE INDEX documents_tenant_id_order_id_idx ON documents (tenant_id, order_id);

CREATE TABLE document_files (
  tenant_id uuid NOT NULL,
  document_id uuid NOT NULL,
  sha256 text NOT NULL,
  bytes bytea NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT document_files_pkey PRIMARY KEY (tenant_id, document_id),
  CONSTRAINT document_files_tenant_id_document_id_fkey FOREIGN KEY (tenant_id, document_id)
    REFERENCES documents (tenant_id, id) ON DELETE RESTRICT ON UPDATE CASCADE
);

-- What was issued stays. The data of a document from before this table is written once, when it is first asked for.
CREATE FUNCTION document_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF EXISTS (SELECT FROM tenants WHERE id = OLD.tenant_id AND deleting_since IS NOT NULL) THEN
      RETURN OLD;
    END IF;
  ELSIF to_jsonb(OLD) ->> 'data' IS NULL AND to_jsonb(NEW) ? 'data' AND to_jsonb(NEW) - 'data' = to_jsonb(OLD) - 'data' THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'a document is never changed';
END
$$;
CREATE TRIGGER document_stays BEFORE UPDATE OR DELETE ON documents FOR EACH ROW EXECUTE FUNCTION document_stays();
CREATE TRIGGER document_file_stays BEFORE UPDATE OR DELETE ON document_files FOR EACH ROW EXECUTE FUNCTION document_stays();

-- Orders that were paid before keep the number under which their invoice could be drawn: that of the order.
INSERT INTO documents (tenant_id, id, kind, number, order_id, issued_at, issued_on)
SELECT o.tenant_id, o.id, 'invoice', o.number::text, o.id, paid.at, (paid.at AT TIME ZONE 'UTC')::date
FROM orders o
JOIN (
  SELECT tenant_id, order_id, min(created_at) AS at FROM order_history WHERE status = 'paid' GROUP BY 1, 2
) paid ON paid.tenant_id = o.tenant_id AND paid.order_id = o.id;

INSERT INTO documents (tenant_id, id, kind, number, order_id, issued_at, issued_on)
SELECT n.tenant_id, n.id, 'credit_note', n.number::text, n.order_id, n.created_at, (n.created_at AT TIME ZONE 'UTC')::date
FROM credit_notes n JOIN documents i ON i.tenant_id = n.tenant_id AND i.id = n.order_id;

INSERT INTO invoice_numbers (tenant_id, series, last)
SELECT tenant_id, '', max(number::bigint) FROM documents WHERE kind = 'invoice' GROUP BY 1;

INSERT INTO document_clocks (tenant_id, issued_at, issued_on)
SELECT tenant_id, max(issued_at), max(issued_on) FROM documents GROUP BY 1;
