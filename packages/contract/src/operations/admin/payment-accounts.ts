import { Type } from 'typebox';
import { defineOperation } from '../../operation.ts';
import { textsByLocale } from '../../resources/locale.ts';
import {
  amount,
  country,
  currency,
  id,
  list,
  nameText,
  nullable,
  object,
  pageOf,
  pageQuery,
  timestamp,
  version,
} from '../../schema.ts';

const provider = Type.String({
  maxLength: 64,
  pattern: '^[a-z0-9]+(-[a-z0-9]+)*$',
  description:
    '`stripe`; `manual`: bank transfer, invoice or cash, which an operator marks as paid; one of `paymentProviders` in `GET /admin/v1/modules`. `fake` moves no money, and is refused where the deployment’s own provider is a real one',
});

const key = Type.String({ minLength: 1, maxLength: 255, pattern: '^\\S+$' });

const secrets = {
  secretKey: Type.Optional(
    Type.Unsafe<string>({
      ...key,
      description: 'The provider’s secret key. It is checked at once, stored encrypted, and never shown',
    }),
  ),
  webhookSecret: Type.Optional(
    Type.String({
      minLength: 16,
      maxLength: 255,
      pattern: '^\\S+$',
      description:
        'The secret of the provider’s callback signatures (`whsec_…`). Stored encrypted, and never shown. The provider gives it for the address of `callbackPath`',
    }),
  ),
};

const instructions = Type.String({
  minLength: 1,
  maxLength: 2000,
  description:
    'For `manual`: the instructions for the shopper, such as the number of a bank account. The payment methods of a cart show it',
});

const instructionsByLocale = textsByLocale(2000, {
  description: 'For `manual`: the instructions by the shopper’s language. Missing ones: `instructions`',
});

const dueDays = Type.Integer({
  minimum: 1,
  maximum: 90,
  description: 'For `manual`: for how many days an unpaid order waits, and holds its stock; 14 when absent',
});

const publishableKey = Type.Unsafe<string>({
  ...key,
  description: 'The provider’s key for pages; the payment methods of a cart show it',
});

const ABOUT_POSITION =
  'Its place among the accounts, from 0; a position past the last one means the end. Shoppers see the active ones in this order, and without a choice the first that fits is taken';

const position = Type.Integer({ minimum: 0, maximum: 1000, description: ABOUT_POSITION });

const names = textsByLocale(100, {
  description:
    'The name that shoppers see, by language. Missing ones: that of the store’s language, then that of `defaultNames`',
});

const ABOUT_COUNTRIES =
  'The countries of buyers: that of the billing address, else that of the shipping address, else the store’s. Empty: everywhere';

const countries = Type.Array(country, { maxItems: 300, description: ABOUT_COUNTRIES });

const ABOUT_CURRENCIES =
  'Currencies that it takes, each with the minimum and maximum total of an order, both included; null: no limit. Empty: every currency and total';

const currencies = Type.Array(
  object({
    currency,
    minimum: Type.Optional(nullable(amount)),
    maximum: Type.Optional(nullable(amount)),
  }),
  { maxItems: 50, description: ABOUT_CURRENCIES },
);

/** Settings of where an account is offered, and how it looks there. */
const choice = {
  names: Type.Optional(names),
  countries: Type.Optional(countries),
  currencies: Type.Optional(currencies),
};

const account = object({
  id,
  provider,
  name: Type.String({ description: 'For the store’s operators; shoppers don’t see it' }),
  active: Type.Boolean({ description: 'Shoppers may choose it' }),
  position: Type.Integer({ description: ABOUT_POSITION }),
  names,
  defaultNames: object(
    { en: Type.String(), de: Type.String(), fr: Type.String(), es: Type.String() },
    { description: 'What shoppers see without `names`: it says how they pay, and not whose account it is' },
  ),
  countries: Type.Array(Type.String(), { description: ABOUT_COUNTRIES }),
  currencies: Type.Array(
    object({ currency: Type.String(), minimum: nullable(amount), maximum: nullable(amount) }),
    { description: ABOUT_CURRENCIES },
  ),
  publishableKey: nullable(Type.String()),
  instructions: nullable(Type.String()),
  instructionsByLocale,
  dueDays: nullable(Type.Integer()),
  providerAccountId: nullable(Type.String(), { description: 'The provider’s own id of the account' }),
  isLive: nullable(Type.Boolean(), { description: 'False: the keys are those of the provider’s test mode' }),
  callbackPath: Type.String({ description: 'Where the provider sends its events, at this API' }),
  receivesCallbacks: Type.Boolean({ description: 'Whether `webhookSecret` is set' }),
  rotatingUntil: nullable(timestamp, {
    description: 'Until then callbacks are accepted with the former webhook secret too',
  }),
  version,
  createdAt: timestamp,
});

const EXAMPLE_ID = '1b7f0a52-6d3e-4c51-9a8e-0f2d4c6b8a10';

