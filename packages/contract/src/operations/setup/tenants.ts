import { Type } from 'typebox';
import { defineOperation } from '../../operation.ts';
import { country, currency, email, id, nameText, object, password } from '../../schema.ts';

export const createTenant = defineOperation({
  endpoint: 'POST /setup/v1/tenants',
  summary: 'Create a store',
  description:
    'Creates a store with its first operator (role owner) and one free shipping option, so that checkout works at once. Needs SETUP_TOKEN as bearer token.',
  withoutKey:
    'there is no store yet that could keep it. An e-mail address can own only one store, so a repetition creates no second store.',
  auth: { kind: 'setup' },
  body: object({
    name: nameText(255),
    currency,
    country,
    admin: object({ email, password, name: Type.Optional(nameText(255)) }),
  }),
  response: {
    status: 201,
    description: 'The store',
    schema: object({
      id,
      name: Type.String(),
      currency: Type.String(),
      country: Type.String(),
      publishableKey: Type.String({ description: 'Names the store in the Store API; not a secret' }),
    }),
  },
  errors: ['duplicate_email'],
  examples: {
    body: {
      name: 'Tea House',
      currency: 'EUR',
      country: 'DE',
      admin: { email: 'owner@tea.example', password: 'a long enough password' },
    },
    response: {
      id: '7a2c1b7e-35c4-4b0f-9d5e-0d6a52d1f0aa',
      name: 'Tea House',
      currency: 'EUR',
      country: 'DE',
      publishableKey: 'pk_3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAA',
    },
  },
});
