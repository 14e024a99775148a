-- How a store's portal looks, and which pages may embed it. A store without a row has the defaults.
CREATE TABLE portal_settings (
  tenant_id uuid NOT NULL PRIMARY KEY REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  logo text,
  accent_color text,
  embed_origins text[] DEFAULT ARRAY[]::text[],
  version integer NOT NULL DEFAULT 1
);
