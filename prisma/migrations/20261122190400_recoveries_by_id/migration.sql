-- A recovery of deliveries that an operator picked; null: of its range.
ALTER TABLE webhook_recoveries ADD COLUMN delivery_ids uuid[];
