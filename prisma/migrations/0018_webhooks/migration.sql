CREATE TABLE webhook_subscriptions (
  tenant_id uuid NOT NULL REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE NO ACTION,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  kind text NOT NULL DEFAULT 'push',
  url text,
  -- Settings of a message queue beside the URL, and its password or secret key.
  queue jsonb,
  queue_secret_sealed text,
  events text[],
  -- `full`: deliveries carry the resource beside its id.
  payload text NOT NULL DEFAULT 'thin',
  -- Which of these events become deliveries, as its owner wrote it, and as the JSON path that events are judged by. `filter_reads`
  -- says how much of a full payload that takes.
  filter jsonb,
  filter_path text,
  filter_reads text NOT NULL DEFAULT 'event',
  -- In which version of the API full payloads present resources; an older process makes subscriptions of the first one.
  api_version text NOT NULL DEFAULT 'v1',
  -- What is sent to a URL; of a message for people, in which language.
  format text NOT NULL DEFAULT 'envelope',
  locale text,
  active boolean NOT NULL DEFAULT true,
  signature text NOT NULL DEFAULT 'hmac',
  secret_sealed text NOT NULL,
  previous_secret_sealed text,
  previous_secret_expires_at timestamptz(3),
  description text,
  -- The store's own name for its subscriber.
  label text,
  header_names text[] DEFAULT ARRAY[]::text[],
  headers_sealed text,
  -- Credentials that the endpoint asks for beside the signature: the part that may be shown, and all of them, sealed.
  auth jsonb,
  auth_sealed text,
  auth_expires_at timestamptz(3),
  auth_told_days integer,
  honour_retry_after boolean NOT NULL DEFAULT false,
  auto_pause boolean NOT NULL DEFAULT false,
  paused_reason text,
  consecutive_failures integer NOT NULL DEFAULT 0,
  failing_since timestamptz(3),
  is_probing boolean NOT NULL DEFAULT false,
  probed_until timestamptz(6),
  told_health text NOT NULL DEFAULT 'well',
  max_concurrency integer,
  -- How many requests a second its subscriber wants, and when the next one may start. Both are null unless a rate is chosen.
  max_per_second double precision,
  paced_until timestamptz(6),
  ordered boolean NOT NULL DEFAULT false,
  expires_at timestamptz(3),
  metadata jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  version integer NOT NULL DEFAULT 1,
  deleted_at timestamptz(3),
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT webhook_subscriptions_previous_secret_check
    CHECK ((previous_secret_sealed IS NULL) = (previous_secret_expires_at IS NULL)),
  CONSTRAINT webhook_subscriptions_max_concurrency_check CHECK (max_concurrency > 0),
  CONSTRAINT webhook_subscriptions_paused_reason_check
    CHECK (paused_reason IS NULL OR (paused_reason IN ('gone', 'failing') AND NOT active)),
  CONSTRAINT webhook_subscriptions_failing_check CHECK ((failing_since IS NULL) = (consecutive_failures = 0)),
  CONSTRAINT webhook_subscriptions_told_health_check CHECK (told_health IN ('well', 'failing', 'paused')),
  CONSTRAINT webhook_subscriptions_payload_check CHECK (payload IN ('thin', 'full')),
  -- The cast refuses what is no JSON path: nothing but a change of the subscription may fail because of its filter.
  CONSTRAINT webhook_subscriptions_filter_check
    CHECK ((filter IS NULL) = (filter_path IS NULL) AND (filter_path IS NULL OR filter_path::jsonpath IS NOT NULL)),
  CONSTRAINT webhook_subscriptions_filter_reads_check
    CHECK (filter_reads IN ('event', 'details', 'object') AND (filter IS NOT NULL OR filter_reads = 'event')),
  CONSTRAINT webhook_subscriptions_format_check
    CHECK (format = 'envelope' OR (kind = 'push' AND format IN ('slack', 'teams', 'discord', 'cloudevents'))),
  CONSTRAINT webhook_subscriptions_locale_check
    CHECK ((locale IS NOT NULL) = (format IN ('slack', 'teams', 'discord')) AND locale IN ('en', 'de', 'fr', 'es')),
  CONSTRAINT webhook_subscriptions_deleted_check CHECK (deleted_at IS NULL OR NOT active),
  CONSTRAINT webhook_subscriptions_signature_check CHECK (signature IN ('hmac', 'ed25519')),
  CONSTRAINT webhook_subscriptions_max_per_second_check CHECK (max_per_second BETWEEN 0.1 AND 1000),
  CONSTRAINT webhook_subscriptions_auth_check CHECK ((auth IS NULL) = (auth_sealed IS NULL)),
  -- A pull subscription has no URL: its subscriber claims what is due.
  CONSTRAINT webhook_subscriptions_kind_check CHECK (
    kind IN ('push', 'pull', 'amqp', 'sqs', 'eventbridge', 'pubsub', 'kafka') AND (kind = 'pull') = (url IS NULL)
    AND (kind NOT IN ('push', 'pull')) = (queue IS NOT NULL) AND (queue IS NULL) = (queue_secret_sealed IS NULL))
) WITH (fillfactor = 80);
CREATE INDEX webhook_subscriptions_tenant_id_created_at_id_idx ON webhook_subscriptions (tenant_id, created_at DESC, id DESC);
-- The operators of these may have to be notified.
CREATE INDEX webhook_subscriptions_health_partial ON webhook_subscriptions (tenant_id, id)
  WHERE failing_since IS NOT NULL OR paused_reason IS NOT NULL OR told_health <> 'well';
