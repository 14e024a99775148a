-- CreateTable
CREATE TABLE "customers" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "tenant_id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "email_verified_at" TIMESTAMPTZ(3),
    "password_hash" TEXT,
    "name" TEXT,
    "phone" TEXT,
    "is_b2b" BOOLEAN NOT NULL DEFAULT false,
    "tax_exempt" BOOLEAN NOT NULL DEFAULT false,
    "accepts_marketing" BOOLEAN NOT NULL DEFAULT false,
    "vat_number" TEXT,
    "vat_status" TEXT,
    "vat_check_id" UUID,
    "vat_checked_at" TIMESTAMPTZ(3),
    "vat_name" TEXT,
    "vat_consultation_number" TEXT,
    "disabled_at" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "customers_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "customer_sessions" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "tenant_id" UUID NOT NULL,
    "customer_id" UUID NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "customer_sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "customer_tokens" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "tenant_id" UUID NOT NULL,
    "customer_id" UUID,
    "purpose" TEXT NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "new_email" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "customer_tokens_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "customer_addresses" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "tenant_id" UUID NOT NULL,
    "customer_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "company" TEXT,
    "line1" TEXT NOT NULL,
    "line2" TEXT,
    "city" TEXT NOT NULL,
    "postal_code" TEXT NOT NULL,
    "region" TEXT,
    "country" CHAR(2) NOT NULL,
    "phone" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "customer_addresses_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "vat_checks" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "tenant_id" UUID NOT NULL,
    "customer_id" UUID NOT NULL,
    "country" CHAR(2) NOT NULL,
    "number" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "is_fresh" BOOLEAN NOT NULL DEFAULT false,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "next_attempt_at" TIMESTAMPTZ(3),
    "lease_until" TIMESTAMPTZ(3),
    "last_error" TEXT,
    "source" TEXT,
    "answered_at" TIMESTAMPTZ(3),
    "name" TEXT,
    "address" TEXT,
    "consultation_number" TEXT,

    CONSTRAINT "vat_checks_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "customers_tenant_id_created_at_id_idx" ON "customers"("tenant_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "customers_tenant_id_id_key" ON "customers"("tenant_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "customers_tenant_id_email_key" ON "customers"("tenant_id", "email");

-- CreateIndex
CREATE UNIQUE INDEX "customer_sessions_token_hash_key" ON "customer_sessions"("token_hash");

-- CreateIndex
CREATE INDEX "customer_sessions_tenant_id_customer_id_idx" ON "customer_sessions"("tenant_id", "customer_id");

-- CreateIndex
CREATE INDEX "customer_sessions_expires_at_idx" ON "customer_sessions"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "customer_tokens_token_hash_key" ON "customer_tokens"("token_hash");

-- CreateIndex
CREATE INDEX "customer_tokens_tenant_id_customer_id_idx" ON "customer_tokens"("tenant_id", "customer_id");

-- CreateIndex
CREATE INDEX "customer_tokens_expires_at_idx" ON "customer_tokens"("expires_at");

-- CreateIndex
CREATE INDEX "customer_addresses_tenant_id_customer_id_created_at_id_idx" ON "customer_addresses"("tenant_id", "customer_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "customer_addresses_tenant_id_id_key" ON "customer_addresses"("tenant_id", "id");

-- CreateIndex
CREATE INDEX "orders_tenant_id_customer_id_created_at_id_idx" ON "orders"("tenant_id", "customer_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "vat_checks_tenant_id_customer_id_created_at_idx" ON "vat_checks"("tenant_id", "customer_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "vat_checks_tenant_id_country_number_answered_at_idx" ON "vat_checks"("tenant_id", "country", "number", "answered_at" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "vat_checks_tenant_id_id_key" ON "vat_checks"("tenant_id", "id");

-- AddForeignKey
ALTER TABLE "customers" ADD CONSTRAINT "customers_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "customer_sessions" ADD CONSTRAINT "customer_sessions_tenant_id_customer_id_fkey" FOREIGN KEY ("tenant_id", "customer_id") REFERENCES "customers"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "customer_tokens" ADD CONSTRAINT "customer_tokens_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "customer_tokens" ADD CONSTRAINT "customer_tokens_tenant_id_customer_id_fkey" FOREIGN KEY ("tenant_id", "customer_id") REFERENCES "customers"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "customer_addresses" ADD CONSTRAINT "customer_addresses_tenant_id_customer_id_fkey" FOREIGN KEY ("tenant_id", "customer_id") REFERENCES "customers"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "orders" ADD CONSTRAINT "orders_tenant_id_customer_id_fkey" FOREIGN KEY ("tenant_id", "customer_id") REFERENCES "customers"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "vat_checks" ADD CONSTRAINT "vat_checks_tenant_id_customer_id_fkey" FOREIGN KEY ("tenant_id", "customer_id") REFERENCES "customers"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma's schema language can't say.

ALTER TABLE "customers"
  ADD CONSTRAINT "customers_vat_status_check" CHECK ("vat_status" IN ('pending', 'valid', 'invalid', 'unavailable', 'unsupported')),
  ADD CONSTRAINT "customers_vat_check" CHECK (("vat_number" IS NULL) = ("vat_status" IS NULL)),
  ADD CONSTRAINT "customers_vat_proven_check" CHECK ("vat_status" IS DISTINCT FROM 'valid' OR ("vat_check_id" IS NOT NULL AND "vat_checked_at" IS NOT NULL));

ALTER TABLE "customer_tokens"
  ADD CONSTRAINT "customer_tokens_purpose_check" CHECK ("purpose" IN ('verification', 'reset', 'email_change')),
  ADD CONSTRAINT "customer_tokens_new_email_check" CHECK (("purpose" = 'email_change') = ("new_email" IS NOT NULL));

ALTER TABLE "vat_checks"
  ADD CONSTRAINT "vat_checks_status_check" CHECK ("status" IN ('pending', 'unavailable', 'valid', 'invalid', 'superseded')),
  ADD CONSTRAINT "vat_checks_next_attempt_check" CHECK (("status" IN ('pending', 'unavailable')) = ("next_attempt_at" IS NOT NULL));

-- What is due: small, because what is answered isn't in it.
CREATE INDEX "vat_checks_due_partial" ON "vat_checks" ("next_attempt_at") WHERE "status" IN ('pending', 'unavailable');
