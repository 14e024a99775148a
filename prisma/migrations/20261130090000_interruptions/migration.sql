-- A constant default changes no row, so this takes a short lock however many deliveries there are.
ALTER TABLE webhook_deliveries ADD COLUMN interruptions SMALLINT NOT NULL DEFAULT 0;
