import type { Locale, operations, ResponseOf, Seller } from '@service/contract';
import type { TenantModel } from '@service/db';
import { getCompliance } from '../compliance/index.ts';
import type { Context } from '../context.ts';
import { firstAccount } from '../payment-accounts/index.ts';
import { listCurrencies } from '../prices/index.ts';

type StoreConfig = ResponseOf<typeof operations.getStoreConfig>;

/** The settings that a storefront needs before the first product; only those that visitors may see. */
export async function getStoreConfig(ctx: Context): Promise<StoreConfig> {
  const [tenant, currencies, { cookieConsent, analytics }, payment] = await Promise.all([
    ctx.db.tenant.findUniqueOrThrow({ where: { id: ctx.tenantId } }),
    listCurrencies(ctx),
    getCompliance(ctx),
    firstAccount(ctx),
  ]);
  return {
    name: tenant.name,
    currency: tenant.currency,
    currencies: [...new Set([tenant.currency, ...currencies])],
    locale: tenant.locale as Locale,
    timeZone: tenant.timeZone,
    country: tenant.country,
    countries: tenant.countries,
    pricesIncludeTax: tenant.pricesIncludeTax,
    seller: showSeller(tenant),
    picturesOrigin: originOfPictures(ctx),
    payment,
    cookieConsent,
    ...(analytics ? { analytics } : {}),
  };
}

/** Leaves out the person who answers questions about invoices, whom only buyers are told. */
function showSeller({ seller, vatNumber }: TenantModel): StoreConfig['seller'] {
  if (!seller) return null;
  const { name, line1, postalCode, city, country, ...known } = seller as Seller;
  const { line2 = null, region = null, registration = null, email = null, phone = null } = known;
  return {
    ...{ name, line1, line2, postalCode, city, region, country },
    ...{ registration, vatNumber, email, phone },
  };
}

function originOfPictures({ services }: Context): string | null {
  const { baseUrl } = services.pictures;
  return baseUrl === undefined ? null : new URL(baseUrl).origin;
}
