-- DropIndex
DROP INDEX "webhook_deliveries_event_id_idx";

-- CreateIndex
CREATE UNIQUE INDEX "webhook_deliveries_event_id_subscription_id_key" ON "webhook_deliveries"("event_id", "subscription_id");

-- CreateTable
CREATE TABLE "webhook_recoveries" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "tenant_id" UUID NOT NULL,
    "subscription_id" UUID,
    "state" TEXT NOT NULL,
    "missing" BOOLEAN NOT NULL,
    "statuses" TEXT[],
    "event" TEXT,
    "from_at" TIMESTAMPTZ(3) NOT NULL,
    "to_at" TIMESTAMPTZ(3) NOT NULL,
    "dry_run" BOOLEAN NOT NULL,
    "rate_per_second" INTEGER NOT NULL,
    "matched" INTEGER NOT NULL,
    "sent" INTEGER NOT NULL DEFAULT 0,
    "cursor_at" TIMESTAMPTZ(3),
    "cursor_id" UUID,
    "last_run_at" TIMESTAMPTZ(3),
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_recoveries_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "webhook_recoveries_tenant_id_created_at_id_idx" ON "webhook_recoveries"("tenant_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "webhook_recoveries_tenant_id_subscription_id_idx" ON "webhook_recoveries"("tenant_id", "subscription_id");

-- CreateIndex
CREATE UNIQUE INDEX "webhook_recoveries_tenant_id_id_key" ON "webhook_recoveries"("tenant_id", "id");

-- AddForeignKey
ALTER TABLE "webhook_recoveries" ADD CONSTRAINT "webhook_recoveries_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_recoveries" ADD CONSTRAINT "webhook_recoveries_tenant_id_subscription_id_fkey" FOREIGN KEY ("tenant_id", "subscription_id") REFERENCES "webhook_subscriptions"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma's schema language can't say.

ALTER TABLE "webhook_recoveries"
  ADD CONSTRAINT "webhook_recoveries_state_check" CHECK ("state" IN ('running', 'paused', 'cancelled', 'completed'));

-- What the worker looks for every second.
CREATE INDEX "webhook_recoveries_running_partial" ON "webhook_recoveries" ("id") WHERE "state" = 'running';

-- Retention looks across stores for what is old. Rows are written in the order of time, so a range of blocks is enough.
CREATE INDEX "webhook_deliveries_age_partial" ON "webhook_deliveries" USING brin ("created_at");
CREATE INDEX "webhook_events_age_partial" ON "webhook_events" USING brin ("occurred_at");
