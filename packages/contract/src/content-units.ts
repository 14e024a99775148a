/** The unit that a unit price is of by EU law (directive 98/6, article 2), and how many of a unit are one of it. */
const MEASURES = {
  mg: { reference: 'kg', perReference: 1_000_000 },
  g: { reference: 'kg', perReference: 1000 },
  kg: { reference: 'kg', perReference: 1 },
  ml: { reference: 'l', perReference: 1000 },
  cl: { reference: 'l', perReference: 100 },
  l: { reference: 'l', perReference: 1 },
  mm: { reference: 'm', perReference: 1000 },
  cm: { reference: 'm', perReference: 100 },
  m: { reference: 'm', perReference: 1 },
  cm2: { reference: 'm2', perReference: 10_000 },
  m2: { reference: 'm2', perReference: 1 },
  m3: { reference: 'm3', perReference: 1 },
} as const;

export type ContentUnit = keyof typeof MEASURES;

export const CONTENT_UNITS = Object.keys(MEASURES) as ContentUnit[];

/** Returns the unit that a unit price is for by default, and how many of the given unit make one of it. */
export function referenceOf(unit: ContentUnit): { unit: ContentUnit; amount: number } {
  const { reference, perReference } = MEASURES[unit];
  return { unit: reference, amount: perReference };
}
