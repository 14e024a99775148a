-- A refund and a dispute belong to one payment. Two accounts of a store may report the same id: `payment_references` keeps the ids of
-- one account apart, so an id is unique within its payment only.
DROP INDEX refunds_tenant_id_provider_refund_id_key;
CREATE UNIQUE INDEX refunds_tenant_id_payment_id_provider_refund_id_key ON refunds (tenant_id, payment_id, provider_refund_id);
DROP INDEX disputes_tenant_id_provider_dispute_id_key;
CREATE UNIQUE INDEX disputes_tenant_id_payment_id_provider_dispute_id_key ON disputes (tenant_id, payment_id, provider_dispute_id);
