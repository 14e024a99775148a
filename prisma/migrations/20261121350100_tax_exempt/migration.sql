-- AlterTable
ALTER TABLE "orders" ADD COLUMN "tax_exempt" BOOLEAN NOT NULL DEFAULT false;
