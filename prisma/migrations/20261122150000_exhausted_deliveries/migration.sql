-- What ran out of retries lately, for the operators' notices.
CREATE INDEX webhook_deliveries_exhausted_partial ON webhook_deliveries (last_attempt_at) WHERE status = 'exhausted';
