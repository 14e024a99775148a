import { Type } from 'typebox';
import { nullable } from '../schema.ts';

/** The names of a line of a cart or an order. */
export const lineTitles = {
  title: Type.String({ description: 'The variant’s title; the product’s where the variant has none' }),
  productTitle: Type.String(),
  variantTitle: nullable(Type.String(), { description: 'Null: the variant has no title of its own' }),
};
