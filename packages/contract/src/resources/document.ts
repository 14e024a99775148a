import { type Static, Type } from 'typebox';
import { EXAMPLE_ORDER_ID } from '../events.ts';
import { amount, id, nullable, nullableText, object, stringEnum, timestamp } from '../schema.ts';
import { type Locale, locale } from './locale.ts';
import { day } from './order.ts';
import { taxLine, taxRate } from './tax-line.ts';

const party = {
  name: Type.String(),
  company: nullableText,
  line1: nullableText,
  line2: nullableText,
  postalCode: nullableText,
  city: nullableText,
  region: nullableText,
  country: nullableText,
};

const seller = object({
  ...party,
  registration: nullableText,
  email: nullableText,
  contactName: Type.Optional(Type.String()),
  phone: Type.Optional(Type.String()),
  vatNumber: nullableText,
});

const recipient = object(party);

const buyer = object({
  ...party,
  vatNumber: nullable(Type.String(), { description: 'Only a number that was proven at the checkout' }),
  leitwegId: Type.Optional(Type.String({ description: 'For a public buyer in Germany' })),
});

const EXEMPTIONS = [
  'intra_community_supply',
  'reverse_charge',
  'customer_exempt',
  'export',
  'not_taxed',
] as const;

export type Exemption = (typeof EXEMPTIONS)[number];

const exemption = nullable(stringEnum(EXEMPTIONS), {
  description:
    'Why no VAT is charged: `intra_community_supply` (Article 138 of Directive 2006/112/EC), `reverse_charge` (Article 196: nothing of it was shipped), `export` (Article 146), `customer_exempt`, or `not_taxed` where the store charges none; null: VAT is charged',
});

const payment = object({
  provider: Type.String(),
  reference: nullable(Type.String(), {
    description:
      'The provider’s id of the payment; for one that an operator marked as paid, the operator’s reference',
  }),
  amount,
  paidOn: nullable(day, { description: 'The day on which the money came' }),
});

/** Members of both kinds of documents. */
const documentFields = {
  number: Type.String({ description: 'Never given out twice in the store' }),
  issuedAt: timestamp,
  issuedOn: Type.Unsafe<string>({ ...day, description: 'The day of `issuedAt` in the store’s time zone' }),
  orderId: id,
  orderNumber: Type.Integer(),
  orderedOn: day,
  locale: Type.Unsafe<Locale>({ ...locale, description: 'The language of the PDF' }),
  currency: Type.String(),
  seller,
  buyer: nullable(buyer),
  taxLines: Type.Array(taxLine),
  exemption,
  exemptGoods: Type.Optional(
    object(
      { reason: nullableText, code: nullableText },
      { description: 'Why exempt goods are exempt, in words and by the code list VATEX; absent: none are' },
    ),
  ),
  pdfSha256: nullable(Type.String(), {
    description: 'SHA-256 of the PDF, hexadecimal; null: it hasn’t been drawn yet. Its bytes stay the same.',
  }),
};

export const invoice = object({
  ...documentFields,
  deliveryAddress: nullable(recipient, { description: 'Where the goods go; null: to the buyer’s address' }),
  supply: nullable(object({ from: day, to: day }), {
    description: 'The days on which the goods left; null: they hadn’t left when the invoice was issued',
  }),
  lines: Type.Array(
    object({
      title: Type.String(),
      sku: Type.String(),
      quantity: Type.Integer({ minimum: 1 }),
      unitAmount: amount,
      discountTotal: amount,
      taxTotal: amount,
      rateBasisPoints: taxRate,
      exempt: Type.Optional(Type.Literal(true, { description: 'Goods that the law exempts; else absent' })),
      total: Type.Integer({ minimum: 0, description: 'The price of the line, after discount and with tax' }),
    }),
  ),
  pricesIncludeTax: Type.Boolean({
    description: 'Whether `unitAmount` and the sums before `total` have tax in them',
  }),
  subtotal: amount,
  discountCode: nullableText,
  discounts: Type.Optional(
    Type.Array(object({ title: Type.String(), amount }), {
      description: 'The parts of `discountTotal`; absent with one code, or none',
    }),
  ),
  discountTotal: amount,
  shippingName: nullableText,
  shippingTotal: amount,
  taxTotal: amount,
  total: amount,
  payments: Type.Array(payment),
  paidTotal: Type.Integer({
    minimum: 0,
    description: 'The part of the total that was paid when it was issued',
  }),
  dueTotal: Type.Integer({ minimum: 0, description: 'The unpaid part' }),
});

export type Invoice = Static<typeof invoice>;