-- The logs of these are still to be removed.
CREATE INDEX webhook_subscriptions_deleted_partial ON webhook_subscriptions (tenant_id, id) WHERE deleted_at IS NOT NULL;
CREATE INDEX webhook_subscriptions_expiry_partial ON webhook_subscriptions (expires_at) WHERE active AND expires_at IS NOT NULL;

CREATE TABLE webhook_sequences (
  tenant_id uuid NOT NULL,
  subscription_id uuid NOT NULL,
  last bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id, subscription_id),
  FOREIGN KEY (tenant_id, subscription_id) REFERENCES webhook_subscriptions (tenant_id, id) ON DELETE CASCADE ON UPDATE NO ACTION
) WITH (fillfactor = 20);

-- The access token of a subscription that asks a token server for one. It has a row of its own, so that fetching a token blocks
-- no claim of deliveries.
CREATE TABLE webhook_access_tokens (
  tenant_id uuid NOT NULL,
  subscription_id uuid NOT NULL,
  token_sealed text,
  obtained_at timestamptz(3),
  renew_at timestamptz(3),
  lease_until timestamptz(3),
  failures integer NOT NULL DEFAULT 0,
  retry_at timestamptz(3),
  error text,
  PRIMARY KEY (tenant_id, subscription_id),
  FOREIGN KEY (tenant_id, subscription_id) REFERENCES webhook_subscriptions (tenant_id, id) ON DELETE CASCADE ON UPDATE NO ACTION
);

-- Key pairs of a store. The public key verifies a delivery, and only the store can sign one.
CREATE TABLE webhook_signing_keys (
  tenant_id uuid NOT NULL REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE NO ACTION,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  public_key text NOT NULL,
  private_key_sealed text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  expires_at timestamptz(3),
  PRIMARY KEY (tenant_id, id)
);

