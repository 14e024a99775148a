-- AlterTable: whose use is given back when the order is cancelled. Without a foreign key: a discount may be deleted.
ALTER TABLE "orders" ADD COLUMN "discount_id" UUID;
UPDATE "orders" o SET "discount_id" = d."id"
FROM "discounts" d WHERE d."tenant_id" = o."tenant_id" AND d."code" = o."discount_code";
