import { Type } from 'typebox';
import { defineOperation } from '../../operation.ts';
import { analytics } from '../../resources/analytics.ts';
import { object } from '../../schema.ts';

export const getStoreConfig = defineOperation({
  id: 'getStoreConfig',
  method: 'GET',
  path: '/store/v1/config',
  tag: 'Storefront',
  summary: 'Get what a storefront needs to know',
  description:
    'No secrets. Until compliance is configured, consent is required and no tracker runs. Tracker ids are text of the store’s operators: escape them.',
  auth: { kind: 'store' },
  response: {
    status: 200,
    description: 'The configuration',
    schema: object({
      name: Type.String(),
      currency: Type.String(),
      country: Type.String(),
      countries: Type.Array(Type.String()),
      pricesIncludeTax: Type.Boolean(),
      cookieConsent: Type.Boolean(),
      analytics: Type.Optional(analytics),
    }),
  },
  errors: [],
  examples: {
    response: {
      name: 'Tea House',
      currency: 'EUR',
      country: 'DE',
      countries: ['AT', 'DE'],
      pricesIncludeTax: true,
      cookieConsent: true,
      analytics: { webAnalytics: { id: 'G-ABC123' } },
    },
  },
});