CREATE TABLE webhook_events (
  tenant_id uuid NOT NULL REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE NO ACTION,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  name text NOT NULL,
  data json NOT NULL,
  occurred_at timestamptz(3) NOT NULL,
  is_test boolean NOT NULL DEFAULT false,
  resource_id uuid NOT NULL DEFAULT gen_random_uuid(),
  position bigserial NOT NULL,
  -- The trace of the request that made the change: its attempts link to it, and its subscribers can go on with it.
  traceparent text,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX webhook_events_tenant_id_occurred_at_idx ON webhook_events (tenant_id, occurred_at);
-- Retention looks for old events of all stores. Rows are written in order of time, so a range of blocks is enough.
CREATE INDEX webhook_events_age_partial ON webhook_events USING brin (occurred_at);
-- The log of one order or product: its events are few, and each leads to its deliveries.
CREATE INDEX webhook_events_tenant_id_resource_id_idx ON webhook_events (tenant_id, resource_id);

-- What full payloads of an event carry beside its data, taken in the transaction of the change: once, however many deliveries. It is a
-- table of its own, so that an event which nobody wants whole costs nothing for it.
CREATE TABLE webhook_full_payloads (
  tenant_id uuid NOT NULL,
  event_id uuid NOT NULL,
  -- In which version of the API the resource was presented.
  api_version text NOT NULL DEFAULT 'v1',
  payload json NOT NULL,
  PRIMARY KEY (tenant_id, event_id),
  FOREIGN KEY (tenant_id, event_id) REFERENCES webhook_events (tenant_id, id) ON DELETE CASCADE ON UPDATE NO ACTION
);

CREATE TABLE webhook_deliveries (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  subscription_id uuid NOT NULL,
  event_id uuid NOT NULL,
  event text NOT NULL,
  status text NOT NULL DEFAULT 'pending',
  attempts integer NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL,
  last_attempt_at timestamptz(3),
  next_retry_at timestamptz(3),
  response_code integer,
  last_error text,
  lease_until timestamptz(3),
  interruptions smallint NOT NULL DEFAULT 0,
  is_test boolean NOT NULL DEFAULT false,
  -- As its subscription wanted it then: each attempt sends the same.
  is_full boolean NOT NULL DEFAULT false,
  resource_id uuid NOT NULL DEFAULT gen_random_uuid(),
  position bigint NOT NULL DEFAULT 0,
  sequence bigint,
  -- The attempt up to which an event has reported that it is exhausted; a retry by hand may exhaust it again.
  exhausted_told_at timestamptz(3),
  -- When it ran out of retries: the time of its last attempt.
  exhausted_at timestamptz(3),
  FOREIGN KEY (tenant_id, subscription_id) REFERENCES webhook_subscriptions (tenant_id, id) ON DELETE CASCADE ON UPDATE NO ACTION,
  FOREIGN KEY (tenant_id, event_id) REFERENCES webhook_events (tenant_id, id) ON DELETE CASCADE ON UPDATE NO ACTION,
  CONSTRAINT webhook_deliveries_status_check CHECK (status IN ('pending', 'delivered', 'failed', 'exhausted')),
  CONSTRAINT webhook_deliveries_next_retry_check CHECK ((status IN ('pending', 'failed')) = (next_retry_at IS NOT NULL)),
  CONSTRAINT webhook_deliveries_sequence_check CHECK (sequence > 0)
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02, fillfactor = 75);
-- A claim changes attempts, last_attempt_at, lease_until, interruptions and sequence. No index is about any of these, and a page has
-- room for the second version of a row, so that a claim writes no index (HOT).
CREATE INDEX webhook_deliveries_tenant_id_created_at_id_idx ON webhook_deliveries (tenant_id, created_at DESC, id DESC);
CREATE INDEX webhook_deliveries_tenant_id_subscription_id_created_at_id_idx
  ON webhook_deliveries (tenant_id, subscription_id, created_at DESC, id DESC);
CREATE INDEX webhook_deliveries_tenant_id_subscription_id_event_status_c_idx
  ON webhook_deliveries (tenant_id, subscription_id, event, status, created_at DESC, id DESC);
CREATE INDEX webhook_deliveries_tenant_id_event_status_created_at_id_idx
  ON webhook_deliveries (tenant_id, event, status, created_at DESC, id DESC);
CREATE UNIQUE INDEX webhook_deliveries_tenant_id_event_id_subscription_id_key
  ON webhook_deliveries (tenant_id, event_id, subscription_id);
-- Deliveries that are due, by subscription: each takes its turn, however many the others have.
CREATE INDEX webhook_deliveries_due_partial ON webhook_deliveries (tenant_id, subscription_id, next_retry_at, id)
  WHERE status IN ('pending', 'failed');
-- An ordered subscription looks for retries, because a delivery that was tried is the first of its resource.
CREATE INDEX webhook_deliveries_retry_partial ON webhook_deliveries (tenant_id, subscription_id, next_retry_at)
  WHERE status = 'failed';
-- Finds the first open delivery of each resource, and whether a delivery has an earlier one before it.
CREATE INDEX webhook_deliveries_order_partial ON webhook_deliveries (tenant_id, subscription_id, resource_id, position)
  WHERE status IN ('pending', 'failed');
-- Deliveries of a subscription that ran out of retries: with the open ones they are the gaps of its sequence.
CREATE INDEX webhook_deliveries_gaps_partial ON webhook_deliveries (tenant_id, subscription_id) WHERE status = 'exhausted';
-- For retention, as for the events.
CREATE INDEX webhook_deliveries_age_partial ON webhook_deliveries USING brin (created_at);
-- Deliveries that ran out of retries, for the operators' notices.
CREATE INDEX webhook_deliveries_exhausted_partial ON webhook_deliveries (exhausted_at) WHERE status = 'exhausted';
-- The log of one error or response: only what failed has an entry here.
CREATE INDEX webhook_deliveries_error_partial ON webhook_deliveries (tenant_id, last_error, created_at DESC, id DESC)
  WHERE last_error IS NOT NULL;
CREATE INDEX webhook_deliveries_response_partial ON webhook_deliveries (tenant_id, response_code, created_at DESC, id DESC)
  WHERE last_error IS NOT NULL;
-- Last, because of indexes that seem to cost the same PostgreSQL takes the newest. As long as the table is small or not analysed, all
-- of them that begin with the store do, and a statement that is prepared then keeps its plan.
ALTER TABLE webhook_deliveries ADD PRIMARY KEY (tenant_id, id);

-- An attempt is opened as a row of about 100 bytes, and its outcome makes it about 700. With this room both versions of
-- those that a page begins with fit on it.
CREATE TABLE webhook_attempts (
  tenant_id uuid NOT NULL,
  delivery_id uuid NOT NULL,
  number integer NOT NULL,
  subscription_id uuid NOT NULL,
  outcome text NOT NULL DEFAULT 'open',
  -- A worker made the request, or the subscriber claimed it.
  via text NOT NULL DEFAULT 'push',
  started_at timestamptz(3) NOT NULL,
  finished_at timestamptz(3),
  duration_ms integer,
  response_code integer,
  error text,
  resolved_address text,
  response_body text,
  dns_ms integer,
  connect_ms integer,
  tls_ms integer,
  first_byte_ms integer,
  request_headers jsonb,
  response_headers jsonb,
  FOREIGN KEY (tenant_id, delivery_id) REFERENCES webhook_deliveries (tenant_id, id) ON DELETE CASCADE ON UPDATE NO ACTION,
  CONSTRAINT webhook_attempts_outcome_check CHECK (outcome IN ('open', 'succeeded', 'failed', 'unknown'))
) WITH (autovacuum_vacuum_scale_factor = 0.05, fillfactor = 12);
CREATE INDEX webhook_attempts_tenant_id_subscription_id_started_at_idx
  ON webhook_attempts (tenant_id, subscription_id, started_at DESC);
-- Attempts that are under way: few, and counted for subscriptions with a limit.
CREATE INDEX webhook_attempts_open_partial ON webhook_attempts (tenant_id, subscription_id) WHERE finished_at IS NULL;
-- Last, as for the deliveries.
ALTER TABLE webhook_attempts ADD PRIMARY KEY (tenant_id, delivery_id, number);

-- Each row says who asked for a delivery to be sent again, and when.
CREATE TABLE webhook_resends (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  delivery_id uuid NOT NULL,
  requested_at timestamptz(3) NOT NULL,
  requested_by text NOT NULL,
  recovery_id uuid,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, delivery_id) REFERENCES webhook_deliveries (tenant_id, id) ON DELETE CASCADE ON UPDATE NO ACTION
);
CREATE INDEX webhook_resends_tenant_id_delivery_id_requested_at_idx ON webhook_resends (tenant_id, delivery_id, requested_at);

