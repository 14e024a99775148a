/** The part of `GET /store/v1/config` about cookies and trackers. */
export interface StoreCompliance {
  /** The store asks its visitors before it sets cookies. */
  cookieConsent: boolean;
  analytics?: {
    /** Counts without cookies, so it needs no consent. */
    lightAnalytics?: boolean;
    lightAnalyticsDomain?: string;
    webAnalytics?: { id: string };
    socialPixel?: { pixelId: string };
  };
}

export type Tracker = 'lightAnalytics' | 'webAnalytics' | 'socialPixel';

/**
 * Whether this tracker may be loaded now: it must be configured and, where the store requires consent and the tracker sets
 * cookies, the visitor must have given it. A visitor who hasn't decided has not.
 */
export function mayLoadTracker(
  tracker: Tracker,
  config: StoreCompliance,
  visitor: { consented?: boolean } = {},
): boolean {
  if (!isConfigured(tracker, config)) return false;
  if (tracker === 'lightAnalytics' || !config.cookieConsent) return true;
  return visitor.consented === true;
}

function isConfigured(tracker: Tracker, { analytics = {} }: StoreCompliance): boolean {
  if (tracker === 'lightAnalytics') return analytics.lightAnalytics === true;
  return analytics[tracker] !== undefined;
}
