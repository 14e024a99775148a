-- AlterTable: what was known of the customer's VAT number at the checkout.
ALTER TABLE "orders" ADD COLUMN "vat_number" TEXT,
ADD COLUMN "vat_status" TEXT;

-- AlterTable: the store's own number, which its documents show.
ALTER TABLE "tenants" ADD COLUMN "vat_number" TEXT;