const example = {
  id: EXAMPLE_ID,
  provider: 'stripe',
  name: 'Tea House GmbH',
  active: true,
  position: 0,
  names: { en: 'Card', de: 'Karte' },
  defaultNames: {
    en: 'Card or wallet',
    de: 'Karte oder Wallet',
    fr: 'Carte ou portefeuille numérique',
    es: 'Tarjeta o monedero digital',
  },
  countries: [],
  currencies: [
    { currency: 'CHF', minimum: null, maximum: null },
    { currency: 'EUR', minimum: 100, maximum: 500_000 },
  ],
  publishableKey: 'pk_live_51Hxx',
  instructions: null,
  instructionsByLocale: {},
  dueDays: null,
  providerAccountId: 'acct_1032D82eZvKYlo2C',
  isLive: true,
  callbackPath: `/webhooks/payment/${EXAMPLE_ID}`,
  receivesCallbacks: true,
  rotatingUntil: null,
  version: 2,
  createdAt: '2026-01-15T09:30:00.000Z',
};

export const createPaymentAccount = defineOperation({
  endpoint: 'POST /admin/v1/payment-accounts',
  summary: 'Add a payment account',
  description:
    'An account of the store’s own at a payment provider. The provider is asked whether `secretKey` works, for 10 seconds at most; when it doesn’t respond, the response is 503 `dependency_unavailable`, which names the host where that is known, and nothing is written. Then register `callbackPath` at the provider, set the `webhookSecret` that it gives, and set `active`. Until one is active payments are made with the deployment’s account. An account without callbacks (`manual`), or with its `webhookSecret`, can be `active` at once. A new account is the last one; 20 may be active.',
  auth: { kind: 'admin', permission: 'settings:write' },
  body: object({
    provider,
    name: nameText(255),
    active: Type.Optional(Type.Boolean({ description: 'Shoppers may choose it; false when absent' })),
    ...choice,
    publishableKey: Type.Optional(publishableKey),
    instructions: Type.Optional(instructions),
    instructionsByLocale: Type.Optional(instructionsByLocale),
    dueDays: Type.Optional(dueDays),
    ...secrets,
  }),
  response: { status: 201, description: 'The account', schema: account },
  errors: ['payment_account_refused', 'payment_account_incomplete', 'too_many_payment_accounts'],
  examples: {
    body: {
      provider: 'stripe',
      name: 'Tea House GmbH',
      names: { en: 'Card', de: 'Karte' },
      currencies: [{ currency: 'CHF' }, { currency: 'EUR', minimum: 100, maximum: 500_000 }],
      publishableKey: 'pk_live_51Hxx',
      secretKey: 'sk_live_51Hxx',
    },
    response: { ...example, active: false, receivesCallbacks: false, version: 1 },
  },
});

export const listPaymentAccounts = defineOperation({
  endpoint: 'GET /admin/v1/payment-accounts',
  summary: 'List payment accounts',
  description: 'In the order in which shoppers see those that are active. Secrets are never shown.',
  auth: { kind: 'admin', permission: 'settings:read' },
  query: pageQuery(),
  response: { status: 200, description: 'A page of accounts', schema: list(account) },
  examples: { response: pageOf(example) },
});

export const getPaymentAccount = defineOperation({
  endpoint: 'GET /admin/v1/payment-accounts/{id}',
  summary: 'Get a payment account',
  description: 'Secrets are never shown.',
  auth: { kind: 'admin', permission: 'settings:read' },
  response: { status: 200, description: 'The account', schema: account },
  examples: { response: example },
});

export const updatePaymentAccount = defineOperation({
  endpoint: 'PATCH /admin/v1/payment-accounts/{id}',
  summary: 'Update a payment account',
  description:
    '`active: true` offers it to shoppers beside the other active ones; 20 may be active. `names`, `instructionsByLocale`, `countries` and `currencies` are replaced as a whole. Payments that exist stay with the account that they were made with: they are refunded and cancelled there. A new `secretKey` is tried first, and must be of the same account. With a new `webhookSecret` the former one is accepted for `overlapHours` more.',
  auth: { kind: 'admin', permission: 'settings:write' },
  ifMatch: 'payment-account',
  body: object({
    name: Type.Optional(nameText(255)),
    active: Type.Optional(Type.Boolean()),
    position: Type.Optional(position),
    ...choice,
    publishableKey: Type.Optional(publishableKey),
    instructions: Type.Optional(instructions),
    instructionsByLocale: Type.Optional(instructionsByLocale),
    dueDays: Type.Optional(dueDays),
    ...secrets,
    overlapHours: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 168,
        description: 'How long the former webhook secret is accepted too; 24 when absent',
      }),
    ),
  }),
  response: { status: 200, description: 'The account', schema: account },
  errors: ['payment_account_refused', 'payment_account_incomplete', 'too_many_payment_accounts'],
  examples: {
    body: { webhookSecret: 'whsec_5f1c8e2b7a9d4036', active: true },
    response: example,
  },
});

export const deletePaymentAccount = defineOperation({
  endpoint: 'DELETE /admin/v1/payment-accounts/{id}',
  summary: 'Delete a payment account',
  description:
    'Its secrets are deleted too. An account with payments can’t be deleted: set `active` to false.',
  auth: { kind: 'admin', permission: 'settings:write' },
  ifMatch: 'payment-account',
  response: { status: 204, description: 'Deleted' },
  errors: ['payment_account_in_use'],
});
