-- Whether the customers of a group see prices with tax; null: as the store's prices are. A column that is null needs no pass over the rows.
ALTER TABLE customer_groups ADD COLUMN prices_include_tax boolean;
