-- Orders that send the exchange of what came back. Defaults need no pass over the rows.
ALTER TABLE returns ADD COLUMN exchanged jsonb NOT NULL DEFAULT '[]', ADD COLUMN exchange_order_id uuid;
ALTER TABLE orders ADD COLUMN exchanged_order_id uuid, ADD COLUMN exchanged_return_id uuid;
ALTER TABLE order_lines ADD COLUMN exchanged_quantity integer NOT NULL DEFAULT 0;
