-- AlterTable
ALTER TABLE "webhook_subscriptions" ADD COLUMN "max_concurrency" INTEGER;

-- What Prisma's schema language can't say.

ALTER TABLE "webhook_subscriptions"
  ADD CONSTRAINT "webhook_subscriptions_max_concurrency_check" CHECK ("max_concurrency" > 0);

-- What is due, subscription by subscription: each takes its turn, however much the others have.
DROP INDEX "webhook_deliveries_due_partial";
CREATE INDEX "webhook_deliveries_due_partial" ON "webhook_deliveries" ("subscription_id", "next_retry_at", "id") WHERE "status" IN ('pending', 'failed');

-- What workers hold: few, and counted for the subscriptions that limit it.
CREATE INDEX "webhook_deliveries_held_partial" ON "webhook_deliveries" ("subscription_id") WHERE "lease_until" IS NOT NULL;
