-- A login is one row with one end. Every token of it reads that row when it is used, so a token that is written while the login
-- ends has no effect. Sessions from before have no such row: operators sign in again.
TRUNCATE admin_sessions CASCADE;

CREATE TABLE admin_logins (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  admin_user_id uuid NOT NULL,
  started_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  started_from text,
  expires_at timestamptz(3) NOT NULL,
  ended_at timestamptz(3),
  CONSTRAINT admin_logins_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT admin_logins_tenant_id_admin_user_id_fkey FOREIGN KEY (tenant_id, admin_user_id)
    REFERENCES admin_users (tenant_id, id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX admin_logins_tenant_id_admin_user_id_idx ON admin_logins (tenant_id, admin_user_id);
CREATE INDEX admin_logins_expires_at_idx ON admin_logins (expires_at);

DROP INDEX admin_sessions_tenant_id_family_id_idx;
ALTER TABLE admin_sessions
  DROP COLUMN admin_user_id,
  DROP COLUMN family_id,
  DROP COLUMN started_from,
  DROP COLUMN revoked_at,
  ADD COLUMN login_id uuid NOT NULL,
  ADD COLUMN kind text NOT NULL,
  ADD CONSTRAINT admin_sessions_tenant_id_login_id_fkey FOREIGN KEY (tenant_id, login_id)
    REFERENCES admin_logins (tenant_id, id) ON DELETE CASCADE ON UPDATE CASCADE;
CREATE INDEX admin_sessions_tenant_id_login_id_idx ON admin_sessions (tenant_id, login_id);

-- A link that signs an operator in, once. Only whoever runs the deployment makes one.
CREATE TABLE admin_sign_in_links (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  admin_user_id uuid NOT NULL,
  token_hash bytea NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  expires_at timestamptz(3) NOT NULL,
  CONSTRAINT admin_sign_in_links_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT admin_sign_in_links_tenant_id_admin_user_id_fkey FOREIGN KEY (tenant_id, admin_user_id)
    REFERENCES admin_users (tenant_id, id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX admin_sign_in_links_tenant_id_admin_user_id_idx ON admin_sign_in_links (tenant_id, admin_user_id);
CREATE INDEX admin_sign_in_links_token_hash_idx ON admin_sign_in_links (token_hash);
CREATE INDEX admin_sign_in_links_expires_at_idx ON admin_sign_in_links (expires_at);
