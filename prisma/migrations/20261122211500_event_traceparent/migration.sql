-- The trace of the request that made the change: its attempts link to it, and its subscribers can go on with it.
ALTER TABLE webhook_events ADD COLUMN traceparent text;
