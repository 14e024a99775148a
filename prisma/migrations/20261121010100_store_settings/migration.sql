-- AlterTable
ALTER TABLE "tenants" ADD COLUMN "countries" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN "prices_include_tax" BOOLEAN NOT NULL DEFAULT true;

-- CreateTable
CREATE TABLE "compliance_configurations" (
    "tenant_id" UUID NOT NULL,
    "cookie_consent" BOOLEAN NOT NULL,
    "analytics" JSONB,
    "configured_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "compliance_configurations_pkey" PRIMARY KEY ("tenant_id")
);

-- CreateTable
CREATE TABLE "store_hosts" (
    "host" TEXT NOT NULL,
    "tenant_id" UUID NOT NULL,

    CONSTRAINT "store_hosts_pkey" PRIMARY KEY ("host")
);

-- CreateTable
CREATE TABLE "store_origins" (
    "tenant_id" UUID NOT NULL,
    "origin" TEXT NOT NULL,

    CONSTRAINT "store_origins_pkey" PRIMARY KEY ("tenant_id","origin")
);

-- CreateIndex
CREATE INDEX "store_hosts_tenant_id_idx" ON "store_hosts"("tenant_id");

-- CreateIndex
CREATE INDEX "store_origins_origin_idx" ON "store_origins"("origin");

-- AddForeignKey
ALTER TABLE "compliance_configurations" ADD CONSTRAINT "compliance_configurations_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "store_hosts" ADD CONSTRAINT "store_hosts_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "store_origins" ADD CONSTRAINT "store_origins_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
