-- Whether the money is only held at first. A default needs no pass over the rows.
ALTER TABLE tenants ADD COLUMN capture_later boolean NOT NULL DEFAULT false;
ALTER TABLE payments ADD COLUMN capture_later boolean NOT NULL DEFAULT false;

ALTER TABLE payments DROP CONSTRAINT payments_status_check;
ALTER TABLE payments ADD CONSTRAINT payments_status_check
  CHECK (status IN ('requires_payment', 'processing', 'failed', 'authorised', 'succeeded', 'cancelled'));
