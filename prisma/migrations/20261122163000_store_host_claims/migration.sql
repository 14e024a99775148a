-- The hosts that a store wants to be named by, and what proves that they are its own. `store_hosts` has those that are proven.
CREATE TABLE store_host_claims (
  tenant_id uuid NOT NULL,
  host text NOT NULL,
  proof text,
  proven_at timestamptz(3),
  missing_since timestamptz(3),
  checked_at timestamptz(3),
  next_check_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT store_host_claims_pkey PRIMARY KEY (tenant_id, host),
  CONSTRAINT store_host_claims_tenant_id_fkey FOREIGN KEY (tenant_id)
    REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX store_host_claims_next_check_at_idx ON store_host_claims (next_check_at);

-- Those of before were taken without proof: they stay, as if the deployment had assigned them.
INSERT INTO store_host_claims (tenant_id, host, proof, proven_at)
SELECT tenant_id, host, 'assigned', CURRENT_TIMESTAMP FROM store_hosts;
