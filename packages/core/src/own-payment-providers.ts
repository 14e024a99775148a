/** The service's own; a module offers others. */
export const OWN_PAYMENT_PROVIDERS: readonly string[] = ['stripe', 'manual', 'fake'];
