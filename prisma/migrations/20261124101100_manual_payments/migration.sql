-- What a shopper is told to do, and for how many days the order waits for it. Null: its provider doesn't need either.
ALTER TABLE payment_accounts ADD COLUMN instructions text, ADD COLUMN due_days integer;

-- Until when an unpaid order is kept beyond its half an hour; and what an operator has written down about a payment.
ALTER TABLE payments ADD COLUMN expires_at timestamptz(3), ADD COLUMN reference text, ADD COLUMN paid_on date;
