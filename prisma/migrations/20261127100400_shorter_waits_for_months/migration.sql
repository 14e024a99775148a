-- Whoever needs a store waits behind these while they wait for a lock on stores, so they give up sooner; an hour later they try again.
ALTER FUNCTION make_months(text, timestamptz) SET lock_timeout = '100ms';
ALTER FUNCTION drop_months(text, timestamptz) SET lock_timeout = '100ms';
