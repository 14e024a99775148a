-- A subscription of a message queue: what it says of the broker beside the URL, and its password or secret key, sealed.
ALTER TABLE webhook_subscriptions
  ADD COLUMN queue jsonb,
  ADD COLUMN queue_secret_sealed text,
  DROP CONSTRAINT webhook_subscriptions_kind_check,
  ADD CONSTRAINT webhook_subscriptions_kind_check CHECK (
    kind IN ('push', 'pull', 'amqp', 'sqs') AND (kind = 'pull') = (url IS NULL)
    AND (kind IN ('amqp', 'sqs')) = (queue IS NOT NULL) AND (queue IS NULL) = (queue_secret_sealed IS NULL));

-- As before; what goes to a queue counts like what is pushed.
CREATE OR REPLACE FUNCTION oldest_due_delivery_seconds() RETURNS double precision
LANGUAGE sql STABLE SECURITY DEFINER SET search_path FROM CURRENT
AS $$
  WITH RECURSIVE open AS (
    (SELECT d.tenant_id, d.subscription_id FROM webhook_deliveries d WHERE d.status IN ('pending', 'failed')
     ORDER BY d.tenant_id, d.subscription_id LIMIT 1)
    UNION ALL
    SELECT next.* FROM open CROSS JOIN LATERAL (
      SELECT d.tenant_id, d.subscription_id FROM webhook_deliveries d
      WHERE d.status IN ('pending', 'failed') AND (d.tenant_id, d.subscription_id) > (open.tenant_id, open.subscription_id)
      ORDER BY d.tenant_id, d.subscription_id LIMIT 1
    ) AS next
  )
  SELECT COALESCE(GREATEST(0, extract(epoch FROM now() - min(oldest.next_retry_at))), 0)::double precision
  FROM open
  JOIN webhook_subscriptions s ON s.tenant_id = open.tenant_id AND s.id = open.subscription_id
  CROSS JOIN LATERAL (
    SELECT due.next_retry_at
    FROM (
      SELECT d.tenant_id, d.resource_id, d.position, d.next_retry_at FROM webhook_deliveries d
      WHERE d.tenant_id = s.tenant_id AND d.subscription_id = s.id AND d.status IN ('pending', 'failed')
        AND d.next_retry_at <= now() AND (d.lease_until IS NULL OR d.lease_until <= now())
      ORDER BY d.next_retry_at, d.id LIMIT CASE WHEN s.ordered THEN 1000 ELSE 1 END
    ) AS due
    WHERE NOT s.ordered OR NOT EXISTS (
      SELECT FROM webhook_deliveries earlier
      WHERE earlier.tenant_id = s.tenant_id AND earlier.subscription_id = s.id AND earlier.resource_id = due.resource_id
        AND earlier.status IN ('pending', 'failed') AND earlier.position < due.position
    )
    ORDER BY due.next_retry_at LIMIT 1
  ) AS oldest
  WHERE s.kind <> 'pull' AND s.active AND NOT s.is_probing AND s.max_concurrency IS NULL AND s.max_per_second IS NULL
    AND s.tenant_id <> ALL (ARRAY(SELECT id FROM tenants WHERE suspended_at IS NOT NULL))
$$;
