-- AlterTable
ALTER TABLE "tenants" ADD COLUMN     "rate_limit_per_minute" INTEGER;

-- Zero lifts the limit, null is the deployment's own.
ALTER TABLE "tenants" ADD CONSTRAINT "tenants_rate_limit_check" CHECK ("rate_limit_per_minute" >= 0);
