-- How much of held money operators have asked to capture in all. A report of more than that doesn't fit the order. What was captured
-- before was asked for.
ALTER TABLE payments ADD COLUMN capture_requested bigint NOT NULL DEFAULT 0;
UPDATE payments SET capture_requested = captured_amount WHERE capture_later AND captured_amount > 0;
