-- Invoices and credit notes as they were issued.
CREATE TABLE documents (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL,
  number text NOT NULL,
  order_id uuid NOT NULL,
  issued_at timestamptz(3) NOT NULL,
  issued_on date NOT NULL,
  data jsonb NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, order_id) REFERENCES orders (tenant_id, id) ON DELETE RESTRICT ON UPDATE NO ACTION
);
CREATE UNIQUE INDEX documents_tenant_id_kind_number_key ON documents (tenant_id, kind, number);
CREATE INDEX documents_tenant_id_order_id_idx ON documents (tenant_id, order_id);

CREATE TABLE document_files (
  tenant_id uuid NOT NULL,
  document_id uuid NOT NULL,
  sha256 text NOT NULL,
  bytes bytea NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, document_id),
  FOREIGN KEY (tenant_id, document_id) REFERENCES documents (tenant_id, id) ON DELETE RESTRICT ON UPDATE NO ACTION
);

-- Documents for the tax provider that says the rates of the store.
CREATE TABLE tax_records (
  tenant_id uuid NOT NULL,
  document_id uuid NOT NULL,
  -- Its name when the invoice was issued, also of credit notes.
  provider text NOT NULL,
  -- When it is told next; null: it has recorded the document.
  send_at timestamptz(3),
  attempts integer NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id, document_id),
  FOREIGN KEY (tenant_id, document_id) REFERENCES documents (tenant_id, id) ON DELETE CASCADE ON UPDATE NO ACTION
);
CREATE INDEX tax_records_send_at_partial ON tax_records (send_at) WHERE send_at IS NOT NULL;

CREATE TABLE document_clocks (
  tenant_id uuid PRIMARY KEY REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE NO ACTION,
  issued_at timestamptz(3) NOT NULL,
  issued_on date NOT NULL
);

CREATE TABLE invoice_numbers (
  tenant_id uuid NOT NULL REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE NO ACTION,
  series text NOT NULL,
  last bigint NOT NULL,
  PRIMARY KEY (tenant_id, series)
);

-- A document is never changed, and deleted only with its store.
CREATE FUNCTION document_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND EXISTS (SELECT FROM tenants WHERE id = OLD.tenant_id AND deleting_since IS NOT NULL) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'a document is never changed';
END
$$;

CREATE TRIGGER document_stays BEFORE UPDATE OR DELETE ON documents FOR EACH ROW EXECUTE FUNCTION document_stays();
CREATE TRIGGER document_file_stays BEFORE UPDATE OR DELETE ON document_files FOR EACH ROW EXECUTE FUNCTION document_stays();
