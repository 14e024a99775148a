import { Type } from 'typebox';

/** Of goods that not every shipping option takes. */
export const shippingProfile = Type.String({
  minLength: 1,
  maxLength: 32,
  pattern: '^[a-z0-9]+(-[a-z0-9]+)*$',
});
