import { Type } from 'typebox';
import { defineOperation } from '../../operation.ts';
import { analytics } from '../../resources/analytics.ts';
import { locale } from '../../resources/locale.ts';
import { shownSeller } from '../../resources/seller.ts';
import { nullable, nullableText, object } from '../../schema.ts';

export const getStoreConfig = defineOperation({
  endpoint: 'GET /store/v1/config',
  summary: 'Get the configuration of a storefront',
  description:
    'No secrets. Until compliance is configured, consent is required and no tracker runs. Tracker ids are text of the store’s operators: escape them.',
  auth: { kind: 'store' },
  response: {
    status: 200,
    description: 'The configuration',
    schema: object({
      name: Type.String(),
      currency: Type.String(),
      currencies: Type.Array(Type.String(), {
        description:
          'The currencies that a cart may have: the store’s first, then those of price lists for all customers',
      }),
      locale,
      timeZone: Type.String({ description: 'The time zone of the store’s days, such as `Europe/Berlin`' }),
      country: Type.String(),
      countries: Type.Array(Type.String()),
      pricesIncludeTax: Type.Boolean(),
      seller: nullable(shownSeller, {
        description: 'The seller by law, for a shop’s imprint; null until the settings contain it',
      }),
      picturesOrigin: nullable(
        Type.String({
          description:
            'The origin of uploaded pictures, for the Content-Security-Policy of a shop; null: uploads are disabled',
        }),
      ),
      payment: object(
        { provider: Type.String(), publishableKey: nullableText, instructions: nullableText },
        {
          description:
            'Of the first active payment account: who takes the payment, and the provider’s key for pages; of a payment by hand, what the shopper does; the payment methods of a cart have it by language',
        },
      ),
      cookieConsent: Type.Boolean(),
      analytics: Type.Optional(analytics),
    }),
  },
  examples: {
    response: {
      name: 'Tea House',
      currency: 'EUR',
      currencies: ['EUR', 'CHF'],
      locale: 'de',
      timeZone: 'Europe/Berlin',
      country: 'DE',
      countries: ['AT', 'DE'],
      pricesIncludeTax: true,
      seller: {
        name: 'Tea House GmbH',
        line1: 'Unter den Linden 1',
        line2: null,
        postalCode: '10117',
        city: 'Berlin',
        region: null,
        country: 'DE',
        registration: 'Amtsgericht Charlottenburg, HRB 12345',
        vatNumber: 'DE136695976',
        email: 'hello@tea.example',
        phone: null,
      },
      picturesOrigin: 'https://api.example',
      payment: { provider: 'stripe', publishableKey: 'pk_live_51Hxx', instructions: null },
      cookieConsent: true,
      analytics: { webAnalytics: { id: 'G-ABC123' } },
    },
  },
});
