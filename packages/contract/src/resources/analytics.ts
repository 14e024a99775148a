import { type Static, Type } from 'typebox';
import { object } from '../schema.ts';

const trackerId = Type.String({ minLength: 1, maxLength: 64 });

/** The part `analytics` of the compliance configuration. */
export const analytics = object({
  lightAnalytics: Type.Optional(Type.Boolean()),
  lightAnalyticsDomain: Type.Optional(
    Type.String({ minLength: 1, maxLength: 253, pattern: '^[A-Za-z0-9.,-]+$' }),
  ),
  webAnalytics: Type.Optional(object({ id: trackerId })),
  socialPixel: Type.Optional(object({ pixelId: trackerId })),
});

export type Analytics = Static<typeof analytics>;
