-- An operator's second factor, and whether a store requires one.
ALTER TABLE admin_users
  ADD COLUMN totp_secret_sealed text,
  ADD COLUMN totp_pending_sealed text,
  ADD COLUMN totp_last_period integer,
  ADD COLUMN recovery_code_hashes bytea[] DEFAULT ARRAY[]::bytea[];
ALTER TABLE tenants ADD COLUMN require_second_factor boolean NOT NULL DEFAULT false;

-- From where a login was started, for the list of an operator's sessions.
ALTER TABLE admin_sessions ADD COLUMN started_from text;
