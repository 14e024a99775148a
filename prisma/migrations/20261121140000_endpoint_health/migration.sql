-- AlterTable
ALTER TABLE "webhook_subscriptions" ADD COLUMN "honour_retry_after" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN "auto_pause" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN "paused_reason" TEXT,
ADD COLUMN "consecutive_failures" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN "failing_since" TIMESTAMPTZ(3),
ADD COLUMN "is_probing" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN "told_health" TEXT NOT NULL DEFAULT 'well';

-- AlterTable
ALTER TABLE "webhook_attempts" ADD COLUMN "subscription_id" UUID;

-- The ledger is asked for the last hour of one endpoint: each attempt names it.
UPDATE "webhook_attempts" a SET "subscription_id" = d."subscription_id"
FROM "webhook_deliveries" d WHERE d."tenant_id" = a."tenant_id" AND d."id" = a."delivery_id";

ALTER TABLE "webhook_attempts" ALTER COLUMN "subscription_id" SET NOT NULL;

-- CreateIndex
CREATE INDEX "webhook_attempts_tenant_id_subscription_id_started_at_idx" ON "webhook_attempts"("tenant_id", "subscription_id", "started_at" DESC);

-- What Prisma's schema language can't say.

ALTER TABLE "webhook_subscriptions"
  ADD CONSTRAINT "webhook_subscriptions_paused_reason_check" CHECK ("paused_reason" IS NULL OR ("paused_reason" IN ('gone', 'failing') AND NOT "active")),
  ADD CONSTRAINT "webhook_subscriptions_failing_check" CHECK (("failing_since" IS NULL) = ("consecutive_failures" = 0)),
  ADD CONSTRAINT "webhook_subscriptions_told_health_check" CHECK ("told_health" IN ('well', 'failing', 'paused'));

-- Whose admins may have to be told something.
CREATE INDEX "webhook_subscriptions_health_partial" ON "webhook_subscriptions" ("id")
  WHERE "failing_since" IS NOT NULL OR "paused_reason" IS NOT NULL OR "told_health" <> 'well';
