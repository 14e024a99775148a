import { Type } from 'typebox';
import { amount, id, nullable, object } from '../schema.ts';
import { pickupPlace } from './pickup-place.ts';

/** The shipping options of a cart. */
export const shippingOptions = object({
  items: Type.Array(object({ id, name: Type.String(), amount, pickupPlace: nullable(pickupPlace) })),
});

export const exampleShippingOptions = {
  items: [
    { id: 'e3c2a3b4-5d6e-4f70-8a91-b2c3d4e5f611', name: 'Free shipping', amount: 0, pickupPlace: null },
  ],
};
