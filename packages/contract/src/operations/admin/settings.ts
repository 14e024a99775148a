import { Type } from 'typebox';
import { defineOperation } from '../../operation.ts';
import { type Locale, locale } from '../../resources/locale.ts';
import { exampleSeller, seller } from '../../resources/seller.ts';
import {
  country,
  currency,
  id,
  nameText,
  nullable,
  object,
  stringEnum,
  timestamp,
  timeZone,
  version,
} from '../../schema.ts';

const HOST = '^[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?(\\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*$';

const origin = Type.String({ pattern: '^https?://[^/?#@*\\s]+$', maxLength: 300 });

const host = Type.String({ pattern: HOST, maxLength: 253 });

const hostProof = object({
  host: Type.String(),
  status: stringEnum(['pending', 'proven'], {
    description: 'Pending: not proven to be the store’s, so it names no store yet',
  }),
  proof: nullable(stringEnum(['dns', 'assigned']), {
    description: 'By the TXT record, or assigned by the operator of the deployment',
  }),
  record: object(
    { type: Type.Literal('TXT'), name: Type.String(), value: Type.String() },
    { description: 'What the owner of the host publishes in DNS' },
  ),
  checkedAt: nullable(timestamp, { description: 'When DNS was last asked' }),
  missingSince: nullable(timestamp, {
    description: 'Since when the record of a proven host is gone; after three days the host is pending again',
  }),
});

const invoiceIssuedWhen = stringEnum(['paid', 'shipped'], {
  description:
    'Whether an invoice is issued when the order is paid, or when its last goods are shipped; at the latest with the first credit note',
});

const invoicePrefix = Type.String({
  pattern: '^([A-Za-z0-9./_-]*[A-Za-z./_-])?$',
  maxLength: 20,
  description:
    'The beginning of invoice numbers. It doesn’t end with a digit, so that no two series have a number in common.',
});

const invoiceNumbersByYear = Type.Boolean({
  description: 'Whether the year follows the prefix, as in `2026-1`, and numbers begin again with it',
});

const settings = object({
  id,
  name: Type.String(),
  currency: Type.String(),
  country: Type.String(),
  vatNumber: nullable(Type.String(), { description: 'The store’s own, shown on invoices and credit notes' }),
  seller: nullable(seller, {
    description:
      'Business details of the seller, as invoices must show them; null: only the store’s name and country are known',
  }),
  locale: Type.Unsafe<Locale>({
    ...locale,
    description: 'The language of messages, and of documents for shoppers whose cart names none',
  }),
  timeZone: Type.Unsafe<string>({
    ...timeZone,
    description: 'The time zone of the days of documents, reports and tax rates, such as `Europe/Berlin`',
  }),
  invoiceIssuedWhen,
  invoicePrefix,
  invoiceNumbersByYear,
  pricesIncludeTax: Type.Boolean(),
  countries: Type.Array(Type.String(), { description: 'The countries that the store sells to; empty: all' }),
  storeHosts: Type.Array(Type.String(), {
    description:
      'Hosts that name this store when a request carries no X-Publishable-Key, once they are proven',
  }),
  hostProofs: Type.Array(hostProof, {
    description: 'Whether each of the hosts is proven, and how to prove it',
  }),
  allowedOrigins: Type.Array(Type.String(), { description: 'Web origins that may read the Store API' }),
  captureLater: Type.Boolean({
    description:
      'Payments are only authorised at the checkout, and captured by `POST /admin/v1/payments/{id}/capture`, where the provider can',
  }),
  requireSecondFactor: Type.Boolean({
    description: 'Operators without a second factor may do nothing but set one up',
  }),
  publishableKey: Type.String({ description: 'Names the store in the Store API; not a secret' }),
  version,
});

const exampleProof = {
  host: 'shop.tea.example',
  status: 'proven' as const,
  proof: 'dns' as const,
  record: {
    type: 'TXT' as const,
    name: '_commerce-service.shop.tea.example',
    value: 'store=7a2c1b7e-35c4-4b0f-9d5e-0d6a52d1f0aa',
  },
  checkedAt: '2026-01-15T09:30:00.000Z',
  missingSince: null,
};

