-- Where an order was placed from, to count those that nobody pays.
ALTER TABLE "orders" ADD COLUMN "origin" TEXT;
CREATE INDEX "orders_unpaid_origin_partial" ON "orders" ("tenant_id", "origin") WHERE status = 'pending';
