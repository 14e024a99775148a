-- What a store's portal is called; null: as the store.
ALTER TABLE portal_settings ADD COLUMN name text;
