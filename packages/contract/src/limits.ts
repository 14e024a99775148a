/** How far the delivery log counts: finding out that there are millions takes longer than reading a page of them. */
export const MAX_COUNTED_DELIVERIES = 10_000;

/** How many of the newest attempts a window looks at: enough for its figures, and as fast for the busiest endpoint. */
export const MAX_COUNTED_ATTEMPTS = 10_000;

/** When an endpoint that neither fails altogether nor is well is called degraded. */
export const DEGRADED = { attempts: 5, successRate: 0.9 };

/** How far the gaps are counted: more than that is an endpoint that is down, however many they are. */
export const MAX_COUNTED_GAPS = 1000;

/** How far other lists count, for the same reason. */
export const MAX_COUNTED = 10_000;
