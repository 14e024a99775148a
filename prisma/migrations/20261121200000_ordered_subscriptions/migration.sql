-- AlterTable
ALTER TABLE "webhook_subscriptions" ADD COLUMN "ordered" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "webhook_events" ADD COLUMN "resource_id" UUID NOT NULL DEFAULT gen_random_uuid(),
ADD COLUMN "position" BIGSERIAL NOT NULL;

-- AlterTable
ALTER TABLE "webhook_deliveries" ADD COLUMN "resource_id" UUID NOT NULL DEFAULT gen_random_uuid(),
ADD COLUMN "position" BIGINT NOT NULL DEFAULT 0;

-- What was recorded before: the resource stands in the payload. That of a test stays its own.
UPDATE "webhook_events" SET "resource_id" = COALESCE("data"->>'orderId', "data"->>'productId')::uuid
WHERE NOT "is_test" AND COALESCE("data"->>'orderId', "data"->>'productId') IS NOT NULL;

UPDATE "webhook_deliveries" d SET "resource_id" = e."resource_id", "position" = e."position"
FROM "webhook_events" e WHERE e."tenant_id" = d."tenant_id" AND e."id" = d."event_id";

-- What Prisma's schema language can't say.

-- The first open delivery of each resource, and whether one has an earlier one before it.
CREATE INDEX "webhook_deliveries_order_partial" ON "webhook_deliveries" ("subscription_id", "resource_id", "position")
  WHERE "status" IN ('pending', 'failed');
