-- AlterTable
ALTER TABLE "tenants" ADD COLUMN     "version" INTEGER NOT NULL DEFAULT 1,
ADD COLUMN     "shipping_version" INTEGER NOT NULL DEFAULT 1;

-- AlterTable
ALTER TABLE "compliance_configurations" ADD COLUMN     "version" INTEGER NOT NULL DEFAULT 1;

-- AlterTable
ALTER TABLE "admin_users" ADD COLUMN     "version" INTEGER NOT NULL DEFAULT 1;

-- AlterTable
ALTER TABLE "customer_addresses" ADD COLUMN     "version" INTEGER NOT NULL DEFAULT 1;

-- AlterTable
ALTER TABLE "webhook_subscriptions" ADD COLUMN     "version" INTEGER NOT NULL DEFAULT 1;
