-- A store's own account with a payment provider. A store without an active one uses the deployment's.
CREATE TABLE payment_accounts (
  tenant_id uuid NOT NULL REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE NO ACTION,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  provider text NOT NULL,
  name text NOT NULL,
  active boolean NOT NULL DEFAULT false,
  -- Shoppers choose among the active ones in this order, by a name in their language.
  position integer NOT NULL DEFAULT 0,
  names jsonb NOT NULL DEFAULT '{}',
  -- Which orders it is offered for: by the buyer's country, and by currency with the least and the largest total.
  countries text[] DEFAULT ARRAY[]::text[],
  currencies jsonb NOT NULL DEFAULT '{}',
  publishable_key text,
  provider_account_id text,
  is_live boolean,
  -- Instructions for the shopper, and how many days the order waits. With null its provider needs neither.
  instructions text,
  instructions_by_locale jsonb NOT NULL DEFAULT '{}',
  due_days integer,
  secret_key_sealed text,
  webhook_secret_sealed text,
  previous_webhook_secret_sealed text,
  previous_webhook_secret_expires_at timestamptz(3),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT payment_accounts_previous_check
    CHECK ((previous_webhook_secret_sealed IS NULL) = (previous_webhook_secret_expires_at IS NULL))
);
-- The address of a callback names the account and no store.
CREATE INDEX payment_accounts_id_idx ON payment_accounts (id);
CREATE INDEX payment_accounts_tenant_id_position_idx ON payment_accounts (tenant_id, position);

-- Whether an account is offered for an order: to a buyer of that country, for that total. It is given columns: on Citus a row of
-- a table is of another type on each node.
CREATE FUNCTION may_be_paid_by(
  countries text[], currencies jsonb, buyer_country text, paid_in text, total bigint
) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT (countries = '{}' OR buyer_country = ANY (countries))
    AND (currencies = '{}' OR currencies -> paid_in IS NOT NULL
      AND total >= coalesce((currencies -> paid_in ->> 'minimum')::bigint, total)
      AND total <= coalesce((currencies -> paid_in ->> 'maximum')::bigint, total))
$$;

CREATE TABLE payments (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  order_id uuid NOT NULL,
  -- With null it is the deployment's account.
  account_id uuid,
  provider text NOT NULL,
  provider_payment_id text,
  amount bigint NOT NULL,
  currency char(3) NOT NULL,
  -- Whether the money is only held at first, and how much of it operators have asked to capture in all. A report of more than
  -- that doesn't fit the order.
  capture_later boolean NOT NULL DEFAULT false,
  status text NOT NULL DEFAULT 'requires_payment',
  status_time bigint NOT NULL DEFAULT 0,
  captured_amount bigint NOT NULL DEFAULT 0,
  capture_requested bigint NOT NULL DEFAULT 0,
  refunded_amount bigint NOT NULL DEFAULT 0,
  -- When the provider reported its sum last. A refund that failed afterwards is still in that sum.
  refunded_time bigint NOT NULL DEFAULT 0,
  charge_ids text[] DEFAULT ARRAY[]::text[],
  failure_code text,
  failure_message text,
  failure_time bigint,
  cancel_at timestamptz(3),
  cancel_attempts integer NOT NULL DEFAULT 0,
  -- An unpaid order is kept until then, beyond the usual minutes.
  expires_at timestamptz(3),
  -- An operator's note about it.
  reference text,
  paid_on date,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, order_id) REFERENCES orders (tenant_id, id) ON DELETE CASCADE ON UPDATE NO ACTION,
  FOREIGN KEY (tenant_id, account_id) REFERENCES payment_accounts (tenant_id, id) ON DELETE RESTRICT ON UPDATE NO ACTION,
  CONSTRAINT payments_status_check
    CHECK (status IN ('requires_payment', 'processing', 'failed', 'authorised', 'succeeded', 'cancelled'))
);
CREATE UNIQUE INDEX payments_tenant_id_provider_payment_id_key ON payments (tenant_id, provider_payment_id);
-- The provider's metadata names our payment and no store.
CREATE INDEX payments_id_idx ON payments (id);
CREATE INDEX payments_tenant_id_order_id_idx ON payments (tenant_id, order_id);
CREATE INDEX payments_tenant_id_created_at_id_idx ON payments (tenant_id, created_at DESC, id DESC);
CREATE INDEX payments_charge_ids_idx ON payments USING gin (charge_ids);
-- A job cancels at the provider the payments of cancelled orders.
CREATE INDEX payments_uncancelled_partial ON payments (cancel_at) WHERE cancel_at IS NOT NULL;
CREATE INDEX payments_tenant_id_status_created_at_id_idx ON payments (tenant_id, status, created_at DESC, id DESC);
-- Payments prevent the deletion of their account.
CREATE INDEX payments_account_partial ON payments (tenant_id, account_id) WHERE account_id IS NOT NULL;

CREATE TABLE payment_references (
  tenant_id uuid NOT NULL,
  reference text PRIMARY KEY,
  payment_id uuid NOT NULL,
  order_id uuid NOT NULL,
  FOREIGN KEY (tenant_id, payment_id) REFERENCES payments (tenant_id, id) ON DELETE CASCADE ON UPDATE NO ACTION
);
CREATE INDEX payment_references_tenant_id_payment_id_idx ON payment_references (tenant_id, payment_id);
-- An event may name an order alone, and no store.
CREATE INDEX payment_references_order_id_idx ON payment_references (order_id);

