import { Type } from 'typebox';
import { nullable, object, stringEnum, text } from '../schema.ts';

export const productStatus = stringEnum(['draft', 'published']);

export const newImage = object({
  url: Type.String({ format: 'uri', pattern: '^https?://', maxLength: 2048 }),
  alt: Type.Optional(nullable(text(512))),
});

export const image = object({ url: Type.String(), alt: nullable(Type.String()) });

/** The matrix that a storefront draws its pickers from: every option that a variant has, with its values. */
export const optionsMatrix = Type.Array(object({ name: Type.String(), values: Type.Array(Type.String()) }));
