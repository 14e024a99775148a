-- The network address that used a refresh token up: for a moment it is handed the same successor again.
ALTER TABLE admin_sessions ADD COLUMN used_from text;
