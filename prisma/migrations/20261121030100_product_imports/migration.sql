-- CreateTable
CREATE TABLE "product_imports" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "tenant_id" UUID NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'receiving',
    "actor" TEXT NOT NULL,
    "rows" INTEGER NOT NULL DEFAULT 0,
    "processed" INTEGER NOT NULL DEFAULT 0,
    "created" INTEGER NOT NULL DEFAULT 0,
    "updated" INTEGER NOT NULL DEFAULT 0,
    "unchanged" INTEGER NOT NULL DEFAULT 0,
    "refused" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "product_imports_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "product_import_rows" (
    "tenant_id" UUID NOT NULL,
    "import_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "data" JSON NOT NULL,
    "reason" TEXT,

    CONSTRAINT "product_import_rows_pkey" PRIMARY KEY ("tenant_id","import_id","number")
);

-- CreateIndex
CREATE UNIQUE INDEX "product_imports_tenant_id_id_key" ON "product_imports"("tenant_id", "id");

-- AddForeignKey
ALTER TABLE "product_imports" ADD CONSTRAINT "product_imports_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product_import_rows" ADD CONSTRAINT "product_import_rows_tenant_id_import_id_fkey" FOREIGN KEY ("tenant_id", "import_id") REFERENCES "product_imports"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma's schema language can't say.

ALTER TABLE "product_imports"
  ADD CONSTRAINT "product_imports_status_check" CHECK ("status" IN ('receiving', 'pending', 'running', 'completed'));

-- What the worker looks for: small, because what is completed isn't in it.
CREATE INDEX "product_imports_due_partial" ON "product_imports" ("created_at") WHERE "status" IN ('pending', 'running');
