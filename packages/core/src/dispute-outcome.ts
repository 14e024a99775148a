/** The provider's name for the outcome of a dispute whose money the shopper’s bank keeps. */
export const DISPUTE_LOST = 'lost';
