-- What shipping costs in other currencies than the store's, `{ "USD": { "amount", "freeFrom" } }`, and which one a discount is in;
-- null: the store's. Defaults need no pass over the rows.
ALTER TABLE shipping_options ADD COLUMN prices jsonb NOT NULL DEFAULT '{}';
ALTER TABLE discounts ADD COLUMN currency char(3);
