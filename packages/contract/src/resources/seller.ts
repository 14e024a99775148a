import { type Static, Type } from 'typebox';
import { country, email, nameText, nullable, nullableText, object, text } from '../schema.ts';

/** The legal seller, as invoices name it: Article 226 (5) of Directive 2006/112/EC. */
export const seller = object({
  name: nameText(255, { description: 'The name of the business in law' }),
  line1: text(512),
  line2: Type.Optional(nullable(text(512))),
  postalCode: text(32),
  city: text(255),
  region: Type.Optional(nullable(text(255))),
  country,
  registration: Type.Optional(
    nullable(text(255), {
      description: 'Where it is registered and how, such as “Amtsgericht Charlottenburg, HRB 12345”',
    }),
  ),
  email: Type.Optional(nullable(email)),
  contactName: Type.Optional(
    nullable(
      nameText(255, { description: 'The contact for questions about an invoice, which an XRechnung shows' }),
    ),
  ),
  phone: Type.Optional(
    nullable(text(64), { description: 'The contact’s telephone, which an XRechnung shows too' }),
  ),
});

export type Seller = Static<typeof seller>;

/** The public part: a shop’s imprint must contain it by law (Article 5 of Directive 2000/31/EC). */
export const shownSeller = object({
  name: Type.String(),
  line1: Type.String(),
  line2: nullableText,
  postalCode: Type.String(),
  city: Type.String(),
  region: nullableText,
  country: Type.String(),
  registration: nullableText,
  vatNumber: nullableText,
  email: nullableText,
  phone: nullableText,
});

export const exampleSeller = {
  name: 'Tea House GmbH',
  line1: 'Unter den Linden 1',
  postalCode: '10117',
  city: 'Berlin',
  country: 'DE',
  registration: 'Amtsgericht Charlottenburg, HRB 12345',
  email: 'hello@tea.example',
} satisfies Seller;
