-- The log of one order or product: its events are few, and each leads to its deliveries.
CREATE INDEX webhook_events_tenant_id_resource_id_idx ON webhook_events (tenant_id, resource_id);

-- The log of one error or response: only what failed has an entry here.
CREATE INDEX webhook_deliveries_error_partial ON webhook_deliveries (tenant_id, last_error, created_at DESC, id DESC)
  WHERE last_error IS NOT NULL;
CREATE INDEX webhook_deliveries_response_partial ON webhook_deliveries (tenant_id, response_code, created_at DESC, id DESC)
  WHERE last_error IS NOT NULL;
