-- AlterTable
ALTER TABLE "shipping_options" ADD COLUMN "countries" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN "free_from" BIGINT,
ADD COLUMN "position" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN "removed_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "carts" ADD COLUMN "discount_code" TEXT;

-- AlterTable: lines that exist were chosen at the price of now.
ALTER TABLE "cart_lines" ADD COLUMN "seen_unit_amount" BIGINT;
UPDATE "cart_lines" l SET "seen_unit_amount" = v."price_amount" FROM "variants" v WHERE v."id" = l."variant_id";
ALTER TABLE "cart_lines" ALTER COLUMN "seen_unit_amount" SET NOT NULL;

-- A sum of two additions can pass the limit that each of them keeps.
UPDATE "cart_lines" SET "quantity" = 9999 WHERE "quantity" > 9999;
ALTER TABLE "cart_lines" ADD CONSTRAINT "cart_lines_quantity_check" CHECK ("quantity" BETWEEN 1 AND 9999);

-- AlterTable
ALTER TABLE "orders" ADD COLUMN "discount_total" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN "tax_total" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN "tax_lines" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN "prices_include_tax" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN "reverse_charge" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN "discount_code" TEXT,
ADD COLUMN "shipping_name" TEXT;

-- AlterTable
ALTER TABLE "order_lines" ADD COLUMN "discount_total" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN "tax_total" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN "rate_basis_points" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN "total" BIGINT NOT NULL DEFAULT 0;
UPDATE "order_lines" SET "total" = "unit_amount" * "quantity";

-- CreateTable
CREATE TABLE "tax_settings" (
    "tenant_id" UUID NOT NULL,
    "rates" JSONB NOT NULL DEFAULT '[]',
    "version" INTEGER NOT NULL DEFAULT 1,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "tax_settings_pkey" PRIMARY KEY ("tenant_id")
);

-- CreateTable
CREATE TABLE "discounts" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "tenant_id" UUID NOT NULL,
    "code" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "basis_points" INTEGER,
    "amount" BIGINT,
    "active" BOOLEAN NOT NULL DEFAULT true,
    "starts_at" TIMESTAMPTZ(3),
    "ends_at" TIMESTAMPTZ(3),
    "usage_limit" INTEGER,
    "times_used" INTEGER NOT NULL DEFAULT 0,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "discounts_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "discounts_kind_check" CHECK (
        ("kind" = 'percentage' AND "basis_points" BETWEEN 1 AND 10000 AND "amount" IS NULL)
        OR ("kind" = 'amount' AND "amount" > 0 AND "basis_points" IS NULL)
        OR ("kind" = 'free_shipping' AND "amount" IS NULL AND "basis_points" IS NULL)
    )
);

-- CreateTable
CREATE TABLE "idempotency_keys" (
    "tenant_id" UUID NOT NULL,
    "scope" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "request_hash" BYTEA NOT NULL,
    "answer_sealed" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("tenant_id", "scope", "key")
);

-- CreateIndex
CREATE UNIQUE INDEX "discounts_tenant_id_id_key" ON "discounts"("tenant_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "discounts_tenant_id_code_key" ON "discounts"("tenant_id", "code");

-- CreateIndex
CREATE INDEX "discounts_tenant_id_created_at_id_idx" ON "discounts"("tenant_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "idempotency_keys_created_at_idx" ON "idempotency_keys"("created_at");

-- AddForeignKey
ALTER TABLE "tax_settings" ADD CONSTRAINT "tax_settings_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "discounts" ADD CONSTRAINT "discounts_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
