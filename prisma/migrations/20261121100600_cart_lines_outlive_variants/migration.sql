-- DropForeignKey: a line whose variant is deleted stays in its cart, and says so.
ALTER TABLE "cart_lines" DROP CONSTRAINT "cart_lines_tenant_id_variant_id_fkey";

-- AlterTable: what the line is called when the catalogue doesn't know it any more.
ALTER TABLE "cart_lines" ADD COLUMN "sku" TEXT NOT NULL DEFAULT '',
ADD COLUMN "title" TEXT NOT NULL DEFAULT '';
UPDATE "cart_lines" l SET "sku" = v."sku", "title" = COALESCE(v."title", p."title")
FROM "variants" v JOIN "products" p ON p."tenant_id" = v."tenant_id" AND p."id" = v."product_id"
WHERE v."tenant_id" = l."tenant_id" AND v."id" = l."variant_id";
