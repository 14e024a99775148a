/**
 * Pictures come from the API, which is plain HTTP on one’s own machine, or from a cache before it. Browsers hold a redirect after a
 * form against `formAction`, too.
 */
export const policyWith = (pictures: string[] = [], forms: string[] = []) => ({
  useDefaults: false,
  directives: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    connectSrc: ["'self'"],
    styleSrc: ["'self'"],
    imgSrc: ["'self'", 'https:', 'data:', ...pictures],
    formAction: ["'self'", ...forms],
    frameAncestors: ["'none'"],
    baseUri: ["'none'"],
  },
});
