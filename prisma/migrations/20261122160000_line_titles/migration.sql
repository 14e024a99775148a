-- A line tells the product and the variant apart.
ALTER TABLE "cart_lines" ADD COLUMN "product_title" TEXT, ADD COLUMN "variant_title" TEXT;
ALTER TABLE "order_lines" ADD COLUMN "product_title" TEXT, ADD COLUMN "variant_title" TEXT;
