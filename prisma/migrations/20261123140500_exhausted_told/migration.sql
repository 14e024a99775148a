-- Up to which attempt an event has said that the delivery is exhausted; a retry by hand may exhaust it again.
ALTER TABLE webhook_deliveries ADD COLUMN exhausted_told_at timestamptz(3);
