-- What became of the attempts of a minute, an hour or a day: the workers count while they record, and nothing is ever scanned for it.
CREATE TABLE webhook_outcome_counts (
  tenant_id uuid NOT NULL,
  at timestamptz(3) NOT NULL,
  grain text NOT NULL,
  subscription_id uuid NOT NULL,
  event text NOT NULL,
  error text NOT NULL,
  response_class smallint NOT NULL,
  up_to_ms integer NOT NULL,
  attempts integer NOT NULL,
  delivered integer NOT NULL,
  failed integer NOT NULL,
  exhausted integer NOT NULL,
  CONSTRAINT webhook_outcome_counts_pkey
    PRIMARY KEY (tenant_id, at, grain, subscription_id, event, error, response_class, up_to_ms),
  CONSTRAINT webhook_outcome_counts_tenant_id_fkey FOREIGN KEY (tenant_id)
    REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT webhook_outcome_counts_grain_check CHECK (grain IN ('minute', 'hour', 'day')),
  CONSTRAINT webhook_outcome_counts_response_class_check CHECK (response_class BETWEEN 0 AND 5)
) WITH (fillfactor = 70);
CREATE INDEX webhook_outcome_counts_grain_at_idx ON webhook_outcome_counts (grain, at);