const exampleSettings = {
  id: '7a2c1b7e-35c4-4b0f-9d5e-0d6a52d1f0aa',
  name: 'Tea House',
  currency: 'EUR',
  country: 'DE',
  vatNumber: 'DE136695976',
  seller: exampleSeller,
  locale: 'de' as const,
  timeZone: 'Europe/Berlin',
  invoiceIssuedWhen: 'paid' as const,
  invoicePrefix: 'R-',
  invoiceNumbersByYear: true,
  pricesIncludeTax: true,
  countries: ['AT', 'DE'],
  storeHosts: ['shop.tea.example'],
  hostProofs: [exampleProof],
  allowedOrigins: ['https://tea.example'],
  captureLater: false,
  requireSecondFactor: false,
  publishableKey: 'pk_3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAA',
  version: 3,
};

const {
  id: _id,
  publishableKey: _key,
  version: _version,
  hostProofs: _proofs,
  ...exampleBody
} = exampleSettings;

export const getSettings = defineOperation({
  endpoint: 'GET /admin/v1/settings',
  summary: 'Get the settings of the store',
  description: 'Name, currency, tax, countries, hosts and origins.',
  auth: { kind: 'admin', permission: 'settings:read' },
  response: { status: 200, description: 'The settings', schema: settings },
  examples: { response: exampleSettings },
});

export const replaceSettings = defineOperation({
  endpoint: 'PUT /admin/v1/settings',
  summary: 'Replace the settings of the store',
  description:
    'Replaces all settings: a list that the body omits becomes empty; only `country`, `vatNumber`, `seller`, `locale`, `timeZone`, `captureLater`, `requireSecondFactor` and how invoices are issued are kept; null clears the VAT number, whose syntax is checked, and the seller. Both stand on invoices and credit notes: an order keeps those of its checkout. A new host is pending until it is proven; a host that stays keeps its proof. The currency can change while no variant is priced in the old one.',
  auth: { kind: 'admin', permission: 'settings:write' },
  ifMatch: 'settings',
  body: object({
    name: nameText(255),
    currency,
    country: Type.Optional(country),
    vatNumber: Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 64 }))),
    seller: Type.Optional(nullable(seller)),
    locale: Type.Optional(locale),
    timeZone: Type.Optional(timeZone),
    invoiceIssuedWhen: Type.Optional(invoiceIssuedWhen),
    invoicePrefix: Type.Optional(invoicePrefix),
    invoiceNumbersByYear: Type.Optional(invoiceNumbersByYear),
    pricesIncludeTax: Type.Boolean({ default: true }),
    countries: Type.Array(country, { maxItems: 250, default: [] }),
    storeHosts: Type.Array(host, { maxItems: 50, default: [] }),
    allowedOrigins: Type.Array(origin, { maxItems: 50, default: [] }),
    captureLater: Type.Optional(Type.Boolean()),
    requireSecondFactor: Type.Optional(Type.Boolean()),
  }),
  response: { status: 200, description: 'The settings', schema: settings },
  errors: ['currency_in_use'],
  examples: { body: exampleBody, response: exampleSettings },
});

export const verifyStoreHost = defineOperation({
  endpoint: 'POST /admin/v1/settings/hosts/{host}/verify',
  summary: 'Verify that a host is the store’s',
  description:
    'Looks for the TXT record that `hostProofs` of the settings names. It must stay: it is looked for every day, and the host is pending again when it has been gone for three days. A pending host is checked automatically, too.',
  withoutKey: 'verifying again changes nothing.',
  auth: { kind: 'admin', permission: 'settings:write' },
  params: object({
    host: Type.String({ pattern: HOST, maxLength: 253, description: 'One of `storeHosts`' }),
  }),
  response: { status: 200, description: 'The host is proven', schema: hostProof },
  errors: ['host_unproven', 'host_taken'],
  examples: { response: exampleProof },
});
