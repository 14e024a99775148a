-- AlterTable
ALTER TABLE "admin_notifications" ADD COLUMN "reference" TEXT;

-- CreateIndex
CREATE UNIQUE INDEX "admin_notifications_tenant_id_reference_key" ON "admin_notifications"("tenant_id", "reference");
