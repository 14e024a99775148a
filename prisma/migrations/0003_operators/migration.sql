-- Operators, their logins, API keys, the audit log, and notices for operators.

CREATE TABLE admin_users (
  tenant_id uuid NOT NULL REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE NO ACTION,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  email text NOT NULL,
  name text,
  password_hash text NOT NULL,
  role text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  disabled_at timestamptz(3),
  -- The newest reset of the password that the operator asked for. The token itself is never stored.
  reset_token_hash bytea,
  reset_expires_at timestamptz(3),
  -- The second factor.
  totp_secret_sealed text,
  totp_pending_sealed text,
  totp_last_period integer,
  recovery_code_hashes bytea[] DEFAULT ARRAY[]::bytea[],
  version integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT admin_users_role_check CHECK (role IN ('owner', 'manager', 'support', 'viewer'))
);
CREATE INDEX admin_users_reset_token_hash_idx ON admin_users (reset_token_hash);

CREATE TABLE admin_user_emails (
  tenant_id uuid NOT NULL,
  email text PRIMARY KEY,
  admin_user_id uuid NOT NULL,
  FOREIGN KEY (tenant_id, admin_user_id) REFERENCES admin_users (tenant_id, id) ON DELETE CASCADE ON UPDATE NO ACTION
);
CREATE UNIQUE INDEX admin_user_emails_tenant_id_admin_user_id_key ON admin_user_emails (tenant_id, admin_user_id);

-- A login is one row with one end. Every token of it reads that row when it is used, so a token that is written while the login
-- ends has no effect.
CREATE TABLE admin_logins (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  admin_user_id uuid NOT NULL,
  started_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  started_from text,
  expires_at timestamptz(3) NOT NULL,
  ended_at timestamptz(3),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, admin_user_id) REFERENCES admin_users (tenant_id, id) ON DELETE CASCADE ON UPDATE NO ACTION
);
CREATE INDEX admin_logins_tenant_id_admin_user_id_idx ON admin_logins (tenant_id, admin_user_id);
CREATE INDEX admin_logins_expires_at_idx ON admin_logins (expires_at);

CREATE TABLE admin_sessions (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  login_id uuid NOT NULL,
  kind text NOT NULL,
  token_hash bytea NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  expires_at timestamptz(3) NOT NULL,
  used_at timestamptz(3),
  -- The network address that used a refresh token gets the same successor again for a moment.
  used_from text,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, login_id) REFERENCES admin_logins (tenant_id, id) ON DELETE CASCADE ON UPDATE NO ACTION
);
CREATE INDEX admin_sessions_tenant_id_login_id_idx ON admin_sessions (tenant_id, login_id);

CREATE TABLE admin_session_tokens (
  tenant_id uuid NOT NULL,
  token_hash bytea PRIMARY KEY,
  session_id uuid NOT NULL,
  FOREIGN KEY (tenant_id, session_id) REFERENCES admin_sessions (tenant_id, id) ON DELETE CASCADE ON UPDATE NO ACTION
);
CREATE UNIQUE INDEX admin_session_tokens_tenant_id_session_id_key ON admin_session_tokens (tenant_id, session_id);

-- A link signs an operator in once. Only the owner of the deployment makes one, by the command.
CREATE TABLE admin_sign_in_links (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  admin_user_id uuid NOT NULL,
  token_hash bytea NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  expires_at timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, admin_user_id) REFERENCES admin_users (tenant_id, id) ON DELETE CASCADE ON UPDATE NO ACTION
);
CREATE INDEX admin_sign_in_links_tenant_id_admin_user_id_idx ON admin_sign_in_links (tenant_id, admin_user_id);
CREATE INDEX admin_sign_in_links_token_hash_idx ON admin_sign_in_links (token_hash);
CREATE INDEX admin_sign_in_links_expires_at_idx ON admin_sign_in_links (expires_at);

CREATE TABLE admin_invitations (
  tenant_id uuid NOT NULL REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE NO ACTION,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  email text NOT NULL,
  name text,
  role text NOT NULL,
  token_hash bytea NOT NULL,
  created_by text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  expires_at timestamptz(3) NOT NULL,
  accepted_at timestamptz(3),
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT admin_invitations_role_check CHECK (role IN ('owner', 'manager', 'support', 'viewer'))
);
CREATE UNIQUE INDEX admin_invitations_tenant_id_email_key ON admin_invitations (tenant_id, email);

