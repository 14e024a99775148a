-- Who sells and in which language: of the store, and as an order keeps it from its checkout.
ALTER TABLE "tenants" ADD COLUMN "seller" JSONB, ADD COLUMN "locale" TEXT NOT NULL DEFAULT 'en';
ALTER TABLE "carts" ADD COLUMN "locale" TEXT;
ALTER TABLE "orders" ADD COLUMN "seller" JSONB, ADD COLUMN "locale" TEXT NOT NULL DEFAULT 'en';
