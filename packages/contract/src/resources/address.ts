import { type Static, Type } from 'typebox';
import { country, nameText, nullable, object, text } from '../schema.ts';

/** The specification's Address table; the billing address has the same limits. */
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

export const exampleAddress = {
  name: 'Ada Lovelace',
  line1: 'Unter den Linden 1',
  city: 'Berlin',
  postalCode: '10117',
  country: 'DE',
};
