-- AlterTable
ALTER TABLE "orders" ADD COLUMN "attention" TEXT;

-- AlterTable
ALTER TABLE "order_lines" ADD COLUMN "shipped_quantity" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN "released_quantity" INTEGER NOT NULL DEFAULT 0,
ADD CONSTRAINT "order_lines_quantities_check" CHECK (
    "shipped_quantity" >= 0 AND "released_quantity" >= 0 AND "shipped_quantity" + "released_quantity" <= "quantity"
);

-- AlterTable
ALTER TABLE "order_history" ADD COLUMN "details" JSONB;

-- CreateTable
CREATE TABLE "shipments" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "tenant_id" UUID NOT NULL,
    "order_id" UUID NOT NULL,
    "carrier" TEXT,
    "tracking_number" TEXT,
    "tracking_url" TEXT,
    "lines" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "shipments_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "orders_tenant_id_created_at_id_idx" ON "orders"("tenant_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "shipments_tenant_id_order_id_idx" ON "shipments"("tenant_id", "order_id");

-- CreateIndex
CREATE UNIQUE INDEX "shipments_tenant_id_id_key" ON "shipments"("tenant_id", "id");

-- AddForeignKey
ALTER TABLE "shipments" ADD CONSTRAINT "shipments_tenant_id_order_id_fkey" FOREIGN KEY ("tenant_id", "order_id") REFERENCES "orders"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- For the job that lets unpaid reservations expire.
CREATE INDEX "orders_unpaid_partial" ON "orders"("created_at") WHERE "status" = 'pending';
