-- The deployment's owner may keep a store shut, and delete it.
ALTER TABLE tenants ADD COLUMN suspended_at TIMESTAMPTZ(3), ADD COLUMN deleting_since TIMESTAMPTZ(3);

-- Every claim of deliveries asks for them, and there are few.
CREATE INDEX tenants_suspended_partial ON tenants (id) WHERE suspended_at IS NOT NULL;
