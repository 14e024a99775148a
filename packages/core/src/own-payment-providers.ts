/** The service's own providers; modules may add others. */
export const OWN_PAYMENT_PROVIDERS: readonly string[] = ['stripe', 'manual', 'fake'];
