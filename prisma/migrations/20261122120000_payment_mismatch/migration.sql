-- What `attention` is about: the figures of a payment that doesn't fit its order.
ALTER TABLE "orders" ADD COLUMN "attention_details" JSONB;
