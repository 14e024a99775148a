-- AlterTable
ALTER TABLE "webhook_subscriptions" ADD COLUMN "previous_secret_sealed" TEXT,
ADD COLUMN "previous_secret_expires_at" TIMESTAMPTZ(3),
ADD COLUMN "description" TEXT,
ADD COLUMN "header_names" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN "headers_sealed" TEXT;

-- AlterTable
ALTER TABLE "webhook_events" ADD COLUMN "is_test" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "webhook_deliveries" ADD COLUMN "is_test" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "webhook_attempts" ADD COLUMN "dns_ms" INTEGER,
ADD COLUMN "connect_ms" INTEGER,
ADD COLUMN "tls_ms" INTEGER,
ADD COLUMN "first_byte_ms" INTEGER,
ADD COLUMN "request_headers" JSONB,
ADD COLUMN "response_headers" JSONB;

-- CreateIndex
CREATE INDEX "webhook_deliveries_tenant_id_subscription_id_status_created_idx" ON "webhook_deliveries"("tenant_id", "subscription_id", "status", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "webhook_deliveries_tenant_id_event_created_at_id_idx" ON "webhook_deliveries"("tenant_id", "event", "created_at" DESC, "id" DESC);

-- What Prisma's schema language can't say.

ALTER TABLE "webhook_subscriptions"
  ADD CONSTRAINT "webhook_subscriptions_previous_secret_check" CHECK (("previous_secret_sealed" IS NULL) = ("previous_secret_expires_at" IS NULL));
