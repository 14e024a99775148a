-- Where a store's operators are notified beside their mail. A store without a row has no such place.
CREATE TABLE notification_settings (
  tenant_id uuid NOT NULL PRIMARY KEY REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  slack_url_sealed text,
  slack_host text,
  version integer NOT NULL DEFAULT 1
);