-- A dispute and a refund belong to one payment. Two accounts of a store may report the same id: `payment_references` keeps the
-- ids of one account apart, so an id is unique within its payment only.
CREATE TABLE disputes (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  payment_id uuid NOT NULL,
  order_id uuid NOT NULL,
  provider_dispute_id text NOT NULL,
  amount bigint NOT NULL,
  currency char(3) NOT NULL,
  reason text,
  status text NOT NULL,
  status_time bigint NOT NULL DEFAULT 0,
  outcome text,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  closed_at timestamptz(3),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, payment_id) REFERENCES payments (tenant_id, id) ON DELETE CASCADE ON UPDATE NO ACTION,
  CONSTRAINT disputes_outcome_check CHECK ((outcome IS NULL) = (closed_at IS NULL))
);
CREATE INDEX disputes_tenant_id_order_id_idx ON disputes (tenant_id, order_id);
CREATE INDEX disputes_tenant_id_created_at_id_idx ON disputes (tenant_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX disputes_tenant_id_payment_id_provider_dispute_id_key
  ON disputes (tenant_id, payment_id, provider_dispute_id);

CREATE TABLE payment_events (
  id text PRIMARY KEY,
  account_id uuid,
  type text NOT NULL,
  payload jsonb NOT NULL,
  order_id uuid,
  received_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  processed_at timestamptz(3),
  match_keys text[] DEFAULT ARRAY[]::text[]
);
CREATE INDEX payment_events_order_id_idx ON payment_events (order_id);
-- Events wait here for their payment to appear. They are few, because processed ones aren't in the index.
CREATE INDEX payment_events_unmatched_partial ON payment_events USING gin (match_keys) WHERE processed_at IS NULL;

CREATE TABLE refunds (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  order_id uuid NOT NULL,
  payment_id uuid NOT NULL,
  provider_refund_id text,
  amount bigint NOT NULL,
  -- The part that its credit note is about: less than the amount, or nothing, where money goes back that was paid beyond the
  -- order's total. Null until a refund that was made at the provider has succeeded.
  credited bigint,
  currency char(3) NOT NULL,
  reason text,
  status text NOT NULL,
  status_time bigint NOT NULL DEFAULT 0,
  failed_time bigint,
  lines jsonb NOT NULL DEFAULT '[]',
  restock boolean NOT NULL DEFAULT false,
  -- The return that it is for; several are for one where several payments give it back.
  return_id uuid,
  metadata jsonb NOT NULL DEFAULT '{}',
  send_at timestamptz(3),
  send_attempts integer NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, payment_id) REFERENCES payments (tenant_id, id) ON DELETE CASCADE ON UPDATE NO ACTION,
  CONSTRAINT refunds_status_check CHECK (status IN ('pending', 'succeeded', 'failed', 'cancelled')),
  CONSTRAINT refunds_credited_check CHECK (credited BETWEEN 0 AND amount)
);
CREATE INDEX refunds_tenant_id_order_id_idx ON refunds (tenant_id, order_id);
CREATE INDEX refunds_tenant_id_created_at_id_idx ON refunds (tenant_id, created_at DESC, id DESC);
-- A job asks the provider for these refunds.
CREATE INDEX refunds_unsent_partial ON refunds (send_at) WHERE send_at IS NOT NULL;
CREATE INDEX refunds_metadata_partial ON refunds USING gin (tenant_id, metadata jsonb_path_ops) WHERE metadata <> '{}';
CREATE UNIQUE INDEX refunds_tenant_id_payment_id_provider_refund_id_key ON refunds (tenant_id, payment_id, provider_refund_id);

CREATE TABLE credit_notes (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  number bigint NOT NULL,
  order_id uuid NOT NULL,
  -- A credit note over the unpaid part of an invoice has no refund. A refund has several where one that had failed succeeded
  -- after all: the earlier ones are cancelled.
  refund_id uuid,
  amount bigint NOT NULL,
  currency char(3) NOT NULL,
  tax_lines jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, refund_id) REFERENCES refunds (tenant_id, id) ON DELETE CASCADE ON UPDATE NO ACTION
);
CREATE INDEX credit_notes_tenant_id_order_id_idx ON credit_notes (tenant_id, order_id);
CREATE UNIQUE INDEX credit_notes_tenant_id_number_key ON credit_notes (tenant_id, number);
CREATE INDEX credit_notes_tenant_id_refund_id_idx ON credit_notes (tenant_id, refund_id);

-- A credit note whose refund failed is cancelled by a further document, with the next number of the credit notes.
CREATE TABLE credit_note_cancellations (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  credit_note_id uuid NOT NULL,
  number bigint NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, credit_note_id) REFERENCES credit_notes (tenant_id, id) ON DELETE CASCADE ON UPDATE NO ACTION
);
CREATE UNIQUE INDEX credit_note_cancellations_tenant_id_number_key ON credit_note_cancellations (tenant_id, number);
CREATE UNIQUE INDEX credit_note_cancellations_tenant_id_credit_note_id_key ON credit_note_cancellations (tenant_id, credit_note_id);

CREATE TABLE credit_note_numbers (
  tenant_id uuid PRIMARY KEY REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE NO ACTION,
  last bigint NOT NULL DEFAULT 0
);
