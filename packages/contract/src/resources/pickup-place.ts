import { type Static, Type } from 'typebox';
import { WEEKDAYS } from '../opening-hours.ts';
import { nullable, object, stringEnum, text, timestamp } from '../schema.ts';
import { address } from './address.ts';

const time = (description: string) =>
  Type.String({ pattern: '^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$', description });

export const pickupPlace = object(
  {
    address,
    openingHours: Type.Array(
      object({
        day: stringEnum(WEEKDAYS),
        opens: time('By the clock of the place, such as `09:00`'),
        closes: time('Later on the same day, at most `24:00`'),
      }),
      { maxItems: 28, description: 'Without overlaps; it is closed on days that aren’t listed' },
    ),
    note: nullable(text(1000), { description: 'What else shoppers must know, such as where to ring' }),
  },
  {
    description:
      'Where shoppers pick up their goods, and so where these are taxed; null: the goods are sent. `name` of the address is that of the place',
  },
);

export type PickupPlace = Static<typeof pickupPlace>;

export const readyForPickupAt = nullable(timestamp, {
  description: 'When an operator said that the goods wait at `pickupPlace`; null: not yet, or they are sent',
});

export const examplePickupPlace = {
  address: {
    name: 'Tea House Mitte',
    line1: 'Teegasse 1',
    city: 'Berlin',
    postalCode: '10115',
    country: 'DE',
  },
  openingHours: [
    { day: 'monday', opens: '09:00', closes: '18:00' },
    { day: 'saturday', opens: '10:00', closes: '14:00' },
  ],
  note: 'Please ring at the yard.',
} satisfies PickupPlace;
