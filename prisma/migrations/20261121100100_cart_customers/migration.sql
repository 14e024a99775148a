-- AlterTable: a cart that a customer checked out is that customer's.
ALTER TABLE "carts" ADD COLUMN "customer_id" UUID;
UPDATE "carts" c SET "customer_id" = o."customer_id"
FROM "orders" o WHERE o."tenant_id" = c."tenant_id" AND o."cart_id" = c."id" AND o."customer_id" IS NOT NULL;

-- CreateIndex
CREATE INDEX "carts_tenant_id_customer_id_idx" ON "carts"("tenant_id", "customer_id");

-- AddForeignKey
ALTER TABLE "carts" ADD CONSTRAINT "carts_tenant_id_customer_id_fkey" FOREIGN KEY ("tenant_id", "customer_id") REFERENCES "customers"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;
