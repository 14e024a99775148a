-- AlterTable
ALTER TABLE "payments" ADD COLUMN "cancel_at" TIMESTAMPTZ(3),
ADD COLUMN "cancel_attempts" INTEGER NOT NULL DEFAULT 0,
DROP CONSTRAINT "payments_status_check",
ADD CONSTRAINT "payments_status_check" CHECK ("status" IN ('requires_payment', 'processing', 'failed', 'succeeded', 'cancelled'));

-- For the job that cancels at the provider what shall not be paid any more.
CREATE INDEX "payments_uncancelled_partial" ON "payments"("cancel_at") WHERE "cancel_at" IS NOT NULL;
