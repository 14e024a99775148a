-- CreateTable
CREATE TABLE "product_images" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "tenant_id" UUID NOT NULL,
    "product_id" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "alt" TEXT,
    "position" INTEGER NOT NULL,

    CONSTRAINT "product_images_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "product_slugs" (
    "tenant_id" UUID NOT NULL,
    "slug" TEXT NOT NULL,
    "product_id" UUID NOT NULL,

    CONSTRAINT "product_slugs_pkey" PRIMARY KEY ("tenant_id","slug")
);

-- CreateTable
CREATE TABLE "categories" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "tenant_id" UUID NOT NULL,
    "parent_id" UUID,
    "name" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "description" TEXT,
    "seo_title" TEXT,
    "seo_description" TEXT,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "categories_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "category_slugs" (
    "tenant_id" UUID NOT NULL,
    "slug" TEXT NOT NULL,
    "category_id" UUID NOT NULL,

    CONSTRAINT "category_slugs_pkey" PRIMARY KEY ("tenant_id","slug")
);

-- CreateTable
CREATE TABLE "product_categories" (
    "tenant_id" UUID NOT NULL,
    "product_id" UUID NOT NULL,
    "category_id" UUID NOT NULL,

    CONSTRAINT "product_categories_pkey" PRIMARY KEY ("tenant_id","product_id","category_id")
);

-- CreateTable
CREATE TABLE "stock_movements" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "tenant_id" UUID NOT NULL,
    "variant_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "quantity_delta" BIGINT NOT NULL,
    "reserved_delta" BIGINT NOT NULL,
    "quantity_after" BIGINT NOT NULL,
    "reserved_after" BIGINT NOT NULL,
    "note" TEXT,
    "actor" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "stock_movements_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "products_tenant_id_status_created_at_id_idx" ON "products"("tenant_id", "status", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "product_images_tenant_id_product_id_idx" ON "product_images"("tenant_id", "product_id");

-- CreateIndex
CREATE UNIQUE INDEX "product_images_tenant_id_id_key" ON "product_images"("tenant_id", "id");

-- CreateIndex
CREATE INDEX "product_slugs_tenant_id_product_id_idx" ON "product_slugs"("tenant_id", "product_id");

-- CreateIndex
CREATE UNIQUE INDEX "categories_tenant_id_id_key" ON "categories"("tenant_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "categories_tenant_id_slug_key" ON "categories"("tenant_id", "slug");

-- CreateIndex
CREATE INDEX "category_slugs_tenant_id_category_id_idx" ON "category_slugs"("tenant_id", "category_id");

-- CreateIndex
CREATE INDEX "product_categories_tenant_id_category_id_idx" ON "product_categories"("tenant_id", "category_id");

-- CreateIndex
CREATE INDEX "stock_movements_tenant_id_variant_id_created_at_id_idx" ON "stock_movements"("tenant_id", "variant_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "stock_movements_tenant_id_id_key" ON "stock_movements"("tenant_id", "id");

-- AddForeignKey
ALTER TABLE "product_images" ADD CONSTRAINT "product_images_tenant_id_product_id_fkey" FOREIGN KEY ("tenant_id", "product_id") REFERENCES "products"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product_slugs" ADD CONSTRAINT "product_slugs_tenant_id_product_id_fkey" FOREIGN KEY ("tenant_id", "product_id") REFERENCES "products"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "categories" ADD CONSTRAINT "categories_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "categories" ADD CONSTRAINT "categories_tenant_id_parent_id_fkey" FOREIGN KEY ("tenant_id", "parent_id") REFERENCES "categories"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "category_slugs" ADD CONSTRAINT "category_slugs_tenant_id_category_id_fkey" FOREIGN KEY ("tenant_id", "category_id") REFERENCES "categories"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product_categories" ADD CONSTRAINT "product_categories_tenant_id_product_id_fkey" FOREIGN KEY ("tenant_id", "product_id") REFERENCES "products"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product_categories" ADD CONSTRAINT "product_categories_tenant_id_category_id_fkey" FOREIGN KEY ("tenant_id", "category_id") REFERENCES "categories"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_movements_tenant_id_variant_id_fkey" FOREIGN KEY ("tenant_id", "variant_id") REFERENCES "variants"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma's schema language can't say.

CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- The storefront's search: whole words and beginnings of words, and titles that are spelt nearly so.
CREATE INDEX "products_search_partial" ON "products"
  USING gin (to_tsvector('simple', "title" || ' ' || coalesce("description", ''))) WHERE "status" = 'published';
CREATE INDEX "products_title_partial" ON "products" USING gin ("title" gin_trgm_ops);

ALTER TABLE "products"
  ADD CONSTRAINT "products_status_check" CHECK ("status" IN ('draft', 'published'));

-- Siblings never share a position. It is looked at when the transaction ends, so that they may swap within it.
ALTER TABLE "categories"
  ADD CONSTRAINT "categories_position_check" UNIQUE NULLS NOT DISTINCT ("tenant_id", "parent_id", "position")
    DEFERRABLE INITIALLY DEFERRED,
  ADD CONSTRAINT "categories_own_parent_check" CHECK ("parent_id" <> "id");

ALTER TABLE "stock_movements"
  ADD CONSTRAINT "stock_movements_kind_check" CHECK ("kind" IN ('initial', 'set', 'adjusted', 'reserved', 'released', 'shipped', 'returned'));
