-- AlterTable
ALTER TABLE "orders" ADD COLUMN "refunded_total" BIGINT NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "order_lines" ADD COLUMN "refunded_quantity" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN "returned_quantity" INTEGER NOT NULL DEFAULT 0,
ADD CONSTRAINT "order_lines_refunds_check" CHECK (
    "refunded_quantity" BETWEEN 0 AND "quantity" AND "returned_quantity" BETWEEN 0 AND "shipped_quantity"
);

-- AlterTable: what succeeded before was captured whole.
ALTER TABLE "payments" ALTER COLUMN "provider_payment_id" DROP NOT NULL,
ADD COLUMN "status_time" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN "captured_amount" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN "refunded_amount" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN "charge_ids" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN "failure_code" TEXT,
ADD COLUMN "failure_message" TEXT,
ADD COLUMN "failure_time" BIGINT;
UPDATE "payments" SET "captured_amount" = "amount" WHERE "status" = 'succeeded';
ALTER TABLE "payments" ADD CONSTRAINT "payments_status_check" CHECK ("status" IN ('requires_payment', 'processing', 'failed', 'succeeded'));

-- AlterTable
ALTER TABLE "payment_events" ADD COLUMN "match_keys" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- CreateTable
CREATE TABLE "disputes" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "tenant_id" UUID NOT NULL,
    "payment_id" UUID NOT NULL,
    "order_id" UUID NOT NULL,
    "provider_dispute_id" TEXT NOT NULL,
    "amount" BIGINT NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "reason" TEXT,
    "status" TEXT NOT NULL,
    "status_time" BIGINT NOT NULL DEFAULT 0,
    "outcome" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "closed_at" TIMESTAMPTZ(3),

    CONSTRAINT "disputes_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "disputes_outcome_check" CHECK (("outcome" IS NULL) = ("closed_at" IS NULL))
);

-- CreateTable
CREATE TABLE "refunds" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "tenant_id" UUID NOT NULL,
    "order_id" UUID NOT NULL,
    "payment_id" UUID NOT NULL,
    "provider_refund_id" TEXT,
    "amount" BIGINT NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "reason" TEXT,
    "status" TEXT NOT NULL,
    "status_time" BIGINT NOT NULL DEFAULT 0,
    "lines" JSONB NOT NULL DEFAULT '[]',
    "restock" BOOLEAN NOT NULL DEFAULT false,
    "send_at" TIMESTAMPTZ(3),
    "send_attempts" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "refunds_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "refunds_status_check" CHECK ("status" IN ('pending', 'succeeded', 'failed', 'cancelled'))
);

-- CreateTable
CREATE TABLE "credit_notes" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "tenant_id" UUID NOT NULL,
    "number" BIGINT NOT NULL,
    "order_id" UUID NOT NULL,
    "refund_id" UUID NOT NULL,
    "amount" BIGINT NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "tax_lines" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "credit_notes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "credit_note_numbers" (
    "tenant_id" UUID NOT NULL,
    "last" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "credit_note_numbers_pkey" PRIMARY KEY ("tenant_id")
);

-- CreateIndex
CREATE INDEX "payments_tenant_id_created_at_id_idx" ON "payments"("tenant_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "payments_charge_ids_idx" ON "payments" USING GIN ("charge_ids");

-- CreateIndex
CREATE UNIQUE INDEX "disputes_provider_dispute_id_key" ON "disputes"("provider_dispute_id");

-- CreateIndex
CREATE INDEX "disputes_tenant_id_order_id_idx" ON "disputes"("tenant_id", "order_id");

-- CreateIndex
CREATE INDEX "disputes_tenant_id_created_at_id_idx" ON "disputes"("tenant_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "disputes_tenant_id_id_key" ON "disputes"("tenant_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "refunds_provider_refund_id_key" ON "refunds"("provider_refund_id");

-- CreateIndex
CREATE INDEX "refunds_tenant_id_order_id_idx" ON "refunds"("tenant_id", "order_id");

-- CreateIndex
CREATE INDEX "refunds_tenant_id_created_at_id_idx" ON "refunds"("tenant_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "refunds_tenant_id_id_key" ON "refunds"("tenant_id", "id");

-- CreateIndex
CREATE INDEX "credit_notes_tenant_id_order_id_idx" ON "credit_notes"("tenant_id", "order_id");

-- CreateIndex
CREATE UNIQUE INDEX "credit_notes_tenant_id_id_key" ON "credit_notes"("tenant_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "credit_notes_tenant_id_number_key" ON "credit_notes"("tenant_id", "number");

-- CreateIndex
CREATE UNIQUE INDEX "credit_notes_tenant_id_refund_id_key" ON "credit_notes"("tenant_id", "refund_id");

-- AddForeignKey
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_tenant_id_payment_id_fkey" FOREIGN KEY ("tenant_id", "payment_id") REFERENCES "payments"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_tenant_id_payment_id_fkey" FOREIGN KEY ("tenant_id", "payment_id") REFERENCES "payments"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "credit_notes" ADD CONSTRAINT "credit_notes_tenant_id_refund_id_fkey" FOREIGN KEY ("tenant_id", "refund_id") REFERENCES "refunds"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "credit_note_numbers" ADD CONSTRAINT "credit_note_numbers_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Events that wait for their payment to appear: few, because what has happened isn't in it.
CREATE INDEX "payment_events_unmatched_partial" ON "payment_events" USING GIN ("match_keys") WHERE "processed_at" IS NULL;

-- Refunds that the provider is still to be asked for.
CREATE INDEX "refunds_unsent_partial" ON "refunds"("send_at") WHERE "send_at" IS NOT NULL;
