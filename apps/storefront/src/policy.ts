export interface Allowed {
  /** Where pictures come from, beside HTTPS. */
  pictures?: string[];
  /** Where forms lead to: browsers hold a redirect after a form against it, too. */
  forms?: string[];
  /** Of a page with Stripe's form: where its script comes from. */
  stripe?: string | undefined;
}

/**
 * Pictures come from the API, which is plain HTTP on one’s own machine, or from a cache before it. What Stripe's form needs is allowed
 * on the page that shows it alone: https://docs.stripe.com/security/guide#content-security-policy
 */
export const policyWith = ({ pictures = [], forms = [], stripe }: Allowed = {}) => ({
  useDefaults: false,
  directives: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'", ...(stripe ? [stripe, 'https://*.js.stripe.com'] : [])],
    connectSrc: ["'self'", ...(stripe ? ['https://api.stripe.com'] : [])],
    frameSrc: stripe ? [stripe, 'https://*.js.stripe.com', 'https://hooks.stripe.com'] : ["'none'"],
    styleSrc: ["'self'"],
    imgSrc: ["'self'", 'https:', 'data:', ...pictures],
    formAction: ["'self'", ...forms],
    frameAncestors: ["'none'"],
    baseUri: ["'none'"],
  },
});
