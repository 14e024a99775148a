/** The steps of a store's setup, in the recommended order. */
export const SETUP_STEPS = [
  'catalogue',
  'shipping',
  'tax',
  'seller',
  'payment',
  'compliance',
  'webhooks',
] as const;
