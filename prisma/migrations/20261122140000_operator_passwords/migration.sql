-- The newest reset that an operator asked for. The token itself is never stored.
ALTER TABLE admin_users ADD COLUMN reset_token_hash bytea, ADD COLUMN reset_expires_at timestamptz(3);
CREATE INDEX admin_users_reset_token_hash_idx ON admin_users (reset_token_hash);
