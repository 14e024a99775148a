import type { Locale, operations, ResponseOf } from '@service/contract';
import { getCompliance } from '../compliance/index.ts';
import type { Context } from '../context.ts';
import { firstAccount } from '../payment-accounts/index.ts';
import { listCurrencies } from '../prices/index.ts';

/** The settings that a storefront needs before the first product; only those that visitors may see. */
export async function getStoreConfig(ctx: Context): Promise<ResponseOf<typeof operations.getStoreConfig>> {
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
    picturesOrigin: originOfPictures(ctx),
    payment,
    cookieConsent,
    ...(analytics ? { analytics } : {}),
  };
}

function originOfPictures({ services }: Context): string | null {
  const { baseUrl } = services.pictures;
  return baseUrl === undefined ? null : new URL(baseUrl).origin;
}