export const creditNoteDocument = object({
  ...documentFields,
  invoice: object({ number: Type.String(), issuedOn: day }, { description: 'The invoice that it corrects' }),
  cancels: nullable(object({ number: Type.String(), issuedOn: day }), {
    description:
      'The credit note that it cancels, because its refund failed: the amount is charged again. Null: it credits the amount',
  }),
  lines: Type.Array(
    object({ title: Type.String(), sku: Type.String(), quantity: Type.Integer({ minimum: 1 }), amount }),
    { description: 'Empty: it is about an amount' },
  ),
  total: Type.Integer({ minimum: 0, description: 'What is credited, tax in it' }),
  reason: nullableText,
  paidBackTo: nullable(object({ provider: Type.String(), reference: nullableText }), {
    description: 'The refunded payment; null: it is about money that was never paid',
  }),
});

export type CreditNoteDocument = Static<typeof creditNoteDocument>;

const nobody = { company: null, line2: null, region: null };

const exampleFields = {
  issuedAt: '2026-01-15T09:31:00.000Z',
  issuedOn: '2026-01-15',
  orderId: EXAMPLE_ORDER_ID,
  orderNumber: 1001,
  orderedOn: '2026-01-15',
  locale: 'en' as const,
  currency: 'EUR',
  seller: {
    ...nobody,
    name: 'Tea House GmbH',
    line1: 'Unter den Linden 1',
    postalCode: '10117',
    city: 'Berlin',
    country: 'DE',
    registration: 'Amtsgericht Charlottenburg, HRB 12345',
    email: 'hello@tea.example',
    vatNumber: 'DE136695976',
  },
  buyer: {
    ...nobody,
    name: 'Ada Lovelace',
    line1: 'Unter den Linden 1',
    postalCode: '10117',
    city: 'Berlin',
    country: 'DE',
    vatNumber: null,
  },
  exemption: null,
  pdfSha256: null,
};

export const exampleInvoice = {
  number: '2026-1',
  ...exampleFields,
  taxLines: [{ country: 'DE', rateBasisPoints: 1900, baseAmount: 2101, amount: 399 }],
  deliveryAddress: null,
  supply: null,
  lines: [
    {
      title: 'Darjeeling, 100 g',
      sku: 'TEA-1',
      quantity: 2,
      unitAmount: 1250,
      discountTotal: 0,
      taxTotal: 399,
      rateBasisPoints: 1900,
      total: 2500,
    },
  ],
  pricesIncludeTax: true,
  subtotal: 2500,
  discountCode: null,
  discountTotal: 0,
  shippingName: 'Standard',
  shippingTotal: 0,
  taxTotal: 399,
  total: 2500,
  payments: [
    { provider: 'stripe', reference: 'pi_3MtwBwLkdIwHu7ix28a3tqPa', amount: 2500, paidOn: '2026-01-15' },
  ],
  paidTotal: 2500,
  dueTotal: 0,
} satisfies Invoice;

/** The description of shoppers' operations about the requested credit note. */
export const ABOUT_CREDIT_NOTE =
  'Takes the id of one of the `creditNotes` of the order, or of what cancels one. The document is issued once and never changed';

export const exampleCreditNote = {
  number: '1',
  ...exampleFields,
  issuedAt: '2026-01-20T10:00:00.000Z',
  issuedOn: '2026-01-20',
  taxLines: [{ country: 'DE', rateBasisPoints: 1900, baseAmount: 1050, amount: 200 }],
  invoice: { number: '2026-1', issuedOn: '2026-01-15' },
  cancels: null,
  lines: [{ title: 'Darjeeling, 100 g', sku: 'TEA-1', quantity: 1, amount: 1250 }],
  total: 1250,
  reason: 'One was broken',
  paidBackTo: { provider: 'stripe', reference: 'pi_3MtwBwLkdIwHu7ix28a3tqPa' },
} satisfies CreditNoteDocument;

/** Which XML operators get: that which is in the PDF, or the same by the rules of public buyers in Germany. */
const E_INVOICE_PROFILES = ['en16931', 'xrechnung'] as const;

export type EInvoiceProfile = (typeof E_INVOICE_PROFILES)[number];

export const eInvoiceQuery = object({
  profile: Type.Optional(
    stringEnum(E_INVOICE_PROFILES, {
      description:
        'Absent: `en16931`. `xrechnung`: XRechnung 3.0, for orders whose billing address has a `leitwegId`; the `seller` of the settings needs `contactName`, `phone` and `email`',
    }),
  ),
});

/** The description of shoppers' operations that return XML. */
export const ABOUT_E_INVOICE =
  'Cross Industry Invoice of UN/CEFACT with the content of EN 16931, which is in the PDF as well. `hasEInvoices` of the order says whether there is one.';
