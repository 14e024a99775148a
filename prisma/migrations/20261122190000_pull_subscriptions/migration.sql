-- A pull subscription has no URL: its subscriber claims what is due.
ALTER TABLE webhook_subscriptions
  ADD COLUMN kind text NOT NULL DEFAULT 'push',
  ADD COLUMN expires_at timestamptz(3),
  ALTER COLUMN url DROP NOT NULL,
  ADD CONSTRAINT webhook_subscriptions_kind_check CHECK (kind IN ('push', 'pull') AND (kind = 'pull') = (url IS NULL));
CREATE INDEX webhook_subscriptions_expiry_partial ON webhook_subscriptions (expires_at) WHERE active AND expires_at IS NOT NULL;

-- Who made the request of an attempt: a worker, or the subscriber that claimed it.
ALTER TABLE webhook_attempts ADD COLUMN via text NOT NULL DEFAULT 'push';
