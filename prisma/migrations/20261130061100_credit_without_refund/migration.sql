-- A credit note over what of an invoice is never paid has no refund.
ALTER TABLE credit_notes ALTER COLUMN refund_id DROP NOT NULL;
