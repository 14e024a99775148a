-- Who asked for a delivery to be sent again, and when.
CREATE TABLE webhook_resends (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  tenant_id uuid NOT NULL,
  delivery_id uuid NOT NULL,
  requested_at timestamptz(3) NOT NULL,
  requested_by text NOT NULL,
  recovery_id uuid,
  CONSTRAINT webhook_resends_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT webhook_resends_tenant_id_delivery_id_fkey FOREIGN KEY (tenant_id, delivery_id)
    REFERENCES webhook_deliveries (tenant_id, id) ON UPDATE CASCADE ON DELETE CASCADE
);

CREATE INDEX webhook_resends_tenant_id_delivery_id_requested_at_idx ON webhook_resends (tenant_id, delivery_id, requested_at);