CREATE TABLE webhook_recoveries (
  tenant_id uuid NOT NULL REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE NO ACTION,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  subscription_id uuid,
  state text NOT NULL,
  missing boolean NOT NULL,
  statuses text[],
  event text,
  -- Deliveries that an operator picked; with null those of the range.
  delivery_ids uuid[],
  from_at timestamptz(3) NOT NULL,
  to_at timestamptz(3) NOT NULL,
  dry_run boolean NOT NULL,
  rate_per_second integer NOT NULL,
  matched integer NOT NULL,
  sent integer NOT NULL DEFAULT 0,
  cursor_at timestamptz(3),
  cursor_id uuid,
  last_run_at timestamptz(3),
  created_by text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  ended_at timestamptz(3),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, subscription_id) REFERENCES webhook_subscriptions (tenant_id, id) ON DELETE CASCADE ON UPDATE NO ACTION,
  CONSTRAINT webhook_recoveries_state_check CHECK (state IN ('running', 'paused', 'cancelled', 'completed'))
);
CREATE INDEX webhook_recoveries_tenant_id_created_at_id_idx ON webhook_recoveries (tenant_id, created_at DESC, id DESC);
CREATE INDEX webhook_recoveries_tenant_id_subscription_id_idx ON webhook_recoveries (tenant_id, subscription_id);
-- Workers look for these every second.
CREATE INDEX webhook_recoveries_running_partial ON webhook_recoveries (tenant_id, id) WHERE state = 'running';

