/** Of a store's setup, in the order in which they are best taken. */
export const SETUP_STEPS = [
  'catalogue',
  'shipping',
  'tax',
  'seller',
  'payment',
  'compliance',
  'webhooks',
] as const;
