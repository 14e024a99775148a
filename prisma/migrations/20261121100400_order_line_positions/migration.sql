-- AlterTable: the lines of an order are in the order of its cart. Those that exist keep the one that they were shown in.
ALTER TABLE "order_lines" ADD COLUMN "position" INTEGER NOT NULL DEFAULT 0;
UPDATE "order_lines" l SET "position" = numbered."position"
FROM (SELECT "id", row_number() OVER (PARTITION BY "tenant_id", "order_id" ORDER BY "id") AS "position" FROM "order_lines") numbered
WHERE numbered."id" = l."id";