-- Outcomes of the attempts of a minute, an hour or a day. Workers count while they record, so nothing is ever scanned for it.
CREATE TABLE webhook_outcome_counts (
  tenant_id uuid NOT NULL REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE NO ACTION,
  at timestamptz(3) NOT NULL,
  grain text NOT NULL,
  subscription_id uuid NOT NULL,
  event text NOT NULL,
  error text NOT NULL,
  response_class smallint NOT NULL,
  up_to_ms integer NOT NULL,
  attempts integer NOT NULL,
  delivered integer NOT NULL,
  failed integer NOT NULL,
  exhausted integer NOT NULL,
  PRIMARY KEY (tenant_id, at, grain, subscription_id, event, error, response_class, up_to_ms),
  CONSTRAINT webhook_outcome_counts_grain_check CHECK (grain IN ('minute', 'hour', 'day')),
  CONSTRAINT webhook_outcome_counts_response_class_check CHECK (response_class BETWEEN 0 AND 5)
) WITH (fillfactor = 70);
CREATE INDEX webhook_outcome_counts_grain_at_idx ON webhook_outcome_counts (grain, at);

-- What decides when a delivery is sent, for the statements of packages/delivery. PostgreSQL writes each of these functions into the
-- statement that calls it, so that its plan is that of the whole. A condition takes columns, because the row of an outer query would
-- have to be made first.

-- Whether a delivery's time has come and it isn't leased. Only open deliveries have a time of their next attempt. A statement that
-- doesn't look deliveries up by their keys also names the status, for the index. With the status of one that does, PostgreSQL would take
-- an index of all open deliveries instead of the primary key, as long as the table isn't analysed.
CREATE FUNCTION is_due(next_retry_at timestamptz, lease_until timestamptz, moment timestamptz) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT next_retry_at <= moment AND (lease_until IS NULL OR lease_until <= moment)
$$;

-- Whether an endpoint may be sent to. A test goes to a paused endpoint too. The suspended stores are read once for a statement:
-- ARRAY(SELECT id FROM tenants WHERE suspended_at IS NOT NULL).
CREATE FUNCTION is_sendable(store uuid, active boolean, is_test boolean, suspended uuid[]) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT (active OR is_test) AND store <> ALL (suspended)
$$;

-- Whether a limit of the subscription itself decides what may be sent, which holds over all workers together. There are four: an order
-- (one after another of each resource), so many requests at once, so many a second, and a probe (one that was resumed while it failed
-- gets one request at a time until one succeeds).
CREATE FUNCTION is_limited(ordered boolean, is_probing boolean, max_concurrency integer, max_per_second double precision)
RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT ordered OR is_probing OR max_concurrency IS NOT NULL OR max_per_second IS NOT NULL
$$;

CREATE FUNCTION milliseconds_until(at timestamptz, moment timestamptz) RETURNS double precision LANGUAGE sql IMMUTABLE AS $$
  SELECT ceil(extract(epoch FROM at - moment) * 1000)::float8
$$;

-- The first time slot of a subscription with a rate that is free. Slots of the last moment are taken up together, because a claim comes
-- late, or takes several of a high rate. One that had nothing to send for a second begins anew, with one slot.
CREATE FUNCTION first_slot(paced_until timestamptz, moment timestamptz) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN paced_until > moment - interval '1 second' THEN greatest(paced_until, moment - interval '50 milliseconds') ELSE moment END
$$;

-- Seconds between two slots: a little more than asked for, because requests arrive sooner or later after they start.
CREATE FUNCTION seconds_of_slot(max_per_second double precision) RETURNS double precision LANGUAGE sql IMMUTABLE AS $$
  SELECT 1.02 / max_per_second
$$;

-- How many requests the rate of a subscription lets start now; null: it has none.
CREATE FUNCTION may_start(max_per_second double precision, paced_until timestamptz, moment timestamptz) RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN max_per_second IS NULL THEN NULL
    WHEN paced_until > moment THEN 0
    ELSE 1 + floor(extract(epoch FROM moment - first_slot(paced_until, moment)) / seconds_of_slot(max_per_second))::int END
$$;

