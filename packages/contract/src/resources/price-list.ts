import { Type } from 'typebox';
import { id, nullable, object } from '../schema.ts';

export const examplePriceListId = 'a7c2a3b4-5d6e-4f70-8a91-b2c3d4e5f641';

const named = object({ id, name: Type.String() });

/** Which list a unit price came from. */
export const priceListOfLine = nullable(named, {
  description: 'The list that the unit price came from; null: it is the base price',
});
