-- Without a default no row is changed, so this takes a short lock.
ALTER TABLE webhook_subscriptions ADD COLUMN probed_until TIMESTAMPTZ(6);