CREATE TABLE admin_invitation_tokens (
  tenant_id uuid NOT NULL,
  token_hash bytea PRIMARY KEY,
  invitation_id uuid NOT NULL,
  FOREIGN KEY (tenant_id, invitation_id) REFERENCES admin_invitations (tenant_id, id) ON DELETE CASCADE ON UPDATE NO ACTION
);
CREATE UNIQUE INDEX admin_invitation_tokens_tenant_id_invitation_id_key ON admin_invitation_tokens (tenant_id, invitation_id);

CREATE TABLE api_keys (
  tenant_id uuid NOT NULL REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE NO ACTION,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  name text NOT NULL,
  prefix text NOT NULL,
  key_hash bytea NOT NULL,
  permissions text[],
  created_by text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  last_used_at timestamptz(3),
  revoked_at timestamptz(3),
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX api_keys_tenant_id_created_at_id_idx ON api_keys (tenant_id, created_at DESC, id DESC);

CREATE TABLE api_key_hashes (
  tenant_id uuid NOT NULL,
  key_hash bytea PRIMARY KEY,
  api_key_id uuid NOT NULL,
  FOREIGN KEY (tenant_id, api_key_id) REFERENCES api_keys (tenant_id, id) ON DELETE CASCADE ON UPDATE NO ACTION
);
CREATE UNIQUE INDEX api_key_hashes_tenant_id_api_key_id_key ON api_key_hashes (tenant_id, api_key_id);

-- A session of the portal shows a subscriber some subscriptions of a store, by a label or by their ids. An expired one is
-- deleted.
CREATE TABLE portal_sessions (
  tenant_id uuid NOT NULL REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE NO ACTION,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  token_hash bytea NOT NULL,
  label text,
  subscription_ids uuid[] DEFAULT ARRAY[]::uuid[],
  capabilities text[],
  created_by text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  expires_at timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX portal_sessions_token_hash_idx ON portal_sessions (token_hash);
CREATE INDEX portal_sessions_expires_at_idx ON portal_sessions (expires_at);

CREATE TABLE audit_records (
  tenant_id uuid NOT NULL REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE NO ACTION,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  actor text NOT NULL,
  action text NOT NULL,
  subject_type text NOT NULL,
  subject_id text NOT NULL,
  before jsonb,
  after jsonb,
  request_id text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, id, created_at)
) PARTITION BY RANGE (created_at);
CREATE INDEX audit_records_tenant_id_created_at_id_idx ON audit_records (tenant_id, created_at DESC, id DESC);
CREATE INDEX audit_records_tenant_id_subject_type_subject_id_created_at_idx
  ON audit_records (tenant_id, subject_type, subject_id, created_at DESC);
CREATE INDEX audit_records_tenant_id_actor_created_at_id_idx ON audit_records (tenant_id, actor, created_at DESC, id DESC);
CREATE INDEX audit_records_tenant_id_action_created_at_id_idx ON audit_records (tenant_id, action, created_at DESC, id DESC);
SELECT begin_months('audit_records');

CREATE TABLE admin_notifications (
  tenant_id uuid NOT NULL REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE NO ACTION,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  kind text NOT NULL,
  title text NOT NULL,
  detail text NOT NULL,
  reference text,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX admin_notifications_tenant_id_created_at_id_idx ON admin_notifications (tenant_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX admin_notifications_tenant_id_reference_key ON admin_notifications (tenant_id, reference);

-- Each row says that a reader has read a notice.
CREATE TABLE admin_notification_reads (
  tenant_id uuid NOT NULL,
  notification_id uuid NOT NULL,
  reader_id text NOT NULL,
  read_at timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, notification_id, reader_id),
  FOREIGN KEY (tenant_id, notification_id) REFERENCES admin_notifications (tenant_id, id) ON DELETE CASCADE ON UPDATE NO ACTION
);

-- A store's operators may be notified in Slack too. A store without a row notifies them by mail only.
CREATE TABLE notification_settings (
  tenant_id uuid PRIMARY KEY REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE NO ACTION,
  slack_url_sealed text,
  slack_host text,
  version integer NOT NULL DEFAULT 1
);
