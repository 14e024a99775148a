-- As `note_order()`. In a transaction of its own: who writes a refund and its order must not wait for both locks at once.
CREATE FUNCTION note_refund() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.status = 'succeeded' THEN
    INSERT INTO sales_changes (tenant_id, day, currency, counted, orders, revenue, refunds) VALUES
      (OLD.tenant_id, (OLD.created_at AT TIME ZONE 'UTC')::date, OLD.currency, -1, 0, 0, -OLD.amount);
  END IF;
  IF NEW.status = 'succeeded' THEN
    INSERT INTO sales_changes (tenant_id, day, currency, counted, orders, revenue, refunds) VALUES
      (NEW.tenant_id, (NEW.created_at AT TIME ZONE 'UTC')::date, NEW.currency, 1, 0, 0, NEW.amount);
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER note_new_refund AFTER INSERT ON refunds
  FOR EACH ROW WHEN (NEW.status = 'succeeded') EXECUTE FUNCTION note_refund();
CREATE TRIGGER note_refund AFTER UPDATE ON refunds FOR EACH ROW WHEN (
  (OLD.status = 'succeeded', OLD.created_at, OLD.currency, OLD.amount)
    IS DISTINCT FROM (NEW.status = 'succeeded', NEW.created_at, NEW.currency, NEW.amount)
) EXECUTE FUNCTION note_refund();
