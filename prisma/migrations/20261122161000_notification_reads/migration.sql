-- Who has read which notice to the operators.
CREATE TABLE admin_notification_reads (
  tenant_id uuid NOT NULL,
  notification_id uuid NOT NULL,
  reader_id text NOT NULL,
  read_at timestamptz(3) NOT NULL,
  CONSTRAINT admin_notification_reads_pkey PRIMARY KEY (tenant_id, notification_id, reader_id),
  CONSTRAINT admin_notification_reads_tenant_id_notification_id_fkey FOREIGN KEY (tenant_id, notification_id)
    REFERENCES admin_notifications (tenant_id, id) ON DELETE CASCADE ON UPDATE CASCADE
);
