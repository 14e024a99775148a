-- DropIndex
DROP INDEX "webhook_deliveries_tenant_id_subscription_id_status_created_idx";

-- DropIndex
DROP INDEX "webhook_deliveries_tenant_id_status_created_at_id_idx";

-- DropIndex
DROP INDEX "webhook_deliveries_tenant_id_event_created_at_id_idx";

-- DropIndex
DROP INDEX "webhook_attempts_tenant_id_delivery_id_idx";

-- CreateIndex
CREATE INDEX "webhook_deliveries_tenant_id_subscription_id_event_status_c_idx" ON "webhook_deliveries"("tenant_id", "subscription_id", "event", "status", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "webhook_deliveries_tenant_id_event_status_created_at_id_idx" ON "webhook_deliveries"("tenant_id", "event", "status", "created_at" DESC, "id" DESC);
