import { Type } from 'typebox';

/** The profile of goods that only some shipping options accept. */
export const shippingProfile = Type.String({
  minLength: 1,
  maxLength: 32,
  pattern: '^[a-z0-9]+(-[a-z0-9]+)*$',
});
