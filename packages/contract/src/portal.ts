/** The capabilities of a portal session: `view` reads, `retry` also recovers, `manage` creates, changes and deletes endpoints. */
export const PORTAL_CAPABILITIES = ['view', 'test', 'retry', 'manage', 'rotate', 'catalogue'] as const;

export type PortalCapability = (typeof PORTAL_CAPABILITIES)[number];
