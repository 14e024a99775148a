-- AlterTable
ALTER TABLE "webhook_deliveries" ADD COLUMN "sequence" BIGINT;

-- CreateTable
CREATE TABLE "webhook_sequences" (
    "tenant_id" UUID NOT NULL,
    "subscription_id" UUID NOT NULL,
    "last" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "webhook_sequences_pkey" PRIMARY KEY ("tenant_id","subscription_id")
);

-- AddForeignKey
ALTER TABLE "webhook_sequences" ADD CONSTRAINT "webhook_sequences_tenant_id_subscription_id_fkey" FOREIGN KEY ("tenant_id", "subscription_id") REFERENCES "webhook_subscriptions"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

INSERT INTO "webhook_sequences" ("tenant_id", "subscription_id") SELECT "tenant_id", "id" FROM "webhook_subscriptions";

-- What Prisma's schema language can't say.

ALTER TABLE "webhook_deliveries"
  ADD CONSTRAINT "webhook_deliveries_sequence_check" CHECK ("sequence" > 0);

-- What has its number and isn't delivered.
CREATE INDEX "webhook_deliveries_gaps_partial" ON "webhook_deliveries" ("subscription_id", "sequence")
  WHERE "sequence" IS NOT NULL AND "status" <> 'delivered';
