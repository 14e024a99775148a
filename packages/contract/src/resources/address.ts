import { type Static, Type } from 'typebox';
import { country, nameText, nullable, object, text } from '../schema.ts';

/** A postal address; the billing address has the same limits. */
export const address = object({
  name: nameText(255, { description: 'Full name of the recipient' }),
  company: Type.Optional(nullable(text(255))),
  line1: text(512),
  line2: Type.Optional(nullable(text(512))),
  city: text(255),
  postalCode: text(32),
  region: Type.Optional(nullable(text(255))),
  country,
  phone: Type.Optional(nullable(text(64))),
});

export type Address = Static<typeof address>;

/** The address on the invoice. */
export const billingAddress = object({
  ...address.properties,
  leitwegId: Type.Optional(
    nullable(Type.String({ pattern: '^[0-9]{2,12}(-[A-Za-z0-9]{1,30})?-[0-9]{2}$' }), {
      description:
        'The number under which a public buyer in Germany takes invoices, such as 991-12345-06: buyer reference and electronic address of an XRechnung',
    }),
  ),
});

export type BillingAddress = Static<typeof billingAddress>;

export const exampleAddress = {
  name: 'Ada Lovelace',
  line1: 'Unter den Linden 1',
  city: 'Berlin',
  postalCode: '10117',
  country: 'DE',
};