-- Deliveries by their keys, each once. LATERAL and OFFSET, so that each is looked up by the primary key, and no plan reads the whole table
-- instead, which a prepared statement would keep as the table grows. LIMIT says that they are few.
CREATE FUNCTION deliveries_by_key(stores uuid[], ids uuid[]) RETURNS SETOF webhook_deliveries LANGUAGE sql STABLE ROWS 10 AS $$
  SELECT d.* FROM (
    SELECT DISTINCT tenant_id, id FROM unnest(stores, ids) AS key(tenant_id, id) LIMIT cardinality(ids)
  ) AS key
  CROSS JOIN LATERAL (SELECT * FROM webhook_deliveries WHERE tenant_id = key.tenant_id AND id = key.id OFFSET 0) AS d
$$;

-- The first open delivery of each of a thousand resources behind one of them, by hops through the index: ten thousand that wait behind
-- the first of their resource cost nothing.
CREATE FUNCTION hop_resources(store uuid, subscription uuid, after uuid, up_to uuid) RETURNS SETOF uuid LANGUAGE sql STABLE ROWS 1000 AS $$
  WITH RECURSIVE head AS (
    (SELECT d.id, d.resource_id FROM webhook_deliveries d
     WHERE d.tenant_id = store AND d.subscription_id = subscription AND d.status IN ('pending', 'failed')
       AND d.resource_id > after AND d.resource_id <= up_to
     ORDER BY d.resource_id, d.position LIMIT 1)
    UNION ALL
    SELECT next.id, next.resource_id FROM head CROSS JOIN LATERAL (
      SELECT d.id, d.resource_id FROM webhook_deliveries d
      WHERE d.tenant_id = store AND d.subscription_id = subscription AND d.status IN ('pending', 'failed')
        AND d.resource_id > head.resource_id AND d.resource_id <= up_to
      ORDER BY d.resource_id, d.position LIMIT 1
    ) AS next
  )
  SELECT head.id FROM head LIMIT 1000
$$;

-- The first open delivery of resources of a subscription: those whose retry has been due the longest, because what was tried comes first of
-- its resource; those that have been due the longest of any; then some by hops, which begin at any resource and go round, so that none has an
-- advantage. Not of all resources: a hundred thousand whose first one waits for its retry must cost no more than a few. Those that
-- one search doesn't reach, another does.
CREATE FUNCTION first_of_resources(store uuid, subscription uuid, moment timestamptz, begin_at uuid)
RETURNS SETOF uuid LANGUAGE sql STABLE ROWS 1000 AS $$
  WITH longest AS MATERIALIZED (
    SELECT first.id
    FROM (
      SELECT due.resource_id, min(due.next_retry_at) AS since
      FROM (
        (SELECT d.resource_id, d.next_retry_at FROM webhook_deliveries d
         WHERE d.tenant_id = store AND d.subscription_id = subscription AND d.status = 'failed' AND d.next_retry_at <= moment
         ORDER BY d.next_retry_at LIMIT 200)
        UNION ALL
        (SELECT d.resource_id, d.next_retry_at FROM webhook_deliveries d
         WHERE d.tenant_id = store AND d.subscription_id = subscription AND d.status IN ('pending', 'failed') AND d.next_retry_at <= moment
         ORDER BY d.next_retry_at, d.id LIMIT 200)
      ) AS due
      GROUP BY due.resource_id
    ) AS resource
    CROSS JOIN LATERAL (
      SELECT d.id FROM webhook_deliveries d
      WHERE d.tenant_id = store AND d.subscription_id = subscription AND d.resource_id = resource.resource_id
        AND d.status IN ('pending', 'failed')
      ORDER BY d.position LIMIT 1
    ) AS first
    ORDER BY resource.since
  )
  SELECT longest.id FROM longest
  UNION ALL
  SELECT hop.id FROM (
    SELECT id FROM hop_resources(store, subscription, begin_at, 'ffffffff-ffff-ffff-ffff-ffffffffffff') AS id
    UNION ALL
    SELECT id FROM hop_resources(store, subscription, '00000000-0000-0000-0000-000000000000', begin_at) AS id
  ) AS hop
  WHERE hop.id <> ALL (ARRAY(SELECT longest.id FROM longest))
$$;

