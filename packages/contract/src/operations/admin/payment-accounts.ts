import { Type } from 'typebox';
import { defineOperation } from '../../operation.ts';
import { id, list, nameText, nullable, object, pageQuery, timestamp, version } from '../../schema.ts';

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
      description: 'The provider’s secret key. It is tried at once, kept sealed, and never shown',
    }),
  ),
  webhookSecret: Type.Optional(
    Type.String({
      minLength: 16,
      maxLength: 255,
      pattern: '^\\S+$',
      description:
        'What the provider signs its callbacks with (`whsec_…`). Kept sealed, and never shown. The provider gives it for the address of `callbackPath`',
    }),
  ),
};

const instructions = Type.String({
  minLength: 1,
  maxLength: 2000,
  description:
    'For `manual`: what the shopper does, such as the number of a bank account. `GET /store/v1/config` shows it',
});

const dueDays = Type.Integer({
  minimum: 1,
  maximum: 90,
  description: 'For `manual`: for how many days an unpaid order waits, and holds its stock; 14 when absent',
});

const publishableKey = Type.Unsafe<string>({
  ...key,
  description: 'The provider’s key for pages; `GET /store/v1/config` shows it',
});

const account = object({
  id,
  provider,
  name: Type.String(),
  active: Type.Boolean({ description: 'New payments are made with it' }),
  publishableKey: nullable(Type.String()),
  instructions: nullable(Type.String()),
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
  publishableKey: 'pk_live_51Hxx',
  instructions: null,
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
    'An account of the store’s own at a payment provider. The provider is asked whether `secretKey` works, for 10 seconds at most; when it doesn’t respond, the response is 503 `dependency_unavailable`, which names the host where that is known, and nothing is written. Then register `callbackPath` at the provider, set the `webhookSecret` that it gives, and set `active`. Until then payments are made with the deployment’s account. What has no callbacks (`manual`), or has its `webhookSecret` already, can be `active` at once.',
  auth: { kind: 'admin', permission: 'settings:write' },
  body: object({
    provider,
    name: nameText(255),
    active: Type.Optional(
      Type.Boolean({ description: 'New payments are made with it, and with no other; false when absent' }),
    ),
    publishableKey: Type.Optional(publishableKey),
    instructions: Type.Optional(instructions),
    dueDays: Type.Optional(dueDays),
    ...secrets,
  }),
  response: { status: 201, description: 'The account', schema: account },
  errors: ['payment_account_refused', 'payment_account_incomplete'],
  examples: {
    body: {
      provider: 'stripe',
      name: 'Tea House GmbH',
      publishableKey: 'pk_live_51Hxx',
      secretKey: 'sk_live_51Hxx',
    },
    response: { ...example, active: false, receivesCallbacks: false, version: 1 },
  },
});

export const listPaymentAccounts = defineOperation({
  endpoint: 'GET /admin/v1/payment-accounts',
  summary: 'List payment accounts',
  description: 'Newest first. Secrets are never shown.',
  auth: { kind: 'admin', permission: 'settings:read' },
  query: pageQuery(),
  response: { status: 200, description: 'A page of accounts', schema: list(account) },
  examples: { response: { items: [example], total: 1, page: 1, pageSize: 20 } },
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
    '`active: true` makes new payments with this account, and with no other. Payments that exist stay with the account that they were made with: they are refunded and cancelled there. A new `secretKey` is tried first, and must be of the same account. With a new `webhookSecret` the former one is accepted for `overlapHours` more.',
  auth: { kind: 'admin', permission: 'settings:write' },
  ifMatch: 'payment-account',
  body: object({
    name: Type.Optional(nameText(255)),
    active: Type.Optional(Type.Boolean()),
    publishableKey: Type.Optional(publishableKey),
    instructions: Type.Optional(instructions),
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
  errors: ['payment_account_refused', 'payment_account_incomplete'],
  examples: {
    body: { webhookSecret: 'whsec_5f1c8e2b7a9d4036', active: true },
    response: example,
  },
});

export const deletePaymentAccount = defineOperation({
  endpoint: 'DELETE /admin/v1/payment-accounts/{id}',
  summary: 'Delete a payment account',
  description: 'With its secrets. An account that payments were made with stays: set `active` to false.',
  auth: { kind: 'admin', permission: 'settings:write' },
  ifMatch: 'payment-account',
  response: { status: 204, description: 'Deleted' },
  errors: ['payment_account_in_use'],
});
