-- CreateTable
CREATE TABLE "mails" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "tenant_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "recipient" TEXT NOT NULL,
    "data" JSONB NOT NULL,
    "token_sealed" TEXT,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "next_attempt_at" TIMESTAMPTZ(3),
    "sent_at" TIMESTAMPTZ(3),
    "last_error" TEXT,
    "lease_until" TIMESTAMPTZ(3),

    CONSTRAINT "mails_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "mails_tenant_id_created_at_id_idx" ON "mails"("tenant_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "mails_tenant_id_id_key" ON "mails"("tenant_id", "id");

-- AddForeignKey
ALTER TABLE "mails" ADD CONSTRAINT "mails_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What Prisma's schema language can't say.

ALTER TABLE "mails"
  ADD CONSTRAINT "mails_status_check" CHECK ("status" IN ('pending', 'sent', 'failed', 'dropped')),
  ADD CONSTRAINT "mails_next_attempt_check" CHECK (("status" = 'pending') = ("next_attempt_at" IS NOT NULL)),
  ADD CONSTRAINT "mails_token_check" CHECK ("status" = 'pending' OR "token_sealed" IS NULL);

-- What is due: small, because what is out isn't in it.
CREATE INDEX "mails_due_partial" ON "mails" ("next_attempt_at") WHERE "status" = 'pending';