-- The deliveries of a subscription that may go now, the longest due first: of an ordered one only what comes first of its resource, because
-- the rest waits for that. What only waits for the rate of its subscription has the time when that lets the next one go.
CREATE FUNCTION due_of(
  store uuid, subscription uuid, active boolean, ordered boolean, paced_until timestamptz, moment timestamptz, begin_at uuid, most integer
) RETURNS TABLE (id uuid, next_retry_at timestamptz) LANGUAGE sql STABLE ROWS 10 AS $$
  (SELECT d.id, greatest(d.next_retry_at, paced_until) AS next_retry_at FROM webhook_deliveries d
   WHERE NOT ordered AND d.tenant_id = store AND d.subscription_id = subscription AND d.status IN ('pending', 'failed')
     AND is_sendable(store, active, d.is_test, ARRAY(SELECT t.id FROM tenants t WHERE t.suspended_at IS NOT NULL))
     AND is_due(d.next_retry_at, d.lease_until, moment)
   ORDER BY d.next_retry_at, d.id LIMIT most)
  UNION ALL
  (SELECT d.id, greatest(d.next_retry_at, paced_until) AS next_retry_at
   FROM first_of_resources(store, subscription, moment, begin_at) AS head CROSS JOIN LATERAL (
     SELECT d.id, d.next_retry_at FROM webhook_deliveries d
     WHERE d.tenant_id = store AND d.id = head
       AND is_sendable(store, active, d.is_test, ARRAY(SELECT t.id FROM tenants t WHERE t.suspended_at IS NOT NULL))
       AND is_due(d.next_retry_at, d.lease_until, moment)
     OFFSET 0
   ) AS d
   WHERE ordered
   ORDER BY d.next_retry_at, d.id LIMIT most)
$$;

-- Subscriptions with open deliveries, found by hops through the index from one to the next.
CREATE FUNCTION subscriptions_with_open() RETURNS TABLE (tenant_id uuid, subscription_id uuid) LANGUAGE sql STABLE ROWS 100 AS $$
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
  SELECT open.tenant_id, open.subscription_id FROM open
$$;

-- Since when the delivery of a store that has been due the longest waits for a worker; null: none waits. Deliveries that more workers
-- wouldn't send sooner don't count: those of a suspended store, of subscriptions that are paused, pulled or have a limit or a rate of
-- their own, those under way, and those that follow another of an ordered one.
CREATE FUNCTION oldest_due_of(store uuid) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT min(oldest.next_retry_at)
  FROM webhook_subscriptions s
  CROSS JOIN LATERAL (
    SELECT due.next_retry_at
    FROM (
      SELECT d.resource_id, d.position, d.next_retry_at FROM webhook_deliveries d
      WHERE d.tenant_id = store AND d.subscription_id = s.id AND d.status IN ('pending', 'failed')
        AND is_due(d.next_retry_at, d.lease_until, now())
      ORDER BY d.next_retry_at, d.id LIMIT CASE WHEN s.ordered THEN 1000 ELSE 1 END
    ) AS due
    WHERE NOT s.ordered OR NOT EXISTS (
      SELECT FROM webhook_deliveries earlier
      WHERE earlier.tenant_id = store AND earlier.subscription_id = s.id AND earlier.resource_id = due.resource_id
        AND earlier.status IN ('pending', 'failed') AND earlier.position < due.position
    )
    ORDER BY due.next_retry_at LIMIT 1
  ) AS oldest
  WHERE s.tenant_id = store AND s.kind <> 'pull' AND s.active AND NOT is_limited(false, s.is_probing, s.max_concurrency, s.max_per_second)
    AND store <> ALL (ARRAY(SELECT id FROM tenants WHERE suspended_at IS NOT NULL))
$$;

-- Returns how many seconds the delivery of any store that has been due the longest has waited for a worker; 0: none waits. An
-- autoscaler calls it (docker/kubernetes/keda). It runs as the owner, so that a login with the right to call it needs no other. From
-- one store with open deliveries it hops to the next, because Citus looks by a function at one store at a time.
CREATE FUNCTION oldest_due_delivery_seconds() RETURNS double precision
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  store uuid := '00000000-0000-0000-0000-000000000000';
  oldest timestamptz;
BEGIN
  LOOP
    SELECT d.tenant_id INTO store FROM webhook_deliveries d
    WHERE d.status IN ('pending', 'failed') AND d.tenant_id > store ORDER BY d.tenant_id LIMIT 1;
    EXIT WHEN NOT FOUND;
    oldest := least(oldest, oldest_due_of(store));
  END LOOP;
  RETURN coalesce(greatest(0, extract(epoch FROM now() - oldest)), 0);
END
$$;

REVOKE EXECUTE ON FUNCTION oldest_due_delivery_seconds() FROM PUBLIC;
